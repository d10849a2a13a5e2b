// Candles as every source gives them, and how time is cut into them.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';

export interface Candle {
  /** When it opens, ms. */
  readonly ts: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base currency. */
  readonly volume: number;
  /** In quote currency. */
  readonly turnover: number;
}

/** Candles that open within [from, to]; when there are more than limit, the newest of them. Oldest first. */
export interface CandleQuery {
  readonly symbolId: string;
  readonly interval: CandleInterval;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** Length of an interval; a month counts as its longest. */
export const intervalMs: Readonly<Record<CandleInterval, number>> = {
  '1m': minuteMs,
  '3m': 3 * minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': hourMs,
  '2h': 2 * hourMs,
  '4h': 4 * hourMs,
  '6h': 6 * hourMs,
  '12h': 12 * hourMs,
  '1d': dayMs,
  '3d': 3 * dayMs,
  '1w': 7 * dayMs,
  '1M': 31 * dayMs,
};

/** When the candle that contains ms opens. UTC; weeks begin on Monday. */
export function candleStart(interval: CandleInterval, ms: number): number {
  if (interval === '1M') {
    const date = new Date(ms);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const length = intervalMs[interval];
  // 1970-01-01 was a Thursday: the first Monday is four days later.
  const shift = interval === '1w' ? 4 * dayMs : 0;
  return Math.floor((ms - shift) / length) * length + shift;
}

export function nextCandleStart(interval: CandleInterval, start: number): number {
  if (interval !== '1M') return start + intervalMs[interval];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** When the candle opens that lies `count` candles before the one opening at start. */
export function candlesBefore(interval: CandleInterval, start: number, count: number): number {
  if (interval !== '1M') return start - count * intervalMs[interval];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1);
}
