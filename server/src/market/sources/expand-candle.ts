// A candle says where the price went but not in which order. The order here is a convention, the same everywhere:
// a falling candle (close < open) went open, high, low, close; any other went open, low, high, close. The four ticks
// stand at the start, one third, two thirds and the last millisecond, each with a quarter of the volume.
import type { Candle } from '@tidemark/source/candle.ts';

/** A price at which a trade happened; the taker's side is not known. */
export interface PricePoint {
  readonly symbolId: string;
  readonly ts: number;
  readonly price: number;
  /** In base currency. */
  readonly size: number;
}

export function expandCandle(symbolId: string, candle: Omit<Candle, 'turnover'>, lengthMs: number): readonly PricePoint[] {
  const { ts, open, high, low, close } = candle;
  const prices = close < open ? [open, high, low, close] : [open, low, high, close];
  const third = Math.floor(lengthMs / 3);
  const times = [ts, ts + third, ts + 2 * third, ts + lengthMs - 1];
  return prices.map((price, step) => ({ symbolId, ts: times[step]!, price, size: candle.volume / 4 }));
}
