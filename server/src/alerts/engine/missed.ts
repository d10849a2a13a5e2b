// A stretch that no judge saw, told by one-minute candles: which prices are known to have been there, and when at the
// earliest and at the latest.
import { minuteMs } from '@tidemark/contract/time.ts';
import type { KeptWindow } from './rest-window.ts';

/** Older than this is logged and shown in the station, but not delivered. */
const deliverableMs = 15 * minuteMs;

/** One minute of a series, in its units. */
export interface MissedMinute {
  readonly openTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** How far a series has been judged: its last price, the extremes of its last minute, and what rests on it. */
export interface Checkpoint {
  readonly at: number;
  readonly value: number;
  readonly from: number;
  readonly high: number;
  readonly low: number;
  readonly window: KeptWindow | null;
  /** Number of the last quote that was judged, of any symbol; rows from before numbers were kept have none. */
  readonly seq?: number;
}

/** A price that was there at `at` at the earliest, and from `from` on at the latest. For a tick both are the same. */
export interface MissedPrice {
  readonly price: number;
  readonly at: number;
  readonly from: number;
}

/** What is judged from ticks a moment after they were there is on time. */
const onTimeMs = 5_000;
export const isOnTime = (at: number, detectedAt: number): boolean => detectedAt - at <= onTimeMs;

export type Lateness = 'late' | 'logOnly';
export const latenessOf = (at: number, detectedAt: number): Lateness => (detectedAt - at <= deliverableMs ? 'late' : 'logOnly');

export const minuteOf = (at: number): number => Math.floor(at / minuteMs) * minuteMs;

/**
 * The prices of one minute that were not judged before, in order: open, the extreme on the way, the other one, close.
 * A minute judged in part tells only what lies beyond the prices seen in it: the rest may have been before. It is not
 * known how long a price stayed within the minute, so it fires at its earliest time and is rested upon from its latest.
 */
export function missedPrices(minute: MissedMinute, seen: Pick<Checkpoint, 'at' | 'high' | 'low'> | null, until: number): MissedPrice[] {
  const end = Math.min(minute.openTime + minuteMs, until);
  if (minute.openTime >= until || (seen !== null && end <= seen.at)) return [];
  const extremes = minute.close >= minute.open ? [minute.low, minute.high] : [minute.high, minute.low];
  const isWhole = seen === null || seen.at <= minute.openTime;
  const inside = isWhole ? [minute.open, ...extremes] : extremes.filter((price) => price > seen.high || price < seen.low);
  const at = isWhole ? minute.openTime : seen.at;
  return [...inside.map((price) => ({ price, at, from: end })), { price: minute.close, at: end, from: end }];
}
