// The REST half: every path a client of Bitget asks without a key.
import type { ApiCandle, ApiInstType, ApiQuote, ApiSymbol, ApiTrade } from './shapes.ts';
import { candleRow, contractRow, fillRow, instIdOf, instTypes, intervalOf, isInstType, spotSymbolRow, tickerRow } from './shapes.ts';
import { insights, type InsightPoint } from './insights.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';

interface Range {
  readonly symbolId: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** The market as this door sees it. null = it has nothing of the kind. */
export interface ApiMarket {
  symbols(): readonly ApiSymbol[];
  quote(symbolId: string): ApiQuote | undefined;
  candles(query: Range & { readonly interval: CandleInterval }): Promise<readonly ApiCandle[] | null>;
  trades(query: Range): Promise<readonly ApiTrade[] | null>;
  series(query: Range & { readonly metric: string; readonly period: CandleInterval }): Promise<readonly InsightPoint[] | null>;
  now(): number;
}

/** A request that cannot be answered; becomes Bitget's envelope with its code. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

type Query = Readonly<Record<string, string | undefined>>;

const mostCandles = 1_000;
const mostRows = 500;

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
  const whole = (query: Query, name: string): number | undefined => {
    const text = query[name];
    if (text === undefined || text === '') return undefined;
    if (!/^\d{1,15}$/.test(text)) throw new ApiRefusal('40020', `Parameter ${name} error`);
    return Number(text);
  };
  const limitOf = (query: Query, usual: number, most: number) => Math.max(1, Math.min(most, whole(query, 'limit') ?? usual));

  const tickers = (type: ApiInstType, instId: string | undefined) =>
    (instId === undefined ? symbolsOf(type) : [find(type, instId)]).flatMap((symbol) => {
      const quote = market.quote(symbol.symbolId);
      return quote && symbol.status !== 'delisted' ? [tickerRow(symbol, quote, 'symbol')] : [];
    });

  const candles = async (type: ApiInstType | null, query: Query) => {
    const symbol = find(type, query.symbol);
    const interval = intervalOf(query.granularity ?? '');
    if (interval === null) throw new ApiRefusal('40020', 'Parameter granularity error');
    const range = { symbolId: symbol.symbolId, from: whole(query, 'startTime'), to: whole(query, 'endTime'), limit: limitOf(query, 100, mostCandles) };
    return ((await market.candles({ ...range, interval })) ?? []).map((candle) => candleRow(symbol, candle));
  };

  /** Mark and index are known at the beginnings of candles: each runs from its own to the next one's. */
  const priceCandles = async (metric: 'markPrice' | 'indexPrice', query: Query) => {
    const symbol = find(productType(query), query.symbol);
    const period = intervalOf(query.granularity ?? '');
    if (period === null) throw new ApiRefusal('40020', 'Parameter granularity error');
    const points = (await market.series({ metric, period, symbolId: symbol.symbolId, from: whole(query, 'startTime'), to: whole(query, 'endTime'), limit: limitOf(query, 100, mostCandles) })) ?? [];
    return points.map(({ ts, values }, i) => {
      const open = values.price!;
      const close = points[i + 1]?.values.price ?? open;
      return candleRow(symbol, { ts, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 0, turnover: 0 });
    });
  };

  const fills = async (type: ApiInstType | null, query: Query) => {
    const symbol = find(type, query.symbol);
    const rows = (await market.trades({ symbolId: symbol.symbolId, from: whole(query, 'startTime'), to: whole(query, 'endTime'), limit: limitOf(query, 100, mostRows) })) ?? [];
    return rows.toReversed().map((trade) => fillRow(symbol, trade));
  };

  const fundingHistory = async (query: Query) => {
    const symbol = find(productType(query), query.symbol);
    const pageSize = Math.max(1, Math.min(100, whole(query, 'pageSize') ?? 20));
    const page = whole(query, 'pageNo') ?? 1;
    const points = (await market.series({ metric: 'fundingRate', period: '1h', symbolId: symbol.symbolId, limit: pageSize * page })) ?? [];
    return points.toReversed().slice(pageSize * (page - 1)).map(({ ts, values }) => ({ symbol: instIdOf(symbol), fundingRate: values.rate!.toFixed(8), fundingTime: String(ts) }));
  };

  const fundingNow = (query: Query) => {
    const type = productType(query);
    const wanted = query.symbol === undefined ? (type ? symbolsOf(type) : []) : [find(type, query.symbol)];
    return wanted.flatMap((symbol) => {
      const quote = market.quote(symbol.symbolId);
      if (quote?.fundingRate === undefined) return [];
      const next = quote.nextFundingAt === undefined ? '' : String(quote.nextFundingAt);
      const hours = String(symbol.fundingIntervalHours ?? 8);
      return [{ symbol: instIdOf(symbol), fundingRate: quote.fundingRate.toFixed(8), fundingRateInterval: hours, nextUpdate: next, minFundingRate: '-0.02', maxFundingRate: '0.02', nextFundingTime: next, ratePeriod: hours }];
    });
  };

  const openInterest = (query: Query) => {
    const symbol = find(productType(query), query.symbol);
    const quote = market.quote(symbol.symbolId);
    return { openInterestList: quote?.openInterest === undefined ? [] : [{ symbol: instIdOf(symbol), size: String(quote.openInterest) }], ts: String(quote?.ts ?? market.now()) };
  };

  const prices = (query: Query) => {
    const symbol = find(productType(query), query.symbol);
    const quote = market.quote(symbol.symbolId);
    if (!quote) return [];
    return [{ symbol: instIdOf(symbol), price: String(quote.last), indexPrice: String(quote.index ?? ''), markPrice: String(quote.mark ?? ''), ts: String(quote.ts) }];
  };

  const insight = async (name: string, query: Query) => {
    const known = Object.hasOwn(insights, name) ? insights[name]! : null;
    if (!known) throw new ApiRefusal('40404', 'Request URL NOT FOUND', 404);
    const symbol = find(known.line === 'spot' ? 'SPOT' : 'USDT-FUTURES', query.symbol);
    const span = known.span(query.period);
    if (!span) throw new ApiRefusal('40020', 'Parameter period error');
    const points = (await market.series({ metric: known.metric, period: span.period, symbolId: symbol.symbolId, limit: span.count })) ?? [];
    return known.rows(points, market.quote(symbol.symbolId)?.last ?? NaN);
  };

  const paths: Readonly<Record<string, (query: Query) => unknown>> = {
    '/api/v2/public/time': () => ({ serverTime: String(market.now()) }),
    '/api/v2/spot/public/symbols': (query) => (query.symbol === undefined ? symbolsOf('SPOT') : [find('SPOT', query.symbol)]).map(spotSymbolRow),
    '/api/v2/spot/public/coins': () => [],
    '/api/v2/margin/currencies': () => [],
    '/api/v2/mix/market/contracts': (query) => {
      const type = productType(query);
      // The demo lines exist there and are empty here.
      return type === null ? [] : (query.symbol === undefined ? symbolsOf(type) : [find(type, query.symbol)]).map(contractRow);
    },
    '/api/v2/spot/market/tickers': (query) => tickers('SPOT', query.symbol),
    '/api/v2/mix/market/tickers': (query) => (productType(query) ? tickers(productType(query)!, undefined) : []),
    '/api/v2/mix/market/ticker': (query) => [tickers(productType(query) ?? 'USDT-FUTURES', query.symbol ?? '')].flat(),
    '/api/v2/spot/market/candles': (query) => candles('SPOT', query),
    '/api/v2/spot/market/history-candles': (query) => candles('SPOT', query),
    '/api/v2/mix/market/candles': (query) => candles(productType(query), query),
    '/api/v2/mix/market/history-candles': (query) => candles(productType(query), query),
    '/api/v2/mix/market/history-mark-candles': (query) => priceCandles('markPrice', query),
    '/api/v2/mix/market/history-index-candles': (query) => priceCandles('indexPrice', query),
    '/api/v2/spot/market/fills': (query) => fills('SPOT', query),
    '/api/v2/spot/market/fills-history': (query) => fills('SPOT', query),
    '/api/v2/mix/market/fills': (query) => fills(productType(query), query),
    '/api/v2/mix/market/fills-history': (query) => fills(productType(query), query),
    '/api/v2/mix/market/history-fund-rate': fundingHistory,
    '/api/v2/mix/market/current-fund-rate': fundingNow,
    '/api/v2/mix/market/funding-time': fundingNow,
    '/api/v2/mix/market/open-interest': openInterest,
    '/api/v2/mix/market/symbol-price': prices,
  };

  return async (path, query) => {
    const named = /^\/api\/v3\/market\/([a-z-]+)$/.exec(path)?.[1];
    if (named !== undefined) return insight(named, query);
    const answer = Object.hasOwn(paths, path) ? paths[path]! : null;
    if (!answer) throw new ApiRefusal('40404', 'Request URL NOT FOUND', 404);
    return answer(query);
  };
}
