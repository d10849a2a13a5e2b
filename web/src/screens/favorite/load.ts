import { callQuery, queries } from '#api/queries.ts';
import { worthQuery } from '#features/market-table/list-queries.ts';
import type { Load } from '#page/page.ts';

/** A visitor's favorites are in their browser: the page then comes with what people look at, and the rest is found there. */
export const loadFavorites: Load = async ({ api, queryClient, hasSession }) => {
  const { rates, sparkline } = queries(api);
  const own = async () => {
    const [, { items }] = await Promise.all([
      queryClient.ensureQueryData(callQuery(api, 'listCategories', {})),
      queryClient.ensureQueryData(callQuery(api, 'listFavorites', {})),
    ]);
    await Promise.all(items.map(({ symbolId }) => queryClient.prefetchQuery(sparkline(symbolId))));
  };
  await Promise.all([
    queryClient.prefetchQuery(rates()),
    queryClient.prefetchQuery(worthQuery(api)),
    queryClient.prefetchQuery(callQuery(api, 'searchCoin', {})),
    // What does not come in time shows its own state.
    hasSession ? own().catch(() => null) : null,
  ]);
};
