// Candles by the rules of Bitget: they open from startTime on, which is rounded down to the interval, and before endTime; when there
// are more than the limit, the newest are told. Without an end they begin with startTime.
import { candlesBefore, candleStart, nextCandleStart, type Candle } from '@tidemark/source/candle.ts';
import type { ApiCandleQuery } from '#edge/exchange-api/rest.ts';
import type { Market } from '#market/index.ts';

interface Range {
  readonly from: number | undefined;
  readonly to: number;
}

export async function exchangeCandles(
  market: Pick<Market, 'candles' | 'series' | 'catalog' | 'board'>,
  query: ApiCandleQuery,
  now: number,
): Promise<readonly Candle[] | null> {
  const { symbolId, interval, price, limit } = query;
  const { from, to } = rangeOf(query, market.catalog.symbol(symbolId)?.listedAt ?? 0, now);
  if (from !== undefined && to < from) return [];
  if (price === 'last') return (await market.candles([{ symbolId, interval, from, to, limit }]))?.[0] ?? null;

  // Mark and index are known at the beginnings of candles: each runs from its own to the next one's, the newest to the price of now.
  const metric = price === 'mark' ? 'markPrice' : 'indexPrice';
  const end = nextCandleStart(interval, candleStart(interval, to));
  const points = (await market.series([{ metric, period: interval, symbolId, from, to: end, limit: limit + 1 }]))?.[0];
  if (!points) return null;
  return points
    .map(({ ts, values: { price: open } }, i): Candle => {
      const close = points[i + 1]?.values.price ?? market.board.quote(symbolId)?.[price] ?? open;
      return { ts, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 0, turnover: 0 };
    })
    .filter(({ ts }) => ts <= to)
    .slice(-limit);
}

function rangeOf({ interval, startTime, endTime, limit }: ApiCandleQuery, listedAt: number, now: number): Range {
  const from = startTime === undefined ? undefined : candleStart(interval, startTime);
  if (endTime !== undefined || from === undefined) return { from, to: Math.min(endTime === undefined ? now : endTime - 1, now) };
  // Before the listing there is nothing that could fill the answer.
  const first = Math.max(from, candleStart(interval, listedAt));
  return { from: first, to: Math.min(candlesBefore(interval, first, -limit) - 1, now) };
}
