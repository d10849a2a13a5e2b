import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { ApiError } from '#api/api-error.ts';
import type { Api } from '#api/client.ts';
import { callQuery, queries } from '#api/queries.ts';
import { notFound, type Load } from '#page/page.ts';

export const pastPageSize = 25;

const inLanguage = (locale: Locale) => ({ languageType: languageOf(locale).languageType });
export const todayQuery = (api: Api, locale: Locale) => callQuery(api, 'getAiRecommendListV2', inLanguage(locale));
export const pickQuery = (api: Api, locale: Locale, coinId: string) =>
  callQuery(api, 'getAiCoinRecommendByCoinId', { ...inLanguage(locale), coinId });
export const pastQuery = (api: Api, locale: Locale, pageNum: number) =>
  callQuery(api, 'getAiCoinRecommendList', { ...inLanguage(locale), pageNum, pageSize: pastPageSize });

const lastPage = 10_000;
/** The page of past picks that an address names. */
export function readPastPage(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page > 1 && page <= lastPage ? page : 1;
}

export const loadTokens: Load = async ({ api, queryClient, locale, params, url }) => {
  const { id } = params;
  if (id === undefined) {
    await Promise.all([
      queryClient.prefetchQuery(todayQuery(api, locale)),
      queryClient.prefetchQuery(pastQuery(api, locale, readPastPage(url.searchParams))),
    ]);
    return;
  }
  try {
    await Promise.all([queryClient.ensureQueryData(pickQuery(api, locale, id)), queryClient.prefetchQuery(queries(api).rates())]);
  } catch (error) {
    if (error instanceof ApiError && error.error === 'notFound') throw notFound();
  }
};
