// Days of many symbols, read a few at a time: a source may compute them, and prices must go on flowing meanwhile.
import { setImmediate as turn } from 'node:timers/promises';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Metric, SeriesPoint } from '@tidemark/source/source.ts';
import { isPegged, type Market } from '#market/index.ts';

export interface PricedCoin {
  readonly symbolId: string;
  readonly ticker: string;
  readonly sector: string;
  readonly supply: number | null;
}

/** The largest coins that trade for USDT, without those that follow another price. */
export function largestCoins({ catalog }: Market, atMost: number): PricedCoin[] {
  return catalog
    .symbolsOf('sp')
    .flatMap(({ symbolId, baseSymbol, pricedSymbol, status }) => {
      const coin = catalog.coin(baseSymbol);
      if (!coin || pricedSymbol !== 'USDT' || status !== 'online' || isPegged(baseSymbol, coin.name)) return [];
      return [{ symbolId, ticker: baseSymbol, sector: coin.sectors[0] ?? 'other', supply: coin.supply, rank: coin.rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, atMost);
}

/** A question for more days would hold everything else up for too long. */
const daysPerQuestion = 200;

function* questions(from: number, to: number): Generator<{ from: number; to: number; days: number }> {
  for (let start = from; start <= to; start += daysPerQuestion * dayMs) {
    const end = Math.min(to, start + (daysPerQuestion - 1) * dayMs);
    yield { from: start, to: end, days: (end - start) / dayMs + 1 };
  }
}

/** Daily candles that open within [from, to], oldest first; empty where there are none. */
export async function readDays(
  market: Pick<Market, 'candles'>,
  symbolIds: readonly string[],
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Map<string, readonly Candle[]>> {
  const found = new Map<string, readonly Candle[]>();
  for (const symbolId of symbolIds) {
    const days: Candle[] = [];
    for (const question of questions(from, to)) {
      days.push(
        ...((await market.candles([{ symbolId, interval: '1d', from: question.from, to: question.to, limit: question.days }]))?.[0] ?? []),
      );
      await turn();
      signal.throwIfAborted();
    }
    found.set(symbolId, days);
  }
  return found;
}

/** perDay: how many points a day may have. */
export async function readSeries<M extends Metric>(
  market: Pick<Market, 'series'>,
  metric: M,
  symbolId: string,
  from: number,
  to: number,
  signal: AbortSignal,
  perDay = 1,
): Promise<readonly SeriesPoint<M>[]> {
  const points: SeriesPoint<M>[] = [];
  for (const question of questions(from, to)) {
    points.push(
      ...((
        await market.series([
          { metric, symbolId, period: '1d', from: question.from, to: question.to + dayMs - 1, limit: question.days * perDay },
        ])
      )?.[0] ?? []),
    );
    await turn();
    signal.throwIfAborted();
  }
  return points;
}
