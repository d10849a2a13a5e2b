import type { QueryClient } from '@tanstack/react-query';
import type { SymbolItem } from '@tidemark/contract/market.ts';

/** 'BTC/USDT' where some list on this page knows the pair; otherwise its symbol. */
export function pairName(queryClient: QueryClient, symbolId: string): string {
  for (const call of ['getHomeQuotation', 'listFavorites', 'sharedFavorites']) {
    for (const [, data] of queryClient.getQueriesData<{ items?: readonly SymbolItem[] }>({ queryKey: [call] })) {
      const item = data?.items?.find((one) => one.symbolId === symbolId);
      if (item) return `${item.baseSymbol}/${item.pricedSymbol}`;
    }
  }
  return symbolId;
}
