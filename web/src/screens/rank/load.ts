import { queries } from '#api/queries.ts';
import { rankQuery } from '#features/analytics/analytics-queries.ts';
import type { Load } from '#page/page.ts';
import { readChoice } from './choice.ts';

/** Rows whose lines come with the page. */
const firstRows = 30;

export const loadRank: Load = async ({ api, locale, queryClient, page, url }) => {
  const { config, rates, sparkline } = queries(api);
  const choice = readChoice(page, url.searchParams);
  // Favorites are the browser's to know.
  const rows = async () => {
    if (choice.list === 'favorites') return;
    const answer = await queryClient.ensureQueryData(rankQuery(api, choice));
    await Promise.all(answer[choice.list].slice(0, firstRows).map(({ symbolId }) => queryClient.prefetchQuery(sparkline(symbolId))));
  };
  const all = Promise.all([queryClient.prefetchQuery(config(locale)), queryClient.prefetchQuery(rates()), rows().catch(() => null)]);
  // In the browser another ranking is there at the press, and its rows when they come.
  if (typeof document === 'undefined') await all;
};
