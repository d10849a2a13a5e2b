// What the room knows, and the two ways of getting to know it. calls.ts reads Facts; feed.ts and replica.ts write them.
import type { Board } from './board.ts';
import type { Candle, CandleQuery } from './candle.ts';
import type { Catalog } from './catalog/catalog.ts';

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
}

/** What one unit of a quote currency is worth in USDT; null = not known. */
export function usdtPer(facts: Facts, currency: string): number | null {
  if (currency === 'USDT') return 1;
  const quote = facts.board.quote(`${currency}USDT`);
  if (quote) return quote.last;
  const rate = facts.fiatRates[currency];
  return rate ? 1 / rate : null;
}
