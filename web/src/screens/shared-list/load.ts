import { callQuery, queries } from '#api/queries.ts';
import { worthQuery } from '#features/market-table/list-queries.ts';
import type { Load } from '#page/page.ts';

export const loadSharedList: Load = async ({ api, queryClient, params }) => {
  const { rates, sparkline } = queries(api);
  const list = async () => {
    const { items } = await queryClient.ensureQueryData(callQuery(api, 'sharedFavorites', { shareToken: params.token! }));
    await Promise.all(items.map(({ symbolId }) => queryClient.prefetchQuery(sparkline(symbolId))));
  };
  // A link that was taken back is a page of its own, which says so.
  await Promise.all([queryClient.prefetchQuery(rates()), queryClient.prefetchQuery(worthQuery(api)), list().catch(() => null)]);
};
