// The door to the outside: any source of prices. A source offers what it has; what it lacks is left out here and shown as
// missing on the screens, never invented.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Candle, CandleQuery } from './candle.ts';
import type { CatalogData } from './catalog-data.ts';
import type { OnchainMarket } from './onchain-market.ts';
import type { Tick } from './tick.ts';
import type { WorldFacts } from './world-facts.ts';

export interface Source {
  readonly name: string;
  /** True: the prices are made up, and every page says so. */
  readonly simulated: boolean;
  /** True: it tells every tick it has, one after the other, also those of a time in which this process stood still. */
  readonly tellsAllTicks?: boolean;
  /**
   * Under what name the candles it tells are kept across restarts, for a source that is far away. Left out: it has its whole past
   * at hand, computed or recorded, and tells it the same way every time.
   */
  readonly candlesKeptAs?: string;
  catalog(): Promise<CatalogData>;
  /** Called whenever catalog() would answer differently than before: a listing, a halt, a delivery. */
  onCatalogChange?(listener: () => void): () => void;
  /** What takes long and can be done before start(): a process that waits for its turn does it meanwhile. */
  prepare?(): Promise<void>;
  /**
   * Streams until stopped. The first batch holds what is known of every symbol.
   * after: newest time that the process before has told; a source with a time of its own, as a recording is, goes on there.
   */
  start(onTicks: (ticks: readonly Tick[]) => void, after?: number): void;
  stop(): void;
  candles?(query: CandleQuery): Promise<readonly Candle[]>;
  /**
   * How a symbol went within (from, to], oldest first, its turning points among them; left out: its trades tell it as far as they reach
   * back.
   */
  ticks?(query: PastTickQuery): Promise<readonly PastTick[]>;
  trades?: TradeSource;
  /** Positions it closed for want of margin; left out: it tells none. */
  liquidations?: LiquidationSource;
  /** What it has no past of for this symbol, though its trades tell it: a process that keeps history adds them up. */
  madeFromTrades?(symbolId: string): readonly TradeMetric[];
  /** Open orders of a symbol as they are now; an empty side = no offers. */
  orderBook?(symbolId: string): Promise<OrderBook>;
  /** Points of a metric; empty = the source has none of it for that symbol. */
  series?<M extends Metric>(query: SeriesQuery<M>): Promise<readonly SeriesPoint<M>[]>;
  /** Points of what the source knows only of now, for a process that keeps history; a source that has history offers none. */
  onSamples?(listener: (samples: readonly SeriesSample[]) => void): () => void;
  /** The running funding of a perpetual contract. */
  funding?(symbolId: string): Promise<Funding>;
  /** Symbols that a page shows or an alert waits on: told as they change, not at the beat of the lists. The most important
   * come first, for a source that cannot follow all. Replaces the last call's. */
  follow?(symbolIds: Iterable<string>): void;
  /** Both sides, the best price first; empty = that coin is not traded for that money. */
  p2pAds?(query: { readonly fiat: string; readonly coin: string }): Promise<readonly P2pAd[]>;
  /** The chain of blocks of Bitcoin. */
  blocks?(): Promise<Blocks>;
  /** Tokens on chains and their pools, as they are now. */
  onchain?(): Promise<OnchainMarket>;
  /** Units of each currency that one USDT buys. */
  fiatRates?(): Promise<Readonly<Record<string, number>>>;
  /** Other exchanges that are read beside it for trading data alone; their names tell them apart. */
  readonly beside?: readonly Source[];
  /** Facts of others about the market of the whole world. */
  readonly world?: { facts(): WorldFacts; onChange(listener: () => void): () => void };
}

export interface PastTickQuery {
  readonly symbolId: string;
  readonly from: number;
  readonly to: number;
}

export type PastTick = Pick<Tick, 'ts' | 'last' | 'mark' | 'index' | 'open24h'>;

/** One taker's order, with any number of makers; or one fill of it (see order). */
export interface Trade {
  /** Unique within the symbol and growing with time. */
  readonly id: string;
  readonly symbolId: string;
  readonly ts: number;
  readonly price: number;
  /** In base currency. */
  readonly size: number;
  /** What the taker did. */
  readonly side: 'buy' | 'sell';
  /** Where a source tells the fills of an order one by one: those that follow each other under one name are one order. */
  readonly order?: string;
}

/** A price, and what is offered at it in base currency. */
export type BookLevel = readonly [price: number, size: number];

/** Both sides, the best price first. */
export interface OrderBook {
  readonly ts: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Trades within [from, to]; when there are more than limit, the newest of them. Oldest first. */
export interface TradeQuery {
  readonly symbolId: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** 'cut': the stream of the symbol broke. Then either 'whole': the trades in between were told, or 'missed': some were not. */
export interface TradeCut {
  readonly symbolId: string;
  readonly state: 'cut' | 'whole' | 'missed';
}

export interface TradeSource {
  range(query: TradeQuery): Promise<readonly Trade[]>;
  /** Streams the trades of these symbols until the returned function is called. */
  watch(symbolIds: readonly string[], onTrades: (trades: readonly Trade[]) => void, onCut?: (cut: TradeCut) => void): () => void;
}

export type PositionSide = 'long' | 'short';

/** A position that the exchange closed because its margin was used up. */
export interface Liquidation {
  readonly symbolId: string;
  readonly ts: number;
  /** Of the position that was closed: a long one is sold, a short one bought back. */
  readonly side: PositionSide;
  readonly price: number;
  /** In base currency. */
  readonly size: number;
  /** What that was worth at the price, in dollars of the currency the contract is priced in. */
  readonly value: number;
}

/** Within [from, to]; when there are more than limit, the largest of them by value. The largest first. */
export interface LiquidationQuery {
  /** Left out: of all contracts. */
  readonly symbolId?: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** 'heard': from now on nothing of these is missed; 'cut': not heard any more. */
export type LiquidationHearing = 'heard' | 'cut';

export interface LiquidationSource {
  /** Left out: it has no past of them, and a process that keeps history adds them up. */
  range?(query: LiquidationQuery): Promise<readonly Liquidation[]>;
  /** Streams those of these contracts, the most important ones first, until the returned function is called. */
  watch(
    symbolIds: readonly string[],
    onLiquidations: (liquidations: readonly Liquidation[]) => void,
    onHearing: (symbolIds: readonly string[], hearing: LiquidationHearing) => void,
  ): () => void;
}

/**
 * What each point of a metric holds, by the contract's names; those metrics that are sums of other
 * facts (netInflow24h, whaleNetFlow5d, the whole network's) are made from these and not asked from a source. Shares lie between
 * 0 and 1; amounts say their currency.
 */
export interface MetricValues {
  /** Turnover in quote currency of takers by size of their order (contract: fundFlowThresholds), over the period. */
  fundFlow: { whaleBuy: number; whaleSell: number; dolphinBuy: number; dolphinSell: number; fishBuy: number; fishSell: number };
  /** Borrowed quote over borrowed base, by value. */
  marginLongShort: { ratio: number };
  /** Growth of what is borrowed over the 24 hours before. */
  marginLoanGrowth: { growth: number };
  /** Borrowed on isolated margin, base over quote, by value. */
  isolatedBorrowRatio: { ratio: number };
  /** In base currency and in USDT. */
  openInterest: { base: number; value: number };
  /** Shares of accounts; together 1. */
  longShortAccounts: { long: number; short: number };
  /** Of the largest accounts: by number and by what they hold. Each pair together 1. */
  largeAccountsPositions: { longAccounts: number; shortAccounts: number; longPositions: number; shortPositions: number };
  /** In base currency, over the period; together the volume of the candle. */
  takerVolume: { buy: number; sell: number };
  /** Positions that were closed by the exchange over the period, in dollars of the currency the contract is priced in. */
  liquidations: { long: number; short: number };
  /** Contract over index: difference, and its share of the index. */
  basis: { contract: number; index: number; basis: number; rate: number };
  /** One point per settlement, at its time, in any period. */
  fundingRate: { rate: number };
  markPrice: { price: number };
  indexPrice: { price: number };
}
export type Metric = keyof MetricValues;
/** One that is forgotten here does not compile. */
const namedMetrics: Readonly<Record<Metric, true>> = {
  openInterest: true,
  longShortAccounts: true,
  largeAccountsPositions: true,
  takerVolume: true,
  basis: true,
  fundingRate: true,
  markPrice: true,
  indexPrice: true,
  fundFlow: true,
  marginLongShort: true,
  marginLoanGrowth: true,
  isolatedBorrowRatio: true,
  liquidations: true,
};

export const metrics = Object.keys(namedMetrics) as readonly Metric[];
/** Those that are nothing but sums of trades. */
export type TradeMetric = 'fundFlow' | 'takerVolume';

/**
 * Points whose period begins within [from, to]; when there are more than limit, the newest of them. Oldest first. What is a
 * state is told as it was at ts; what adds up covers [ts, ts + period), as far as it is over.
 */
export interface SeriesQuery<M extends Metric = Metric> {
  readonly metric: M;
  readonly symbolId: string;
  readonly period: CandleInterval;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

export interface SeriesPoint<M extends Metric = Metric> {
  readonly ts: number;
  readonly values: MetricValues[M];
  /** Added up from trades of which some are not known. */
  readonly isPartial?: true;
}

export const seriesPointOf = <M extends Metric>(ts: number, values: MetricValues[M], isPartial: boolean): SeriesPoint<M> =>
  isPartial ? { ts, values, isPartial } : { ts, values };

export interface SeriesSample<M extends Metric = Metric> extends SeriesPoint<M> {
  readonly metric: M;
  readonly symbolId: string;
}

export interface Funding {
  readonly rate: number;
  /** When it is settled next; null = the source does not say. */
  readonly nextAt: number | null;
}

export interface P2pAd {
  readonly id: string;
  /** What the merchant does: a 'sell' ad is one a visitor buys from. */
  readonly side: 'buy' | 'sell';
  /** Units of fiat for one coin. */
  readonly price: number;
  /** In coins. */
  readonly available: number;
  /** Of one order, in fiat. */
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly paymentMethods: readonly string[];
  readonly merchant: P2pMerchant;
  readonly updatedAt: number;
}

export interface P2pMerchant {
  readonly name: string;
  readonly isVerified: boolean;
  readonly orders30d: number;
  /** Share of orders brought to their end. */
  readonly completion: number;
  readonly releaseMinutes: number;
}

export interface Block {
  readonly height: number;
  readonly at: number;
}

export interface Blocks {
  readonly height: number;
  /** Newest first. */
  readonly recent: readonly Block[];
  /** Over the last day or so. */
  readonly averageIntervalMs: number;
}
