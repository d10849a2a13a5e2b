// The past of an exchange: candles, trades and trading data by REST, page by page, each row judged. When the exchange does not
// answer, the last good answer stands in as far as it reaches: its times say how old it is.
import { refuse } from '@tidemark/contract/errors.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candlesBefore, candleStart, intervalMs, type Candle, type CandleQuery } from '@tidemark/source/candle.ts';
import type { BookLevel, Funding, Metric, OrderBook, SeriesPoint, SeriesQuery, Trade, TradeQuery } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import { aggregateCandles } from '../aggregate-candles.ts';
import { failureOf, type Exchange, type Market } from './exchange.ts';
import { SourceUnavailable, type Guard } from './guard.ts';
import { candleOf, judgeCandles } from './parse-candle.ts';
import type { Listing } from './parse-market.ts';
import { fundingRow, judgePoints } from './parse-series.ts';
import { parseTrades } from './parse-trade.ts';
import { readNumber } from './read-number.ts';
import type { SeriesAsk, SeriesReader, Venue } from './venue.ts';

export interface History {
  candles(listing: Listing, query: CandleQuery): Promise<readonly Candle[]>;
  trades(listing: Listing, query: TradeQuery): Promise<readonly Trade[]>;
  orderBook(listing: Listing): Promise<OrderBook>;
  series(listing: Listing, query: SeriesQuery): Promise<readonly SeriesPoint[]>;
  funding(listing: Listing): Promise<Funding>;
}

export interface HistoryDeps {
  readonly venue: Venue;
  readonly exchange: Exchange;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly metrics: Metrics;
  lastPrice(symbolId: string): number | undefined;
  onRefused(fault: string): void;
}

interface Stretch {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** What an exchange does not cut as we do is made from what it does. */
const finer: Partial<Record<CandleInterval, CandleInterval>> = { '2h': '1h', '3d': '1d' };
const pageSize = 1_000;
const maxPages = 12;
const keptAnswers = 500;
const bookLevels = 50;
/** A caller that asks for a book again so soon gets the same. */
const bookHeldMs = 1_000;

export function createHistory({ venue, exchange, guard, clock, metrics, lastPrice, onRefused }: HistoryDeps): History {
  const standIns = metrics.counter(
    'market_source_stale_answers_total',
    'Answers given from the last good one because the exchange did not give any',
    ['call'],
  );
  const lastGood = new Map<string, readonly { readonly ts: number }[]>();
  const underWay = new Map<string, Promise<readonly { readonly ts: number }[]>>();
  const books = new Map<string, { readonly askedAt: number; readonly answer: Promise<OrderBook> }>();

  const askOrLastGood = async <T extends { readonly ts: number }>(
    call: string,
    key: string,
    query: Stretch,
    ask: () => Promise<readonly T[]>,
  ): Promise<readonly T[]> => {
    try {
      const answer = await ask();
      lastGood.delete(key);
      lastGood.set(key, answer);
      if (lastGood.size > keptAnswers) lastGood.delete(lastGood.keys().next().value!);
      return answer;
    } catch (error) {
      if (!isUnanswered(error)) return refuseLacking(error);
      const { from = -Infinity, to = Infinity } = query;
      const known = (lastGood.get(key) as readonly T[] | undefined)?.filter(({ ts }) => ts >= from && ts <= to).slice(-query.limit);
      if (!known?.length) return refuse('timeout');
      standIns.inc({ call });
      return known;
    }
  };

  /** A caller that asks the same while it is under way waits for that answer: a queue let out once a second would only grow. */
  const orLastGood = <T extends { readonly ts: number }>(
    call: string,
    key: string,
    query: Stretch,
    ask: () => Promise<readonly T[]>,
  ): Promise<readonly T[]> => {
    const question = `${key} ${query.from ?? ''} ${query.to ?? ''} ${query.limit}`;
    const asked =
      (underWay.get(question) as Promise<readonly T[]> | undefined) ??
      askOrLastGood(call, key, query, ask).finally(() => underWay.delete(question));
    underWay.set(question, asked);
    return asked;
  };

  /** One page of candles, as their rows came: ccxt's own form has no turnover. */
  const page = async (
    symbol: string,
    interval: CandleInterval,
    since: number,
    until: number,
    price: 'last' | 'mark' | 'index',
  ): Promise<readonly Candle[]> => {
    const rows: Candle[] = [];
    const reader = Object.create(exchange) as Exchange;
    reader.parseOHLCV = (row: unknown, market: Market) => {
      rows.push(price === 'last' ? venue.candle(row, market!) : { ...candleOf(row, 0, 0), volume: 0, turnover: 0 });
      return [0, 0, 0, 0, 0, 0];
    };
    // Some exchanges leave out a candle that opens with the end.
    await guard.run('candles', () =>
      reader.fetchOHLCV(symbol, interval, since, pageSize, { until: until + 1, ...(price === 'last' ? {} : { price }) }),
    );
    const { candles, refused } = judgeCandles(rows);
    for (const fault of refused) onRefused(fault);
    return candles;
  };

  const fetchCandles = async (
    listing: Listing,
    query: CandleQuery,
    price: 'last' | 'mark' | 'index' = 'last',
  ): Promise<readonly Candle[]> => {
    const { interval, from = 0, limit } = query;
    const shorter = finer[interval];
    if (!venue.intervals.has(interval)) {
      if (!shorter) return refuse('sourceLacksData');
      const factor = Math.round(intervalMs[interval] / intervalMs[shorter]);
      const to = query.to === undefined ? undefined : candleStart(interval, query.to) + intervalMs[interval] - 1;
      // Whole long candles only: one more than asked, the oldest of which may have begun before.
      const parts = await fetchCandles(
        listing,
        {
          ...query,
          interval: shorter,
          from: query.from === undefined ? undefined : candleStart(interval, query.from),
          to,
          limit: (limit + 1) * factor,
        },
        price,
      );
      return aggregateCandles(parts, interval)
        .filter(({ ts }) => ts >= from && ts <= (query.to ?? Infinity))
        .slice(-limit);
    }
    const found = new Map<number, Candle>();
    let until = Math.min(query.to ?? Infinity, clock.now());
    for (let pages = 0; pages < maxPages && found.size < limit && until >= from; pages++) {
      const since = Math.max(from, candlesBefore(interval, candleStart(interval, until), Math.min(pageSize, limit - found.size) - 1));
      const fresh = (await page(listing.market!.symbol, interval, since, until, price)).filter(
        ({ ts }) => ts >= from && ts <= until && !found.has(ts),
      );
      for (const candle of fresh) found.set(candle.ts, candle);
      if (fresh.length === 0 || since <= from) break;
      until = fresh[0]!.ts - 1;
    }
    return [...found.values()].sort((a, b) => a.ts - b.ts).slice(-limit);
  };

  const fetchBook = async (market: NonNullable<Market>): Promise<OrderBook> => {
    // What counts contracts of a fixed sum is not offered rather than mixed up.
    if (market.inverse) return refuse('sourceLacksData');
    try {
      const { timestamp, bids, asks } = await guard.run('orderBook', () => exchange.fetchOrderBook(market.symbol, bookLevels));
      return { ts: timestamp ?? clock.now(), bids: parseLevels(bids, market), asks: parseLevels(asks, market) };
    } catch (error) {
      return isUnanswered(error) ? refuse('timeout') : refuseLacking(error);
    }
  };

  const parseLevels = (rows: readonly (readonly unknown[])[], { contractSize = 1 }: NonNullable<Market>): BookLevel[] =>
    rows.slice(0, bookLevels).flatMap(([price, size]): BookLevel[] => {
      const level = [readNumber(price), readNumber(size) * contractSize] as const;
      if (level[0] > 0 && level[1] > 0) return [level];
      onRefused('badLevel');
      return [];
    });

  const askOf = (listing: Listing, query: SeriesQuery): SeriesAsk => ({
    query,
    market: listing.market!,
    now: clock.now(),
    lastPrice,
    call: (method, params) =>
      guard.run('tradingData', () => (exchange as unknown as Record<string, (params: object) => Promise<unknown>>)[method]!(params)),
    async opens(price) {
      const { symbolId, period, from, to, limit } = query;
      const candles = await fetchCandles(listing, { symbolId, interval: period, from, to, limit }, price);
      return new Map(candles.map(({ ts, open }) => [ts, open]));
    },
    points<M extends Metric>(rows: unknown, parse: (row: unknown) => SeriesPoint<M> | null) {
      const { points, refused } = judgePoints(rows, parse);
      for (let i = 0; i < refused; i++) onRefused('badPoint');
      return points;
    },
  });

  /** The same on every exchange. */
  const common: Partial<Record<Metric, SeriesReader>> = {
    async fundingRate(ask) {
      if (!ask.market.swap) return refuse('sourceLacksData');
      const { from, to, limit } = ask.query;
      const rows = await guard.run('fundingHistory', () =>
        exchange.fetchFundingRateHistory(ask.market.symbol, from, Math.min(limit, 100), to === undefined ? {} : { until: to }),
      );
      return ask.points(rows, fundingRow);
    },
    markPrice: (ask) => pricesOf(ask, 'mark'),
    indexPrice: (ask) => pricesOf(ask, 'index'),
    async basis(ask) {
      if (!ask.market.contract) return refuse('sourceLacksData');
      const contracts = await ask.opens('last');
      const indexes = await ask.opens('index');
      return [...contracts].flatMap(([ts, contract]) => {
        const index = indexes.get(ts);
        return index === undefined ? [] : [{ ts, values: { contract, index, basis: contract - index, rate: contract / index - 1 } }];
      });
    },
  };

  const pricesOf = async (ask: SeriesAsk, price: 'mark' | 'index'): Promise<readonly SeriesPoint[]> =>
    ask.market.contract ? [...(await ask.opens(price))].map(([ts, open]) => ({ ts, values: { price: open } })) : refuse('sourceLacksData');

  return {
    candles: (listing, query) =>
      orLastGood('candles', `candles ${query.symbolId} ${query.interval}`, query, () => fetchCandles(listing, query)),
    trades: (listing, query) =>
      orLastGood('trades', `trades ${query.symbolId}`, query, async () => {
        const { from, to = Infinity, limit } = query;
        const found = new Map<string, Trade>();
        // Back in time until the asked moment; an exchange that tells only the newest says the same again.
        for (let pages = 0, until = to; pages < (from === undefined ? 1 : maxPages) && found.size < limit; pages++) {
          const rows = await guard.run('trades', () =>
            exchange.fetchTrades(listing.market!.symbol, undefined, Math.min(pageSize, limit), until === Infinity ? {} : { until }),
          );
          const { trades, refused } = parseTrades(rows, query.symbolId);
          for (const fault of refused) onRefused(fault);
          const fresh = trades.filter(({ id }) => !found.has(id));
          for (const trade of fresh) found.set(trade.id, trade);
          if (fresh.length === 0 || fresh[0]!.ts <= (from ?? 0)) break;
          until = fresh[0]!.ts;
        }
        return [...found.values()]
          .sort((a, b) => a.ts - b.ts)
          .filter(({ ts }) => ts >= (from ?? 0) && ts <= to)
          .slice(-limit);
      }),
    orderBook(listing) {
      const { symbolId } = listing.symbol;
      const held = books.get(symbolId);
      if (held && clock.now() - held.askedAt < bookHeldMs) return held.answer;
      const answer = fetchBook(listing.market!);
      books.delete(symbolId);
      books.set(symbolId, { askedAt: clock.now(), answer });
      if (books.size > keptAnswers) books.delete(books.keys().next().value!);
      return answer;
    },
    async funding({ market }) {
      if (!market!.swap) return refuse('sourceLacksData');
      try {
        const row = await guard.run('funding', () => exchange.fetchFundingRate(market!.symbol));
        const [rate, nextAt] = [readNumber(row.fundingRate), readNumber(row.fundingTimestamp ?? row.nextFundingTimestamp)];
        if (!Number.isFinite(rate)) return refuse('sourceLacksData');
        return { rate, nextAt: nextAt > 0 ? nextAt : null };
      } catch (error) {
        return isUnanswered(error) ? refuse('timeout') : refuseLacking(error);
      }
    },
    async series(listing, query) {
      const reader = venue.series[query.metric] ?? common[query.metric];
      if (!reader) return refuse('sourceLacksData');
      const { from = -Infinity, to = Infinity, limit } = query;
      return orLastGood('tradingData', `${query.metric} ${query.symbolId} ${query.period}`, query, async () =>
        (await reader(askOf(listing, query))).filter(({ ts }) => ts >= from && ts <= to).slice(-limit),
      );
    },
  };
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof SourceUnavailable || ['tooMany', 'unreachable'].includes(failureOf(error));

const refuseLacking = (error: unknown): never => {
  if (failureOf(error) === 'lacking') return refuse('sourceLacksData');
  throw error;
};
