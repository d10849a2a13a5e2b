import { queries } from '#api/queries.ts';
import { heatQuery, metricsQuery, sectorsQuery } from '#features/analytics/analytics-queries.ts';
import type { Load } from '#page/page.ts';
import { readView } from './choice.ts';

export const loadSectors: Load = async ({ api, queryClient, url }) => {
  const view = readView(url.searchParams);
  await Promise.all([
    queryClient.prefetchQuery(queries(api).rates()),
    queryClient.prefetchQuery(sectorsQuery(api)),
    queryClient.prefetchQuery(metricsQuery(api)),
    view === 'coins' ? queryClient.prefetchQuery(heatQuery(api, 'cap')) : null,
  ]);
};
