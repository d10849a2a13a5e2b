import { type SymbolItem } from '@tidemark/contract/market.ts';
import { instTypeOf, listLineOf } from '@tidemark/contract/business-lines.ts';
import { maxPageSize, type Caller } from '@tidemark/contract/wire.ts';
import type { MarketCalls } from '#market/calls.ts';

/** The rows of these pairs in this order, as the price lists show them; a pair that no list shows has none. */
export type FavoriteRows = (caller: Caller, symbolIds: readonly string[]) => Promise<SymbolItem[]>;

export const createRows =
  (priceList: MarketCalls['getHomeQuotation']): FavoriteRows =>
  async (caller, symbolIds) => {
    const lines = new Set(symbolIds.map((symbolId) => listLineOf[instTypeOf(symbolId)]));
    const shown = new Map<string, SymbolItem>();
    for (const businessLine of lines) {
      for (let pageNum = 1, left = Infinity; left > 0; pageNum++) {
        const page = await priceList(caller, { businessLine, sort: 'name', direction: 'asc', pageNum, pageSize: maxPageSize });
        for (const item of page.items) shown.set(item.symbolId, item);
        left = page.total - pageNum * maxPageSize;
      }
    }
    return symbolIds.flatMap((symbolId) => shown.get(symbolId) ?? []);
  };
