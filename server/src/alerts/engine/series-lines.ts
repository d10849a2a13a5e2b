// What a tick needs of its series, in one cache line each: a tick that passes no level reads and writes nothing else.
import { minuteMs } from '@tidemark/contract/time.ts';
import { minuteOf } from './missed.ts';

const stride = 8;
/** A price at or above, at or below, or any price from a time on: then the engine has to look. */
const upAt = 0;
const downAt = 1;
const wakeAt = 2;
const lastAt = 3;
const valueAt = 4;
/** Extremes of the minute of the last price. */
const highAt = 5;
const lowAt = 6;
/** From when on the last price is known to have been in force, if that is after it was judged. */
const fromAt = 7;

export interface LastPrice {
  readonly at: number;
  readonly value: number;
  readonly from: number;
  readonly high: number;
  readonly low: number;
}

export interface SeriesLines {
  add(): number;
  count(): number;
  /** Takes a price that no alert waits for. False: it was not taken, the engine has to judge it. */
  pass(series: number, price: number, at: number): boolean;
  take(series: number, price: number, at: number, from: number): void;
  lastAt(series: number): number;
  last(series: number): LastPrice | null;
  restore(series: number, last: LastPrice): void;
  /** As if it had never had a price. */
  forget(series: number): void;
  /** Bounds only come closer here; one that is too close costs a look and does no harm. */
  lookFrom(series: number, up: number, down: number, wake: number): void;
  setBounds(series: number, up: number, down: number, wake: number): void;
  bytes(): number;
}

const newLine = [Infinity, -Infinity, -Infinity, -Infinity, 0, 0, 0, 0];

export function createSeriesLines(): SeriesLines {
  let hot = new Float64Array(64 * stride);
  let count = 0;

  return {
    add() {
      if (hot.length < (count + 1) * stride) {
        const grown = new Float64Array(hot.length * 2);
        grown.set(hot);
        hot = grown;
      }
      hot.set(newLine, count * stride);
      return count++;
    },
    count: () => count,
    pass(series, price, at) {
      const line = series * stride;
      if (!(price < hot[line + upAt]! && price > hot[line + downAt]! && at < hot[line + wakeAt]! && at >= hot[line + lastAt]!))
        return false;
      hot[line + lastAt] = at;
      hot[line + valueAt] = price;
      if (price > hot[line + highAt]!) hot[line + highAt] = price;
      else if (price < hot[line + lowAt]!) hot[line + lowAt] = price;
      return true;
    },
    take(series, price, at, from) {
      const line = series * stride;
      const isNewMinute = hot[line + lastAt] === -Infinity || minuteOf(at) !== minuteOf(hot[line + lastAt]!);
      hot[line + highAt] = isNewMinute ? price : Math.max(price, hot[line + highAt]!);
      hot[line + lowAt] = isNewMinute ? price : Math.min(price, hot[line + lowAt]!);
      hot[line + lastAt] = at;
      hot[line + valueAt] = price;
      hot[line + fromAt] = from;
    },
    lastAt: (series) => hot[series * stride + lastAt]!,
    last(series) {
      const line = series * stride;
      const at = hot[line + lastAt]!;
      if (at === -Infinity) return null;
      return {
        at,
        value: hot[line + valueAt]!,
        from: Math.max(at, hot[line + fromAt]!),
        high: hot[line + highAt]!,
        low: hot[line + lowAt]!,
      };
    },
    restore(series, { at, value, from, high, low }) {
      hot.set([at, value, high, low, from], series * stride + lastAt);
    },
    forget: (series) => hot.set(newLine, series * stride),
    lookFrom(series, up, down, wake) {
      const line = series * stride;
      if (up < hot[line + upAt]!) hot[line + upAt] = up;
      if (down > hot[line + downAt]!) hot[line + downAt] = down;
      if (wake < hot[line + wakeAt]!) hot[line + wakeAt] = wake;
    },
    setBounds(series, up, down, wake) {
      const line = series * stride;
      const last = hot[line + lastAt]!;
      // The extremes of a minute begin anew with it, so its first price is always looked at.
      const minuteEnd = last === -Infinity ? -Infinity : minuteOf(last) + minuteMs;
      hot[line + upAt] = up;
      hot[line + downAt] = down;
      hot[line + wakeAt] = Math.min(wake, minuteEnd);
    },
    bytes: () => hot.byteLength,
  };
}
