// The REST half: every path a client of Bitget asks without a key.
import type { ApiCandle, ApiCoin, ApiInstType, ApiOrderBook, ApiQuote, ApiSymbol, ApiTrade } from './shapes.ts';
import { candleRow, contractRow, fillRow, instIdOf, instTypes, intervalOf, isInstType, spotSymbolRow, tickerRow } from './shapes.ts';
import { insightPaths, insights, type InsightPoint } from './insights.ts';
import { bookTexts, mergeLevels, topOf } from './order-book.ts';
import { ApiRefusal, badParameter, limitOf, unknownPath, wholeOf, type Query } from './query.ts';
import { coinRow, feeLevels, leverageTiers, listingAnnouncements, marginRow } from './reference-rows.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';

interface Range {
  readonly symbolId: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** Those that open from startTime on and before endTime: the newest of them, or, without an end, the first. Oldest first. */
export interface ApiCandleQuery {
  readonly symbolId: string;
  readonly interval: CandleInterval;
  readonly price: 'last' | 'mark' | 'index';
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly limit: number;
}

/** The market as this door sees it. null = it has nothing of the kind. */
export interface ApiMarket {
  symbols(): readonly ApiSymbol[];
  coins(): readonly ApiCoin[];
  quote(symbolId: string): ApiQuote | undefined;
  /** What its day opened with at midnight UTC; undefined = not known, or not yet. */
  openUtc(symbol: ApiSymbol): number | undefined;
  usdtPer(currency: string): number | null;
  candles(query: ApiCandleQuery): Promise<readonly ApiCandle[] | null>;
  trades(query: Range): Promise<readonly ApiTrade[] | null>;
  orderBook(symbolId: string): Promise<ApiOrderBook | null>;
  series(query: Range & { readonly metric: string; readonly period: CandleInterval }): Promise<readonly InsightPoint[] | null>;
  now(): number;
}

const mostCandles = 1_000;
const mostPastCandles = 200;
/** Of long candles fewer are told at once, as there. */
const mostLongCandles = {
  spot: { '1d': 300, '3d': 100, '1w': 100, '1M': 100 },
  contract: { '4h': 540, '6h': 360, '12h': 180, '1d': 90, '3d': 30, '1w': 13, '1M': 4 },
} as const satisfies Record<string, Partial<Record<CandleInterval, number>>>;
const mostRows = 500;
const mostLevels = 150;
const usualMergedLevels = 100;
const mostAnnouncements = 10;
/** Of settlements: what is further back is not asked for page by page. */
const mostPages = 100;
const candlePrices = { MARKET: 'last', MARK: 'mark', INDEX: 'index' } as const;

export const tickerOf = (market: ApiMarket, symbol: ApiSymbol, quote: ApiQuote, idField: 'symbol' | 'instId') =>
  tickerRow(symbol, quote, idField, { openUtc: market.openUtc(symbol), usdtPerQuote: market.usdtPer(symbol.pricedSymbol) });

export function createRest(market: ApiMarket): (path: string, query: Query) => Promise<unknown> {
  const symbolsOf = (type: ApiInstType) => market.symbols().filter(({ instType }) => instType === instTypes[type]);
  const productType = (query: Query): ApiInstType | null => {
    const type = (query.productType ?? '').toUpperCase();
    return isInstType(type) && type !== 'SPOT' ? type : null;
  };
  const find = (type: ApiInstType | null, instId: string | undefined): ApiSymbol => {
    const found = type === null ? undefined : symbolsOf(type).find((symbol) => instIdOf(symbol) === instId);
    if (!found) throw new ApiRefusal('40034', `Parameter ${instId ?? ''} does not exist`);
    return found;
  };

  const coins = (query: Query) => {
    const trading = new Set(
      symbolsOf('SPOT').flatMap(({ status, baseSymbol, pricedSymbol }) => (status === 'online' ? [baseSymbol, pricedSymbol] : [])),
    );
    const wanted =
      query.coin === undefined || query.coin === ''
        ? market.coins()
        : market.coins().filter(({ ticker }) => ticker === query.coin!.toUpperCase());
    return wanted.map((coin) => coinRow(coin, trading.has(coin.ticker)));
  };

  const tickers = (type: ApiInstType, instId: string | undefined) =>
    (instId === undefined ? symbolsOf(type) : [find(type, instId)]).flatMap((symbol) => {
      const quote = market.quote(symbol.symbolId);
      return quote && symbol.status !== 'delisted' ? [tickerOf(market, symbol, quote, 'symbol')] : [];
    });

  const candles = async (type: ApiInstType | null, query: Query, most: number, price: ApiCandleQuery['price'] = 'last') => {
    const symbol = find(type, query.symbol);
    const interval = intervalOf(query.granularity ?? '');
    if (interval === null) throw badParameter('granularity');
    const longest: Partial<Record<CandleInterval, number>> = mostLongCandles[type === 'SPOT' ? 'spot' : 'contract'];
    const limit = Math.min(limitOf(query, 100, most), longest[interval] ?? most);
    const asked = {
      symbolId: symbol.symbolId,
      interval,
      price,
      startTime: wholeOf(query, 'startTime'),
      endTime: wholeOf(query, 'endTime'),
      limit,
    };
    return ((await market.candles(asked)) ?? []).map((candle) => candleRow(symbol, candle));
  };

  const contractCandles = (query: Query) => {
    const kind = (query.kLineType ?? 'MARKET').toUpperCase();
    if (!Object.hasOwn(candlePrices, kind)) throw badParameter('kLineType');
    return candles(productType(query), query, mostCandles, candlePrices[kind as keyof typeof candlePrices]);
  };

  /** How many times ten ticks are put together; where the price is too small for so much, less. */
  const orderBook = async (symbol: ApiSymbol, wanted: number, levels: number) => {
    const book = (await market.orderBook(symbol.symbolId)) ?? { ts: market.now(), bids: [], asks: [] };
    const coarsest = Math.max(0, Math.floor(Math.log10((book.bids[0]?.[0] ?? 0) / symbol.tickSize)) - 1);
    const scale = Math.min(wanted, coarsest);
    return {
      ...topOf(bookTexts(symbol, scale === 0 ? book : mergeLevels(book, symbol.tickSize * 10 ** scale)), levels),
      scale,
      isCoarsest: scale === Math.min(3, coarsest),
    };
  };

  const wholeBook = async (query: Query) => {
    const [, step] = /^step([0-5])$/.exec(query.type ?? 'step0') ?? [];
    if (step === undefined) throw badParameter('type');
    const { ts, bids, asks } = await orderBook(find('SPOT', query.symbol), Number(step), limitOf(query, mostLevels, mostLevels));
    return { asks, bids, ts: String(ts) };
  };

  const mergedBook = async (type: ApiInstType | null, query: Query) => {
    const symbol = find(type, query.symbol);
    const [, wanted] = /^scale([0-3])$/.exec(query.precision ?? 'scale0') ?? [];
    if (wanted === undefined) throw badParameter('precision');
    const { ts, bids, asks, scale, isCoarsest } = await orderBook(
      symbol,
      Number(wanted),
      query.limit === 'max' ? mostLevels : limitOf(query, usualMergedLevels, mostLevels),
    );
    const step = (symbol.tickSize * 10 ** scale).toFixed(Math.max(0, symbol.pricePrecision - scale));
    return { asks, bids, ts: String(ts), scale: step, precision: `scale${scale}`, isMaxPrecision: isCoarsest ? 'YES' : 'NO' };
  };

  const fills = async (type: ApiInstType | null, query: Query) => {
    const symbol = find(type, query.symbol);
    const rows =
      (await market.trades({
        symbolId: symbol.symbolId,
        from: wholeOf(query, 'startTime'),
        to: wholeOf(query, 'endTime'),
        limit: limitOf(query, 100, mostRows),
      })) ?? [];
    return rows.toReversed().map((trade) => fillRow(symbol, trade));
  };

  const fundingHistory = async (query: Query) => {
    const symbol = find(productType(query), query.symbol);
    const pageSize = Math.max(1, Math.min(100, wholeOf(query, 'pageSize') ?? 20));
    const page = Math.max(1, Math.min(mostPages, wholeOf(query, 'pageNo') ?? 1));
    const points = (await market.series({ metric: 'fundingRate', period: '1h', symbolId: symbol.symbolId, limit: pageSize * page })) ?? [];
    return points
      .toReversed()
      .slice(pageSize * (page - 1))
      .map(({ ts, values }) => ({ symbol: instIdOf(symbol), fundingRate: values.rate!.toFixed(8), fundingTime: String(ts) }));
  };

  const fundingNow = (query: Query) => {
    const type = productType(query);
    const wanted = query.symbol === undefined ? (type ? symbolsOf(type) : []) : [find(type, query.symbol)];
    return wanted.flatMap((symbol) => {
      const quote = market.quote(symbol.symbolId);
      if (quote?.fundingRate === undefined) return [];
      const next = quote.nextFundingAt === undefined ? '' : String(quote.nextFundingAt);
      const hours = String(symbol.fundingIntervalHours ?? 8);
      return [
        {
          symbol: instIdOf(symbol),
          fundingRate: quote.fundingRate.toFixed(8),
          fundingRateInterval: hours,
          nextUpdate: next,
          minFundingRate: '-0.02',
          maxFundingRate: '0.02',
          nextFundingTime: next,
          ratePeriod: hours,
        },
      ];
    });
  };

  const openInterest = (query: Query) => {
    const symbol = find(productType(query), query.symbol);
    const quote = market.quote(symbol.symbolId);
    return {
      openInterestList: quote?.openInterest === undefined ? [] : [{ symbol: instIdOf(symbol), size: String(quote.openInterest) }],
      ts: String(quote?.ts ?? market.now()),
    };
  };

  const prices = (query: Query) => {
    const symbol = find(productType(query), query.symbol);
    const quote = market.quote(symbol.symbolId);
    if (!quote) return [];
    return [
      {
        symbol: instIdOf(symbol),
        price: String(quote.last),
        indexPrice: String(quote.index ?? ''),
        markPrice: String(quote.mark ?? ''),
        ts: String(quote.ts),
      },
    ];
  };

  const insight = async (name: string, query: Query) => {
    const known = insights[name]!;
    const symbol = find(known.line === 'spot' ? 'SPOT' : 'USDT-FUTURES', query.symbol);
    const span = known.span(query.period);
    if (!span) throw badParameter('period');
    const points = (await market.series({ metric: known.metric, period: span.period, symbolId: symbol.symbolId, limit: span.count })) ?? [];
    const means = new Map(known.isInCoins && points[0] ? await meanPrices(symbol, span.period, points) : []);
    return known.rows(points, { now: market.quote(symbol.symbolId)?.last ?? NaN, during: (ts) => means.get(ts) ?? NaN });
  };
  const meanPrices = async ({ symbolId }: ApiSymbol, interval: CandleInterval, points: readonly InsightPoint[]) => {
    const found =
      (await market.candles({ symbolId, interval, price: 'last', startTime: points[0]!.ts, endTime: undefined, limit: points.length })) ??
      [];
    return found.map(({ ts, close, volume, turnover }): [number, number] => [ts, volume > 0 ? turnover / volume : close]);
  };

  const announcements = (query: Query) =>
    listingAnnouncements(symbolsOf('SPOT'), market.now(), {
      annType: query.annType,
      startTime: wholeOf(query, 'startTime'),
      endTime: wholeOf(query, 'endTime'),
      cursor: query.cursor,
      limit: limitOf(query, mostAnnouncements, mostAnnouncements),
    });

  const paths: Readonly<Record<string, (query: Query) => unknown>> = {
    '/api/v2/public/time': () => ({ serverTime: String(market.now()) }),
    // The word is misspelt there, too.
    '/api/v2/public/annoucements': announcements,
    '/api/v2/spot/public/symbols': (query) =>
      (query.symbol === undefined ? symbolsOf('SPOT') : [find('SPOT', query.symbol)]).map(spotSymbolRow),
    '/api/v2/spot/public/coins': coins,
    '/api/v2/margin/currencies': () => symbolsOf('SPOT').flatMap((symbol) => (symbol.margin ? [marginRow(symbol, symbol.margin)] : [])),
    '/api/v2/mix/market/contracts': (query) => {
      const type = productType(query);
      // The demo lines exist there and are empty here.
      return type === null ? [] : (query.symbol === undefined ? symbolsOf(type) : [find(type, query.symbol)]).map(contractRow);
    },
    '/api/v2/mix/market/query-position-lever': (query) => leverageTiers(find(productType(query), query.symbol)),
    '/api/v2/spot/market/vip-fee-rate': () => feeLevels('spot'),
    '/api/v2/mix/market/vip-fee-rate': () => feeLevels('contract'),
    '/api/v2/spot/market/tickers': (query) => tickers('SPOT', query.symbol),
    '/api/v2/mix/market/tickers': (query) => (productType(query) ? tickers(productType(query)!, undefined) : []),
    '/api/v2/mix/market/ticker': (query) => [tickers(productType(query) ?? 'USDT-FUTURES', query.symbol ?? '')].flat(),
    '/api/v2/spot/market/candles': (query) => candles('SPOT', query, mostCandles),
    '/api/v2/spot/market/history-candles': (query) => candles('SPOT', query, mostPastCandles),
    '/api/v2/mix/market/candles': contractCandles,
    '/api/v2/mix/market/history-candles': (query) => candles(productType(query), query, mostPastCandles),
    '/api/v2/mix/market/history-mark-candles': (query) => candles(productType(query), query, mostPastCandles, 'mark'),
    '/api/v2/mix/market/history-index-candles': (query) => candles(productType(query), query, mostPastCandles, 'index'),
    '/api/v2/spot/market/orderbook': wholeBook,
    '/api/v2/spot/market/merge-depth': (query) => mergedBook('SPOT', query),
    '/api/v2/mix/market/merge-depth': (query) => mergedBook(productType(query), query),
    '/api/v2/spot/market/fills': (query) => fills('SPOT', query),
    '/api/v2/spot/market/fills-history': (query) => fills('SPOT', query),
    '/api/v2/mix/market/fills': (query) => fills(productType(query), query),
    '/api/v2/mix/market/fills-history': (query) => fills(productType(query), query),
    '/api/v2/mix/market/history-fund-rate': fundingHistory,
    '/api/v2/mix/market/current-fund-rate': fundingNow,
    '/api/v2/mix/market/funding-time': fundingNow,
    '/api/v2/mix/market/open-interest': openInterest,
    '/api/v2/mix/market/symbol-price': prices,
    ...Object.fromEntries(Object.entries(insightPaths).map(([path, name]) => [path, (query: Query) => insight(name, query)])),
  };

  return async (path, query) => {
    const answer = Object.hasOwn(paths, path) ? paths[path]! : null;
    if (!answer) throw unknownPath();
    return answer(query);
  };
}
