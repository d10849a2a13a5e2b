// What the room knows, and the two ways of getting to know it. calls.ts reads Facts; feed.ts and replica.ts write them.
import type { openPriceMarkets } from '@tidemark/contract/market.ts';
import type { Board } from './board.ts';
import type { Candle, CandleQuery } from './candle.ts';
import type { Catalog, MarketSymbol } from './catalog/catalog.ts';
import type { DayOpen } from './day-opens.ts';
import type { Metric, SeriesPoint, SeriesQuery, Trade, TradeQuery } from './sources/source.ts';

export interface Facts {
  catalog: Catalog;
  readonly board: Board;
  simulated: boolean;
  /** Units of each currency that one USDT buys; empty until known. */
  fiatRates: Readonly<Record<string, number>>;
  /** Tells the listeners; the board has the quotes already. */
  changed(symbolIds: readonly string[]): void;
}

export interface FactsKeeper {
  start(): Promise<void>;
  stop(): void;
  /** One answer per query; null = the source has no candles. */
  candles(queries: readonly CandleQuery[]): Promise<readonly (readonly Candle[])[] | null>;
  /** One answer per query, empty where the source has none of it; null = the source has no series at all. */
  series<M extends Metric>(queries: readonly SeriesQuery<M>[]): Promise<readonly (readonly SeriesPoint<M>[])[] | null>;
  /** One answer per query; null = the source tells no trades. */
  trades(queries: readonly TradeQuery[]): Promise<readonly (readonly Trade[])[] | null>;
  /** Of every symbol of the market that has a price; null = the source has no candles. */
  dayOpens(ask: DayOpensAsk): Promise<readonly DayOpen[] | null>;
}

export interface DayOpensAsk {
  readonly market: keyof typeof openPriceMarkets;
  /** Minutes from UTC: one of the contract's timeZoneOffsets. */
  readonly base: number;
}

/** The quoted symbols of spot or of all contracts, in catalog order. */
export function quotedSymbols(facts: Facts, market: DayOpensAsk['market']): readonly MarketSymbol[] {
  return facts.catalog.data.symbols.filter(({ symbolId, instType }) => (instType === 'sp') === (market === 'spot') && facts.board.quote(symbolId) !== undefined);
}

/** What one unit of a quote currency is worth in USDT; null = not known. */
export function usdtPer(facts: Facts, currency: string): number | null {
  if (currency === 'USDT') return 1;
  const quote = facts.board.quote(`${currency}USDT`);
  if (quote) return quote.last;
  const rate = facts.fiatRates[currency];
  return rate ? 1 / rate : null;
}
