import { worthQuery } from '#features/market-table/quote-worth.ts';
import type { Load } from '#page/page.ts';
import { loadMarkets } from './load-markets.ts';

/** For lists whose own rows do not tell what their quote currencies are worth. */
export const loadWithWorth: Load = async (context) => {
  await Promise.all([loadMarkets(context), context.queryClient.prefetchQuery(worthQuery(context.api))]);
};
