import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Api } from '#api/client.ts';
import { callQuery, queries } from '#api/queries.ts';
import type { Load } from '#page/page.ts';

export const chainQuery = (api: Api, locale: Locale) => callQuery(api, 'bitcoinHalving', { languageType: languageOf(locale).languageType });

export const loadHalving: Load = async ({ api, queryClient, locale }) => {
  const { config, rates } = queries(api);
  await Promise.all([
    queryClient.prefetchQuery(config(locale)),
    queryClient.prefetchQuery(rates()),
    queryClient.prefetchQuery(chainQuery(api, locale)),
  ]);
};
