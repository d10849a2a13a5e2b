import { queries } from '#api/queries.ts';
import { moverMenuQuery, moversQuery } from '#features/analytics/analytics-queries.ts';
import type { Load } from '#page/page.ts';
import { readMoverChoice } from './choice.ts';

export const loadMovers: Load = async ({ api, queryClient, url }) => {
  const { type, line, isFavorites } = readMoverChoice(url.searchParams);
  await Promise.all([
    queryClient.prefetchQuery(queries(api).rates()),
    queryClient.prefetchQuery(moverMenuQuery(api, line)),
    // Favorites are the browser's to know.
    isFavorites ? null : queryClient.prefetchQuery(moversQuery(api, { type, line, symbolIds: undefined })),
  ]);
};
