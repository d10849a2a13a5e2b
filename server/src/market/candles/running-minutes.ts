// The minute that is running, of every symbol, formed from the quotes as they are accepted.
import { staleAfterMs } from '@tidemark/contract/market.ts';
import { candleStart, type Candle } from '@tidemark/source/candle.ts';
import type { Quote } from '../board.ts';

interface RunningMinute {
  start: number;
  high: number;
  low: number;
  last: number;
  ts: number;
}

export interface RunningMinutes {
  take(quotes: readonly Quote[]): void;
  /** A running candle of any interval, told by the source at `toldAt`, with what happened in this minute: its close is the quote. */
  continued(symbolId: string, candle: Candle, toldAt: number): Candle;
}

export function createRunningMinutes(): RunningMinutes {
  const minutes = new Map<string, RunningMinute>();
  return {
    take(quotes) {
      for (const { symbolId, last, ts } of quotes) {
        const start = candleStart('1m', ts);
        const minute = minutes.get(symbolId);
        if (!minute || minute.start !== start) {
          minutes.set(symbolId, { start, high: last, low: last, last, ts });
          continue;
        }
        minute.high = Math.max(minute.high, last);
        minute.low = Math.min(minute.low, last);
        minute.last = last;
        minute.ts = ts;
      }
    },
    continued(symbolId, candle, toldAt) {
      const minute = minutes.get(symbolId);
      // A quote that has stopped moving knows less than the source.
      if (!minute || minute.start < candle.ts || minute.ts < toldAt - staleAfterMs) return candle;
      return { ...candle, high: Math.max(candle.high, minute.high), low: Math.min(candle.low, minute.low), close: minute.last };
    },
  };
}
