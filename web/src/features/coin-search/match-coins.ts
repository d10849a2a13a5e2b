import type { SymbolItem } from '@tidemark/contract/market.ts';

/** The best matches of a keyword: the ticker itself, tickers that begin with it, names, then anything that has it inside. */
export function matchCoins(items: readonly SymbolItem[], keyword: string, limit: number): readonly SymbolItem[] {
  const wanted = keyword.trim().toLowerCase();
  if (wanted === '') return items.slice(0, limit);
  return items
    .map((item) => ({ item, closeness: closenessOf(item, wanted) }))
    .filter(({ closeness }) => closeness > 0)
    // The given order (most traded first) decides between equals: sorting is stable.
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, limit)
    .map(({ item }) => item);
}

function closenessOf({ baseSymbol, pricedSymbol, name }: SymbolItem, wanted: string): number {
  const ticker = baseSymbol.toLowerCase();
  const full = name.toLowerCase();
  if (ticker === wanted) return 5;
  if (ticker.startsWith(wanted) || `${ticker}${pricedSymbol.toLowerCase()}`.startsWith(wanted.replace('/', ''))) return 4;
  if (full.startsWith(wanted)) return 3;
  if (full.split(/[\s-]+/).some((word) => word.startsWith(wanted))) return 2;
  return ticker.includes(wanted) || full.includes(wanted) ? 1 : 0;
}
