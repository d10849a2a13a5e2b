// What the room can be asked beyond the board. The feed answers from its source, every other process asks the feed over the bus.
// null = the source has nothing of the kind, and the screens say so; an empty list = it knows the kind, but not of this symbol.
import { Refusal } from '@tidemark/contract/errors.ts';
import type { openPriceMarkets } from '@tidemark/contract/market.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type {
  Blocks,
  LiquidationQuery,
  Metric,
  OrderBook,
  P2pAd,
  SeriesPoint,
  SeriesQuery,
  Trade,
  TradeQuery,
} from '@tidemark/source/source.ts';
import type { DayOpen } from './day-opens.ts';
import type { PastTicks, PastTicksAsk } from './past-ticks.ts';
import type { LiquidationList } from './series/liquidation-series.ts';
import type { VenueReader } from './venues/venue-facts.ts';

/** Of several exchanges beside each other: venues/. */
export interface FactReader extends VenueReader {
  /** One answer per query. */
  candles(queries: readonly CandleQuery[]): Promise<readonly (readonly Candle[])[] | null>;
  /** Of every symbol of the market that has a price. */
  dayOpens(ask: DayOpensAsk): Promise<readonly DayOpen[] | null>;
  /** One answer per query, empty where the source has none of that metric. */
  series<M extends Metric>(queries: readonly SeriesQuery<M>[]): Promise<readonly (readonly SeriesPoint<M>[])[] | null>;
  /** One answer per query. */
  trades(queries: readonly TradeQuery[]): Promise<readonly (readonly Trade[])[] | null>;
  orderBook(symbolId: string): Promise<OrderBook | null>;
  /** null = the source tells none. */
  largestLiquidations(query: LiquidationQuery): Promise<LiquidationList | null>;
  /** Both sides, the best price first. */
  p2pAds(market: P2pPair): Promise<readonly P2pAd[] | null>;
  blocks(): Promise<Blocks | null>;
  /** Ticks that a process missed, one by one; of the last asks there may be no answer yet: ask again for those. */
  pastTicks(asks: readonly PastTicksAsk[]): Promise<PastTicks>;
}

export interface DayOpensAsk {
  readonly market: keyof typeof openPriceMarkets;
  /** Minutes from UTC: one of the contract's timeZoneOffsets. */
  readonly base: number;
}

export interface P2pPair {
  readonly fiat: string;
  readonly coin: string;
}

/** A source that lacks something may say so by refusing. */
export async function orLacking<T>(asked: Promise<T> | undefined): Promise<T | null> {
  if (!asked) return null;
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && error.error === 'sourceLacksData') return null;
    throw error;
  }
}
