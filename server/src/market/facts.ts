// What the room knows, and the two ways of getting to know it. calls.ts reads Facts; feed.ts and replica.ts write them.
import { usdtWorth } from '@tidemark/contract/money.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Liquidation } from '@tidemark/source/source.ts';
import type { WorldFacts } from '@tidemark/source/world-facts.ts';
import type { Board, Quote } from './board.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { DayOpensAsk, FactReader } from './fact-reader.ts';
import type { Watches } from './watches.ts';

export interface Facts {
  catalog: Catalog;
  readonly board: Board;
  simulated: boolean;
  /** Units of each currency that one USDT buys; empty until known. */
  fiatRates: Readonly<Record<string, number>>;
  world: WorldFacts;
  /** What this process wants to hear of as it happens. */
  readonly watches: Watches;
  /** Quotes as they came, every one in its order; the board has them already. */
  changed(quotes: readonly Quote[]): void;
  /** The board was brought up to date: ticks in between were not heard of. */
  refreshed(quotes: readonly Quote[]): void;
  catalogChanged(): void;
  /** Positions were closed by force, here or as another process tells. */
  liquidated(liquidations: readonly Liquidation[]): void;
  /** Quotes were or may have been missed before those that are told next. */
  missed(): void;
}

export interface FactsProvider {
  readonly reader: FactReader;
  start(): Promise<void>;
  stop(): void | Promise<void>;
}

/** The quoted symbols of spot or of all contracts, in catalog order. */
export function quotedSymbols(facts: Facts, market: DayOpensAsk['market']): readonly MarketSymbol[] {
  return facts.catalog.data.symbols.filter(
    ({ symbolId, instType }) => (instType === 'sp') === (market === 'spot') && facts.board.quote(symbolId) !== undefined,
  );
}

/** Whether lists show it, and so whether they count it. */
export const isListed = (facts: Facts, { symbolId, baseSymbol, status }: MarketSymbol): boolean =>
  status !== 'delisted' && facts.board.quote(symbolId) !== undefined && facts.catalog.coin(baseSymbol) !== undefined;

/** What one unit of a quote currency is worth in USDT; null = not known. */
export function usdtPer(facts: Facts, currency: string): number | null {
  const lastOf = (symbolId: string) => facts.board.quote(symbolId)?.last;
  const worthOf = (code: string) => usdtWorth(code, lastOf, (fiat) => facts.fiatRates[fiat]);
  const inDollars = lastOf(`${currency}USD`);
  // On an exchange that trades for dollars only.
  return worthOf(currency) ?? (inDollars === undefined ? null : inDollars * worthOf('USD')!);
}

/** By turnover in USDT, the largest first. */
export function mostTraded(facts: Facts, isWanted: (symbolId: string) => boolean, count: number): readonly string[] {
  return facts.board
    .all()
    .filter(({ symbolId }) => isWanted(symbolId))
    .map(({ symbolId, turnover24h }) => ({
      symbolId,
      usdt: turnover24h * (usdtPer(facts, facts.catalog.symbol(symbolId)?.pricedSymbol ?? '') ?? 0),
    }))
    .sort((a, b) => b.usdt - a.usdt)
    .slice(0, count)
    .map(({ symbolId }) => symbolId);
}
