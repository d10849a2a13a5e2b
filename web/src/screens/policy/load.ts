import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import type { Load } from '#page/page.ts';

export const policyQuery = (api: Api, locale: Locale) =>
  callQuery(api, 'getCurrentModel', { languageType: languageOf(locale).languageType });

/** The country of the visitor: asked by the browser alone, for a cached page serves all visitors. */
export const whereaboutsQuery = (api: Api) => callQuery(api, 'clientCommonConfig', {});

export const loadPolicy: Load = async ({ api, queryClient, locale }) => {
  await queryClient.prefetchQuery(policyQuery(api, locale));
};
