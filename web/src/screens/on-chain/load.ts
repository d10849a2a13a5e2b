import { queries } from '#api/queries.ts';
import { notFound, type Load } from '#page/page.ts';
import { allTokens, chains, chosenOf, positions, tokens } from './token-queries.ts';

export const loadOnchain: Load = async ({ api, locale, queryClient, url }) => {
  const chosen = chosenOf(url.searchParams);
  const known = await queryClient.ensureQueryData(chains(api)).catch(() => null);
  if (known && chosen.chain !== undefined && !known.items.some(({ chain }) => chain === chosen.chain)) throw notFound();
  const isSearched = url.searchParams.has('q') || url.searchParams.has('sort');
  await Promise.all([
    queryClient.prefetchQuery(tokens(api, chosen)),
    isSearched && queryClient.prefetchQuery(allTokens(api, chosen)),
    queryClient.prefetchQuery(positions(api, locale)),
    queryClient.prefetchQuery(queries(api).rates()),
  ]);
};
