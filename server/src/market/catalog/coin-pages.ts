// The market that a coin's page shows when none is asked for: search engines are told one page of each coin.
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Catalog } from './catalog.ts';

/** The lower the sooner: pairs before contracts, those against USDT first. */
const rank = ({ instType, pricedSymbol }: MarketSymbol): number => (instType === 'sp' ? 0 : 2) + (pricedSymbol === 'USDT' ? 0 : 1);

/** Coins that can be traded now, in the order of the catalog. */
export function coinPagesOf({ data }: Catalog): readonly string[] {
  const shown = new Map<string, MarketSymbol>();
  for (const symbol of data.symbols) {
    const before = shown.get(symbol.baseSymbol);
    if (symbol.status === 'online' && (!before || rank(symbol) < rank(before))) shown.set(symbol.baseSymbol, symbol);
  }
  return [...shown.values()].map(({ symbolId }) => symbolId);
}
