// The door to the outside: whatever knows prices. A source offers what it has; what it lacks is left out here and shown as
// missing on the screens, never invented.
import type { Candle, CandleQuery } from '../candle.ts';
import type { CatalogData } from '../catalog/catalog.ts';
import type { Tick } from '../tick.ts';

export interface Source {
  readonly name: string;
  /** True: the prices are made up, and every page says so. */
  readonly simulated: boolean;
  catalog(): Promise<CatalogData>;
  /** Streams until stopped. The first batch holds what is known of every symbol. */
  start(onTicks: (ticks: readonly Tick[]) => void): void;
  stop(): void;
  candles?(query: CandleQuery): Promise<readonly Candle[]>;
  /** Units of each currency that one USDT buys. */
  fiatRates?(): Promise<Readonly<Record<string, number>>>;
}
