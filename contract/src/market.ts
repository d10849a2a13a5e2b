// What both sides agree on about markets: lines, symbols, quotes, candles, and the market data calls of section 7.
import * as v from 'valibot';
import { marginModes } from './pages.ts';
import {
  call,
  characters,
  count,
  decimal,
  filled,
  fraction,
  languageType,
  listOf,
  pageNum,
  pageOf,
  pageSize,
  queryFlag,
  queryInt,
  queryList,
  queryOneOf,
  queryTime,
  region,
  text,
  timeMs,
  maxPageSize,
} from './wire.ts';
import { contractLines, listLines } from './business-lines.ts';

/** Section 9, Display: what a change is measured against. Minutes from UTC, or the last 24 hours. */
export const last24h = -1;
export const timeZoneOffsets: readonly number[] = Array.from({ length: 25 }, (_, step) => -720 + 60 * step);
export const changeBases: readonly number[] = [last24h, ...timeZoneOffsets];
export const defaultChangeBase = last24h;
export const isChangeBase = (minutes: number): boolean => changeBases.includes(minutes);
/** 480 is UTC+8. */
export const utcName = (minutes: number): string => `UTC${minutes < 0 ? '\u2212' : '+'}${Math.abs(minutes) / 60}`;
/** A day on last24h is a day in UTC. */
export const dayOffsetMinutes = (base: number): number => (base === last24h ? 0 : base);

/** One constant for rankings, movers (24 h turnover) and AI picks (7-day average), in USDT. */
export const liquidityFloorUsdt = 50_000;

const symbolTags = ['new', 'hot', 'st'] as const;
export type SymbolTag = (typeof symbolTags)[number];

const symbolStatuses = ['online', 'halted', 'prelaunch', 'delisted'] as const;
export type SymbolStatus = (typeof symbolStatuses)[number];

/**
 * The newest state of one symbol, as it travels: a tuple, because thousands of them do.
 * Decimals are strings; ts is ms; seq grows with every change of the symbol, across restarts too.
 */
const spotQuoteRow = v.tuple([
  filled(64), // symbolId
  decimal, // last
  decimal, // price 24 h ago
  decimal, // 24 h high
  decimal, // 24 h low
  decimal, // 24 h turnover in quote currency
  v.number(), // ts
  v.number(), // seq
]);
/** A contract says more; null is what its source does not tell. The first part is said again: a spread would keep it in every page. */
const contractQuoteRow = v.tuple([
  filled(64),
  decimal,
  decimal,
  decimal,
  decimal,
  decimal,
  v.number(),
  v.number(),
  v.nullable(decimal), // mark price
  v.nullable(decimal), // index price
  v.nullable(fraction), // funding rate of the running interval
  v.nullable(timeMs), // when it is settled
  v.nullable(decimal), // open interest in base currency
]);
export const quoteRow = v.union([contractQuoteRow, spotQuoteRow]);
export type QuoteRow = v.InferOutput<typeof quoteRow>;
export type ContractQuoteRow = v.InferOutput<typeof contractQuoteRow>;
export const quoteAt = { symbolId: 0, last: 1, open24h: 2, high24h: 3, low24h: 4, turnover24h: 5, ts: 6, seq: 7 } as const;
export const contractAt = { mark: 8, index: 9, fundingRate: 10, nextFundingAt: 11, openInterest: 12 } as const;
export const isContractRow = (row: QuoteRow): row is ContractQuoteRow => row.length === 13;

/** A price older than this is marked stale on every screen. */
export const staleAfterMs = 10_000;

export const symbolId = v.pipe(characters, v.regex(/^[\p{L}\p{N}$.-]{2,40}(?:_(?:S?[UDC]MCBL))?(?:_\d{6})?$/u), v.maxLength(64));
export const coinCode = v.pipe(characters, v.regex(/^[\p{L}\p{N}$.-]{1,32}$/u));
export const slug = v.pipe(characters, v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), v.maxLength(40));
const md5 = v.pipe(characters, v.regex(/^[0-9a-f]{32}$/));
export const iconUrl = text(300);

/** On what terms a spot pair is traded with borrowed money; rates are shares of the loan per day. */
const marginTerms = v.object({
  /** null = not on cross margin. */
  crossLeverage: v.nullable(count),
  isolatedLeverage: v.nullable(count),
  baseDailyRate: fraction,
  quoteDailyRate: fraction,
});
export type MarginTerms = v.InferOutput<typeof marginTerms>;

/** One row of a list: what does not change about a symbol, and its newest quote. */
export const symbolItem = v.object({
  symbolId,
  baseSymbol: coinCode,
  pricedSymbol: coinCode,
  name: filled(100),
  iconUrl,
  pricePrecision: count,
  tickSize: decimal,
  tags: listOf(v.picklist(symbolTags), symbolTags.length),
  status: v.picklist(symbolStatuses),
  maxLeverage: v.nullable(count),
  /** Market cap of the base coin in USDT; null where the supply is not known. */
  cap: v.nullable(decimal),
  sectors: listOf(slug, 20),
  /** null = the source does not tell. */
  listedAt: v.nullable(timeMs),
  /** Contracts that end. */
  deliveryAt: v.optional(timeMs),
  /** Perpetual contracts. */
  fundingIntervalHours: v.optional(count),
  /** In lists of margin pairs, and of one coin. */
  margin: v.optional(marginTerms),
  quote: quoteRow,
});
export type SymbolItem = v.InferOutput<typeof symbolItem>;

export const listSorts = [
  'turnover',
  'price',
  'change',
  'name',
  'high',
  'cap',
  'listed',
  'mark',
  'index',
  'funding',
  'openInterest',
  'leverage',
  'borrow',
] as const;
export type ListSort = (typeof listSorts)[number];
export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];
export const anyQuote = 'all';
/** How many rows can be asked for by name. */
const maxNamedRows = 200;

/** Section 3, Contract symbol. */
export const contractSymbol = v.object({
  symbolId,
  symbolCode: filled(64),
  symbolCodeDisplayName: filled(64),
  supportUtaFlag: v.boolean(),
  baseSymbol: coinCode,
  pricedSymbol: coinCode,
  businessLine: v.picklist(contractLines),
  pricePrecision: count,
  tickSize: decimal,
  maxLeverage: count,
  status: v.picklist(symbolStatuses),
  /** Delivery contracts end; perpetual ones do not. */
  deliveryAt: v.nullable(timeMs),
});
export type ContractSymbol = v.InferOutput<typeof contractSymbol>;

const catalogSymbol = v.object({
  symbolId,
  symbolCodeDisplayName: filled(64),
  baseSymbol: coinCode,
  pricedSymbol: coinCode,
  name: filled(100),
  iconUrl,
  businessLine: v.picklist([1, 2]),
  contractLine: v.nullable(v.picklist(contractLines)),
  pricePrecision: count,
  tickSize: decimal,
  status: v.picklist(symbolStatuses),
  tags: listOf(v.picklist(symbolTags), symbolTags.length),
  listedAt: v.nullable(timeMs),
});
export type CatalogSymbol = v.InferOutput<typeof catalogSymbol>;

export const candleIntervals = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '3d', '1w', '1M'] as const;
export type CandleInterval = (typeof candleIntervals)[number];
export const maxCandles = 1000;
/** Rows of [open time, open, high, low, close, base volume, turnover]. */
export const candleRow = v.tuple([timeMs, decimal, decimal, decimal, decimal, decimal, decimal]);
export type CandleRow = v.InferOutput<typeof candleRow>;
export const candleAt = { openTime: 0, open: 1, high: 2, low: 3, close: 4, baseVolume: 5, turnover: 6 } as const;

/**
 * What a taker did, on the live topic 'trades': rows of [id, time, price, size in base currency, side]. A snapshot holds the last of them.
 */
export const tradeRow = v.tuple([filled(64), timeMs, decimal, decimal, v.picklist(['buy', 'sell'])]);
export type TradeRow = v.InferOutput<typeof tradeRow>;
export const liveTrades = 50;

/** Seven days of four-hour closes. */
export const sparklinePoints = 42;
export const maxSparklineSymbols = 100;

/** Section 7: the wire's names of the markets in getOpenPrice. */
export const openPriceMarkets = { spot: 'sp', futures: 'mc' } as const;
/** What getOpenPrice takes, in plain words. */
export const openPriceInput = (market: keyof typeof openPriceMarkets, changeBase: number) => ({
  bussiness: openPriceMarkets[market],
  timezone: changeBase,
});

const coinHit = v.object({
  symbolId,
  baseSymbol: coinCode,
  pricedSymbol: coinCode,
  name: filled(100),
  iconUrl,
  businessLine: v.picklist([1, 2]),
  last: decimal,
  change24h: fraction,
});
export type CoinHit = v.InferOutput<typeof coinHit>;

export const marketCalls = {
  getHomeQuotation: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/market/getHomeQuotation',
    about: 'A price list: the symbols of one line with their newest quotes, filtered, sorted and paged.',
    input: v.object({
      languageType,
      businessLine: v.optional(queryOneOf(listLines), 1),
      quote: v.optional(v.pipe(characters, v.regex(/^(?:all|[A-Z]{3,10})$/))),
      category: v.optional(slug),
      /** Only pairs that can be traded with borrowed money, with their terms. */
      margin: v.optional(v.picklist(marginModes)),
      /** Every pair and contract of one coin, or these symbols: of all lines. */
      baseSymbol: v.optional(coinCode),
      symbolIds: v.optional(queryList(symbolId, maxNamedRows)),
      /** What changes are measured against when rows are put in order by them. */
      timezone: v.optional(queryOneOf(changeBases)),
      sort: v.optional(v.picklist(listSorts), 'turnover'),
      direction: v.optional(v.picklist(directions), 'desc'),
      pageNum,
      pageSize: pageSize(100),
    }),
    weight: { field: 'pageSize', per: 500 },
    /** coins: how many different base coins the whole line has; asOf: when the rows were read. */
    output: v.object({ ...pageOf(symbolItem).entries, coins: count, asOf: timeMs }),
  }),
  getAllSymbol: call({
    kind: 'read',
    cacheSeconds: 10,
    method: 'GET',
    path: '/mix/symbol/getAllSymbol',
    about: 'Every symbol the reader may see, without prices.',
    input: v.object({ languageType, businessLine: v.optional(queryOneOf([1, 2])) }),
    output: pageOf(catalogSymbol),
  }),
  getAllPartitionV2: call({
    kind: 'read',
    method: 'GET',
    path: '/spot/symbol/getAllPartitionV2',
    about:
      'Categories and quote currencies of the spot list. With the md5Value of the last answer, an unchanged one comes back short. With ' +
      'showWatchGroup, your favorites categories come with it.',
    input: v.object({ languageType, region, md5Value: v.optional(md5), showWatchGroup: v.optional(queryFlag, false) }),
    output: v.object({
      md5Value: md5,
      /** True: nothing changed since the md5Value that was sent, and the lists are empty. */
      unchanged: v.boolean(),
      quotes: listOf(v.object({ quote: coinCode, count }), 100),
      categories: listOf(v.object({ slug, nameKey: filled(100), name: filled(100), count, countByQuote: v.record(coinCode, count) }), 200),
      /** The favorites categories of the caller, with their spot pairs; no part of the md5Value. null: not asked for, or a visitor. */
      watchGroups: v.nullable(
        listOf(v.object({ groupId: filled(64), name: text(120), count, symbolIds: listOf(symbolId, maxPageSize) }), maxPageSize),
      ),
    }),
  }),
  contractSymbols: call({
    kind: 'read',
    cacheSeconds: 10,
    method: 'GET',
    path: '/mcp/contract/symbols',
    about: 'The contracts of one line. With the md5 of the last answer, an unchanged one comes back short.',
    input: v.object({ languageType, businessLine: queryOneOf(contractLines), md5: v.optional(md5) }),
    output: v.object({ md5, unchanged: v.boolean(), listDTOS: listOf(contractSymbol, 5000) }),
  }),
  getCoinChainList: call({
    kind: 'read',
    cacheSeconds: 60,
    method: 'GET',
    path: '/spot/public/getCoinChainList',
    about: 'Coins with the chains they live on.',
    input: v.object({ languageType, region }),
    output: pageOf(
      v.object({
        coinId: filled(32),
        coinName: coinCode,
        fullName: filled(100),
        imgUrl: iconUrl,
        chains: listOf(
          v.object({ chain: filled(64), contractAddress: v.nullable(text(128)), depositable: v.boolean(), withdrawable: v.boolean() }),
          50,
        ),
      }),
    ),
  }),
  getOpenPrice: call({
    kind: 'read',
    method: 'POST',
    path: '/kline/getOpenPrice',
    about: 'The price each symbol opened with on a change base, for changes since then.',
    input: v.object({
      languageType,
      bussiness: v.picklist(['sp', 'mc']),
      timezone: v.optional(queryOneOf(changeBases), last24h),
    }),
    output: v.object({
      symbolKlines: listOf(v.object({ symbolId, openPrice: decimal, openTime: timeMs }), 10_000),
      /** Whether every symbol that trades is among them; if not, the rest is being read and comes with a later call. */
      isWhole: v.boolean(),
    }),
  }),
  getMoreKlineData: call({
    kind: 'read',
    method: 'POST',
    path: '/kline/getMoreKlineData',
    about: 'Candles of one symbol, oldest first.',
    input: v.object({
      languageType,
      symbolId,
      interval: v.optional(v.picklist(candleIntervals), '1h'),
      from: v.optional(queryTime),
      to: v.optional(queryTime),
      limit: v.optional(queryInt(1, maxCandles), 200),
    }),
    weight: { field: 'limit', per: 250 },
    output: v.object({ symbolId, interval: v.picklist(candleIntervals), candles: listOf(candleRow, maxCandles) }),
  }),
  getMultiKlineDataNewV2: call({
    kind: 'read',
    cacheSeconds: 60,
    method: 'GET',
    path: '/mix/index/getMultiKlineDataNewV2',
    about: 'Seven-day lines of several symbols: closes, oldest first. Symbols without history are left out.',
    input: v.object({ languageType, symbolIds: queryList(symbolId, maxSparklineSymbols) }),
    weight: { field: 'symbolIds', per: 50 },
    output: v.object({
      items: listOf(v.object({ symbolId, closes: listOf(decimal, 200) }), maxSparklineSymbols),
      intervalMs: count,
      asOf: timeMs,
    }),
  }),
  searchCoin: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/index/data/searchCoin',
    about: 'Coin search; a keyword that finds nothing is refused. Without a keyword: what people look at (section 3, Search lists).',
    input: v.object({
      languageType,
      keyword: v.optional(v.pipe(characters, v.trim(), v.maxLength(64)), ''),
      /** Only coins with a pair of this line. */
      businessLine: v.optional(queryOneOf([1, 2])),
      limit: v.optional(queryInt(1, 50), 20),
    }),
    output: v.object({
      items: listOf(coinHit, 50),
      total: count,
      hotSearchList: listOf(coinHit, 20),
      increaseList: listOf(coinHit, 20),
      newCurrencyList: listOf(coinHit, 20),
      volList: listOf(coinHit, 20),
    }),
  }),
  topExchangeList: call({
    kind: 'read',
    cacheSeconds: 10,
    method: 'GET',
    path: '/mix/index/topExchangeList',
    about: 'The markets of this exchange by 24 h turnover: spot by quote currency, contracts by line.',
    input: v.object({ languageType }),
    output: pageOf(
      v.object({
        rank: count,
        name: filled(64),
        businessLine: v.picklist(listLines),
        iconUrl,
        turnover24hUsdt: decimal,
        share: fraction,
        pairs: count,
      }),
    ),
  }),
} as const;
