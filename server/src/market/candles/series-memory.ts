// Candles that were asked for lately, by symbol and interval. The series nobody asked for the longest goes first.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Candle } from '../candle.ts';

export interface Series {
  /** Closed for good, by when they open. */
  readonly closed: Map<number, Candle>;
  /** Openings for which the source had nothing, and when it said so. */
  readonly absent: Map<number, number>;
  /** The running candle and those that closed a moment ago, as told at `at`. */
  tail: { readonly candles: readonly Candle[]; readonly at: number } | null;
  /** Readings of one series follow each other: the second finds what the first fetched. */
  busy: Promise<unknown>;
}

export interface SeriesMemory {
  of(symbolId: string, interval: CandleInterval): Series;
  /** To be called when series have grown. */
  trim(): void;
}

export function createSeriesMemory(maxCandles: number): SeriesMemory {
  const known = new Map<string, Series>();
  const sizeOf = ({ closed, absent }: Series) => closed.size + absent.size;
  return {
    of(symbolId, interval) {
      const key = `${symbolId} ${interval}`;
      const series = known.get(key) ?? { closed: new Map(), absent: new Map(), tail: null, busy: Promise.resolve() };
      known.delete(key);
      known.set(key, series);
      return series;
    },
    trim() {
      let size = 0;
      for (const series of known.values()) size += sizeOf(series);
      for (const [key, series] of known) {
        if (size <= maxCandles) return;
        known.delete(key);
        size -= sizeOf(series);
      }
    },
  };
}
