// How often an alert would have fired: the same engine, fed with the past of its own price (candles, or the points kept of mark and
// index prices) instead of ticks.
import { previewDays, previewFirings } from '@tidemark/contract/alerts.ts';
import { type AlertForm } from '@tidemark/contract/alert-rules.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { FactReader } from '#market/fact-reader.ts';
import { createEngine } from '../engine/engine.ts';
import type { RateLimits } from '../engine/limits.ts';
import { scaleOf, type Pair } from '../pairs.ts';
import { changeUnits } from '../engine/scale.ts';
import { seriesKindOf } from '../engine/series.ts';
import { planLevels, startStanding } from '../engine/start.ts';

export interface Preview {
  readonly days: number;
  readonly fired: number;
  readonly suppressed: number;
  readonly lastAt: number | null;
  readonly firings: { readonly at: number; readonly price: string }[];
}

export type PreviewPast = Pick<FactReader, 'candles' | 'series'>;

const stepMs = 900_000;
const perDay = dayMs / stepMs;

/** As many points as a source tells at once. */
const chunkMs = 10 * dayMs;

interface Stretch {
  readonly ts: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Of a mark or an index price single points are kept: each stretch goes from its own to the next one's. */
async function pointsOf(
  past: PreviewPast,
  metric: 'markPrice' | 'indexPrice',
  symbolId: string,
  from: number,
  now: number,
): Promise<Stretch[]> {
  const begins = Array.from({ length: Math.ceil((now - from) / chunkMs) }, (_, chunk) => from + chunk * chunkMs);
  const answers = await past.series(
    begins.map((begin) => ({
      metric,
      symbolId,
      period: '15m',
      from: begin,
      to: Math.min(now, begin + chunkMs - 1),
      limit: chunkMs / stepMs,
    })),
  );
  const points = answers?.flat() ?? [];
  return points.map(({ ts, values: { price: open } }, at) => {
    const close = points[at + 1]?.values.price ?? open;
    return { ts, open, high: Math.max(open, close), low: Math.min(open, close), close };
  });
}

export async function previewAlert(
  form: AlertForm,
  pair: Pair,
  timeZone: number,
  { past, now, limits }: { past: PreviewPast; now: number; limits: RateLimits },
): Promise<Preview | null> {
  const kind = seriesKindOf(form);
  // No source keeps the past of ads.
  if (kind === 'p2pBuy' || kind === 'p2pSell') return null;
  const from = now - (previewDays + 1) * dayMs;
  const all: readonly Stretch[] =
    kind === 'mark' || kind === 'index'
      ? await pointsOf(past, kind === 'mark' ? 'markPrice' : 'indexPrice', pair.symbolId, from, now)
      : ((await past.candles([{ symbolId: pair.symbolId, interval: '15m', from, to: now, limit: (previewDays + 1) * perDay + 1 }]))?.[0] ??
        []);
  const begin = all.findIndex(({ ts }) => ts >= now - previewDays * dayMs);
  if (begin === -1) return null;

  const scale = scaleOf(pair.tick);
  const openBefore = new Map(all.map(({ ts, open }) => [ts, scale.units(open)]));
  const value = (price: number, ts: number): number | null => {
    if (kind !== 'change24h') return scale.units(price);
    const open = openBefore.get(ts - dayMs);
    return open === undefined ? null : changeUnits(scale.units(price), open);
  };

  const preview = { fired: 0, suppressed: 0, lastAt: null as number | null };
  const firings: { at: number; price: string }[] = [];
  let priceNow = 0;
  const engine = createEngine({
    limits,
    onFire({ suppressedBy, at }) {
      preview.lastAt = at;
      if (suppressedBy !== null) return void preview.suppressed++;
      preview.fired++;
      // Of a change of 24 hours the price is told beside which it stood.
      firings.push({ at, price: scale.decimal(scale.units(priceNow)) });
    },
    onChange() {},
  });
  const series = engine.series(kind);
  let isArmed = false;
  const addPrice = (price: number, ts: number, at: number): void => {
    const units = value(price, ts);
    if (units === null) return;
    if (!isArmed) {
      isArmed = true;
      const levels = planLevels(form, scale);
      const standing = startStanding({ type: form.alertType, ...levels }, 1, units, at);
      const isMet = (form.alertType === 1 && units >= levels.target) || (form.alertType === 2 && units <= levels.target);
      engine.arm(
        { id: 1, series, type: form.alertType, frequency: form.frequency, timeZone, ...levels },
        isMet ? { ...standing, phase: 'latched' } : standing,
      );
    }
    priceNow = price;
    engine.tick(series, units, at);
  };
  for (const { ts, open, high, low, close } of all.slice(begin)) {
    const [first, second] = close >= open ? [low, high] : [high, low];
    addPrice(open, ts, ts);
    addPrice(first, ts, ts + stepMs / 4);
    addPrice(second, ts, ts + stepMs / 2);
    addPrice(close, ts, ts + (stepMs * 3) / 4);
  }
  const days = Math.max(1, Math.round((now - all[begin]!.ts) / dayMs));
  return { days, ...preview, firings: firings.slice(-previewFirings).toReversed() };
}
