// Candles of one symbol, oldest first, that grow with what the socket tells. Pure.
import { candleAt, type CandleRow } from '@tidemark/contract/market.ts';

/** Later rows win: a candle that is still forming is told again and again. */
export function mergeCandles(known: readonly CandleRow[], told: readonly CandleRow[]): readonly CandleRow[] {
  if (told.length === 0) return known;
  const byTime = new Map(known.map((row) => [row[candleAt.openTime], row]));
  for (const row of told) byTime.set(row[candleAt.openTime], row);
  return [...byTime.values()].sort((a, b) => a[candleAt.openTime] - b[candleAt.openTime]);
}

/** The server is ours; this only keeps another shape from becoming a candle. */
export const isCandleRow = (row: unknown): row is CandleRow =>
  Array.isArray(row) && row.length >= 7 && Number.isFinite(row[candleAt.openTime]) && Number(row[candleAt.high]) > 0;
