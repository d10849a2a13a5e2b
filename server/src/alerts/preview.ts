// How often an alert would have fired: the same engine, fed with the candles of the last days instead of ticks.
import { previewDays, type AlertForm } from '@tidemark/contract/alerts.ts';
import type { Candle, CandleQuery } from '#market/candle.ts';
import { createEngine } from './engine.ts';
import type { RateLimits } from './limits.ts';
import { scaleOf, type Pair } from './pairs.ts';
import { changeUnits } from './scale.ts';
import { seriesKindOf } from './series.ts';
import { planLevels, startStanding } from './start.ts';

export interface Preview {
  readonly days: number;
  readonly fired: number;
  readonly suppressed: number;
  readonly lastAt: number | null;
}

/** null = the source has no candles. */
export type Candles = (queries: readonly CandleQuery[]) => Promise<readonly (readonly Candle[])[] | null>;

const stepMs = 900_000;
const dayMs = 86_400_000;
const perDay = dayMs / stepMs;

export async function previewAlert(form: AlertForm, pair: Pair, timeZone: number, { candles, now, limits }: { candles: Candles; now: number; limits: RateLimits }): Promise<Preview | null> {
  const kind = seriesKindOf(form);
  // Ads leave no candles, and those of a contract are of its last price.
  if (kind === 'p2pBuy' || kind === 'p2pSell') return null;
  const answer = await candles([{ symbolId: pair.symbolId, interval: '15m', from: now - (previewDays + 1) * dayMs, to: now, limit: (previewDays + 1) * perDay + 1 }]);
  const all = answer?.[0] ?? [];
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
  const engine = createEngine({
    limits,
    onFire({ suppressedBy, at }) {
      preview.lastAt = at;
      if (suppressedBy === null) preview.fired++;
      else preview.suppressed++;
    },
    onChange() {},
  });
  const series = engine.series(kind);
  let isArmed = false;
  const take = (price: number, ts: number, at: number): void => {
    const units = value(price, ts);
    if (units === null) return;
    if (!isArmed) {
      isArmed = true;
      const levels = planLevels(form, scale);
      const standing = startStanding({ type: form.alertType, ...levels }, 1, units, at);
      const isMet = (form.alertType === 1 && units >= levels.target) || (form.alertType === 2 && units <= levels.target);
      engine.arm({ id: 1, series, type: form.alertType, frequency: form.frequency, timeZone, ...levels }, isMet ? { ...standing, phase: 'latched' } : standing);
    }
    engine.tick(series, units, at);
  };
  for (const { ts, open, high, low, close } of all.slice(begin)) {
    const [first, second] = close >= open ? [low, high] : [high, low];
    take(open, ts, ts);
    take(first, ts, ts + stepMs / 4);
    take(second, ts, ts + stepMs / 2);
    take(close, ts, ts + (stepMs * 3) / 4);
  }
  const days = Math.max(1, Math.round((now - all[begin]!.ts) / dayMs));
  return { days, ...preview };
}
