// Judges every price of the raw stream as it arrives. What candles have to confirm is asked for behind it; meanwhile the
// same finding of the same pair waits. What cannot be asked now is asked again. Every finding is stored first and told after that.
import { defaultMoverRules, type MoverRules, type MoverType } from '@tidemark/contract/movers.ts';
import { hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Quote } from '#market/board.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { PriceHistory } from '../price-history.ts';
import { gridMs, type PriceTrack } from '../price-track.ts';
import type { Tracked } from '../universe.ts';
import type { NewEvent } from './event-store.ts';
import { confirmMonth, confirmVolume, dayCandlesNeeded, judge, minutesNeeded, type Finding } from './rules.ts';
import type { ReportedEvents } from './reported-events.ts';

export interface Detector {
  start(): void;
  /** Resolves when everything found so far is confirmed and stored. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface DetectorDeps {
  readonly history: Pick<PriceHistory, 'onQuote' | 'wasHeard'>;
  readonly market: Pick<Market, 'candles' | 'usdtPer'>;
  readonly reported: ReportedEvents;
  readonly clock: Clock;
  readonly log: Log;
  readonly rules?: MoverRules;
  /** Stores and announces. */
  readonly record: (event: NewEvent) => Promise<void>;
}

export const eventId = (symbolId: string, type: MoverType, tier: number, at: number): string => `${symbolId}.${type}.${tier}.${at}`;

/** A database that is busy or away is back within this, or what was found is old. */
const retries = { everyMs: 2_000, most: 60 } as const;

export function createDetector({ history, market, reported, clock, log, rules = defaultMoverRules, record }: DetectorDeps): Detector {
  const underWay = new Map<string, Promise<void>>();
  /** Volume that was not enough a moment ago is not looked at with every tick. */
  const lookedAt = new Map<string, number>();
  let leave = () => {};

  const before = (track: PriceTrack, ts: number, agoMs: number): number | null => {
    const at = Math.floor(ts / gridMs) * gridMs - agoMs;
    return history.wasHeard(at) ? track.priceAt(at) : null;
  };

  const confirm = async (finding: Finding, quote: Quote): Promise<Finding | null> => {
    const { symbolId, last, ts } = quote;
    if (finding.needs === undefined) return finding;
    if (finding.needs === 'month') {
      const [days = []] = (await market.candles([{ symbolId, interval: '1d', to: ts, limit: dayCandlesNeeded }])) ?? [];
      return confirmMonth(finding, last, ts, days);
    }
    const [minutes = []] = (await market.candles([{ symbolId, interval: '1m', to: ts, limit: minutesNeeded(rules) }])) ?? [];
    return confirmVolume(rules, ts, minutes) ? finding : null;
  };

  const waits = new Set<() => void>();
  let isStopped = false;
  const pause = () =>
    new Promise<void>((resolve) => {
      const go = () => {
        cancel();
        waits.delete(go);
        resolve();
      };
      const cancel = clock.after(retries.everyMs, go);
      waits.add(go);
    });
  const confirmSurely = async (finding: Finding, quote: Quote): Promise<Finding | null> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await confirm(finding, quote);
      } catch (error) {
        if (isStopped || attempt >= retries.most) throw error;
      }
      await pause();
    }
  };

  const follow = (finding: Finding, quote: Quote, row: Tracked): void => {
    const { symbolId, ts } = quote;
    if (!reported.isNews(symbolId, finding.type, finding.tier, ts)) return;
    const key = `${symbolId} ${finding.type}`;
    if (underWay.has(key)) return;
    if (finding.needs === 'volume') {
      if (ts - (lookedAt.get(key) ?? -Infinity) < minuteMs / 6) return;
      lookedAt.set(key, ts);
    }
    const run = (async () => {
      const sure = await confirmSurely(finding, quote);
      if (!sure || !reported.isNews(symbolId, sure.type, sure.tier, ts)) return;
      reported.add(symbolId, sure.type, sure.tier, ts);
      await record({
        id: eventId(symbolId, sure.type, sure.tier, ts),
        at: ts,
        type: sure.type,
        tier: sure.tier,
        symbolId,
        line: row.line,
        price: quote.last,
        change: sure.change,
        amountUsdt: null,
      });
    })()
      .catch((error: unknown) => log.error({ err: error, symbolId, type: finding.type }, 'a mover event could not be confirmed or stored'))
      .finally(() => underWay.delete(key));
    underWay.set(key, run);
  };

  const judgeQuote = (quote: Quote, row: Tracked, track: PriceTrack, week: PriceTrack['week']): void => {
    if (row.isStable || row.symbol.status !== 'online') return;
    const rate = row.symbol.pricedSymbol === 'USDT' ? 1 : (market.usdtPer(row.symbol.pricedSymbol) ?? 0);
    const { ts } = quote;
    const findings = judge(rules, {
      price: quote.last,
      turnoverUsdt: quote.turnover24h * rate,
      // A pair whose listing time is not known is taken for one that was listed long ago.
      listedForMs: row.symbol.listedAt === null ? Infinity : ts - row.symbol.listedAt,
      high24h: quote.high24h,
      low24h: quote.low24h,
      open24h: quote.open24h,
      before7d: track.priceAtHour(Math.floor(ts / hourMs) - 168),
      week,
      day: track.day,
      before5m: before(track, ts, 5 * minuteMs),
      before15m: before(track, ts, 15 * minuteMs),
      before2h: before(track, ts, 120 * minuteMs),
    });
    for (const finding of findings) follow(finding, quote, row);
  };

  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay.values());
  };

  return {
    start: () => void (leave = history.onQuote(judgeQuote)),
    settled,
    async stop() {
      leave();
      isStopped = true;
      for (const go of waits) go();
      await settled();
    },
  };
}
