// A stretch nobody judged, told by one-minute candles: which prices are known to have been there, and when at the
// earliest and at the latest.

const minuteMs = 60_000;
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

/** How far a series has been judged, and between which prices it moved in the last minute of that. */
export interface Checkpoint {
  readonly at: number;
  readonly value: number;
  readonly high: number;
  readonly low: number;
}

export interface MissedPrice {
  readonly price: number;
  readonly at: number;
  readonly heldFrom: number;
}

export type Lateness = 'late' | 'logOnly';
export const latenessOf = (at: number, detectedAt: number): Lateness => (detectedAt - at <= deliverableMs ? 'late' : 'logOnly');

export const minuteOf = (at: number): number => Math.floor(at / minuteMs) * minuteMs;

/**
 * The prices of one minute that were not judged before, in order: open, the extreme on the way, the other one, close.
 * A minute judged in part tells only what lies beyond the prices seen in it: the rest may have been before.
 */
export function missedPrices(minute: MissedMinute, seen: Checkpoint | null, until: number): MissedPrice[] {
  const end = Math.min(minute.openTime + minuteMs, until);
  if (minute.openTime >= until || (seen !== null && end <= seen.at)) return [];
  const extremes = minute.close >= minute.open ? [minute.low, minute.high] : [minute.high, minute.low];
  let inside: number[];
  let at = minute.openTime;
  if (seen === null || seen.at <= minute.openTime) {
    inside = [minute.open, ...extremes];
  } else {
    inside = extremes.filter((price) => price > seen.high || price < seen.low);
    at = seen.at;
  }
  return [...inside.map((price) => ({ price, at, heldFrom: end })), { price: minute.close, at: end, heldFrom: end }];
}
