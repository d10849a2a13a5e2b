// Candle rows, judged. A column table per exchange says where what is (venue files); the rules are the same for all.
import type { Candle } from '@tidemark/source/candle.ts';
import { fieldOf, readNumber } from './read-number.ts';

/** Where volume (base) and turnover (quote) stand in a row that begins with time, open, high, low, close. */
export function candleOf(row: unknown, volumeAt: number, turnoverAt: number): Candle {
  const at = (column: number) => readNumber(fieldOf(row, column));
  return { ts: at(0), open: at(1), high: at(2), low: at(3), close: at(4), volume: at(volumeAt), turnover: at(turnoverAt) };
}

export type CandleFault = 'notANumber' | 'notPositive' | 'badRange' | 'listedTwice';

function candleFault({ ts, open, high, low, close, volume, turnover }: Candle): CandleFault | null {
  if (!Number.isFinite(ts + open + high + low + close + volume + turnover)) return 'notANumber';
  if (!(ts > 0 && open > 0 && high > 0 && low > 0 && close > 0 && volume >= 0 && turnover >= 0)) return 'notPositive';
  return high < Math.max(open, close) || low > Math.min(open, close) ? 'badRange' : null;
}

/** In time order, though they may come in any order; of two with one time the later one in the answer is the newer. */
export function judgeCandles(candles: readonly Candle[]): { candles: readonly Candle[]; refused: readonly CandleFault[] } {
  const refused: CandleFault[] = [];
  const byTime = new Map<number, Candle>();
  for (const candle of candles) {
    const fault = candleFault(candle);
    if (fault) {
      refused.push(fault);
      continue;
    }
    if (byTime.has(candle.ts)) refused.push('listedTwice');
    byTime.set(candle.ts, candle);
  }
  return { candles: [...byTime.values()].sort((a, b) => a.ts - b.ts), refused };
}
