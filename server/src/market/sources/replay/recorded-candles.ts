// Candles of a recording, up to the moment it has been played to: nothing that lies ahead is told, and the candle that is
// still forming holds exactly what was played of it.
import { refuse } from '@tidemark/contract/errors.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candleStart, intervalMs, type Candle, type CandleQuery } from '@tidemark/source/candle.ts';
import { aggregateCandles } from '../aggregate-candles.ts';
import { expandCandle } from '../expand-candle.ts';
import type { Row } from './parse-row.ts';
import type { Recording } from './recording.ts';

export async function recordedCandles(recording: Recording, query: CandleQuery, playedTo: number): Promise<readonly Candle[]> {
  const { interval: own } = recording;
  if (own && intervalMs[query.interval] < intervalMs[own]) refuse('sourceLacksData');
  const to = query.to === undefined ? playedTo : Math.min(playedTo, endOf(query.interval, query.to));
  const from = query.from ?? -Infinity;
  const blocks: (readonly Row[])[] = [];
  const starts = new Set<number>();
  for await (const block of recording.rowsBackwards(to)) {
    const own = block.filter((row) => row.symbolId === query.symbolId);
    blocks.push(own);
    for (const row of own) starts.add(candleStart(query.interval, row.ts));
    // One candle more than asked for: the oldest of them may go on in the block before.
    if (starts.size > query.limit || (block[0] && block[0].ts < from - intervalMs[query.interval])) break;
  }
  const rows = blocks.toReversed().flat();
  const parts = rows.flatMap((row) => partsOf(row, own, playedTo));
  const candles = aggregateCandles(parts, query.interval).filter(
    (candle) => candle.ts >= from && (query.to === undefined || candle.ts <= query.to),
  );
  return candles.slice(-query.limit);
}

/** The last moment that belongs to the candles opening not after `to`. */
const endOf = (interval: CandleInterval, to: number): number => candleStart(interval, to) + intervalMs[interval] - 1;

function partsOf(row: Row, own: CandleInterval | null, playedTo: number): Candle[] {
  if (row.kind === 'tick') return [pointOf(row.ts, row.price, row.size)];
  const lengthMs = intervalMs[own!];
  if (row.ts + lengthMs - 1 <= playedTo) {
    const { ts, open, high, low, close, volume } = row;
    // What the four ticks of the expansion turned over.
    return [{ ts, open, high, low, close, volume, turnover: (volume * (open + high + low + close)) / 4 }];
  }
  return expandCandle(row.symbolId, row, lengthMs)
    .filter((trade) => trade.ts <= playedTo)
    .map((trade) => pointOf(trade.ts, trade.price, trade.size));
}

const pointOf = (ts: number, price: number, size: number): Candle => ({
  ts,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: size,
  turnover: size * price,
});
