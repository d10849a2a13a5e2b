import { href } from '@tidemark/contract/pages.ts';
import { redirect } from 'react-router';
import { ApiError } from '#api/client.ts';
import { queries } from '#api/queries.ts';
import { sectorQuery } from '#features/analytics/analytics-queries.ts';
import { sectorName } from '#i18n/sector-name.ts';
import { createText } from '#i18n/text.tsx';
import { loadWords } from '#i18n/words.ts';
import type { Load } from '#page/page.ts';

/** Section 2: a sector without a page leads back to the list, which says so. */
export const loadSector: Load = async ({ api, queryClient, locale, params }) => {
  const back = () => redirect(`${href(locale, 'sectors')}?missing=1`);
  const { id } = params;
  if (id === undefined) throw back();
  const { rates, sparkline } = queries(api);
  const detail = async () => {
    const { members, sector } = await queryClient.ensureQueryData(sectorQuery(api, locale, id));
    const lines = Promise.all(members.slice(0, 30).map(({ symbolId }) => queryClient.prefetchQuery(sparkline(symbolId))));
    // In the browser a press does not wait for them.
    if (typeof document === 'undefined') await lines;
    return sector.name;
  };
  const [name, words] = await Promise.all([
    detail().catch((error: unknown) => {
      if (error instanceof ApiError && error.error === 'sectorWithoutDetails') throw back();
    }),
    loadWords(locale),
    queryClient.prefetchQuery(rates()),
  ]);
  return sectorName(createText(words), id, name ?? id);
};
