import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { callQuery, queries } from '#api/queries.ts';
import type { Api } from '#api/client.ts';
import type { Load } from '#page/page.ts';

/** As far as the index goes back. */
export const fearGreedQuery = (api: Api, locale: Locale) =>
  callQuery(api, 'fearGreed', { languageType: languageOf(locale).languageType, days: 730 });

export const loadFearGreed: Load = async ({ api, queryClient, locale }) => {
  await Promise.all([queryClient.prefetchQuery(fearGreedQuery(api, locale)), queryClient.prefetchQuery(queries(api).rates())]);
};
