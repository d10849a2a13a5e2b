import type { ListLine } from '@tidemark/contract/market.ts';
import { anyQuote } from '@tidemark/contract/market.ts';
import { allCategory } from '@tidemark/contract/pages.ts';
import { queries } from '#api/queries.ts';
import { firstPage, wholeList, type ListChoice } from '#features/market-table/list-queries.ts';
import { readOrder } from '#features/market-table/list-url.ts';
import { notFound, type Load } from '#page/page.ts';
import { isMarketPage, lineOf, marketLists } from './lists.ts';

/** The same choice on both sides, so that the browser finds the server's answer under its key. */
export const choiceOf = (line: ListLine, params: Readonly<Record<string, string | undefined>>, search: URLSearchParams): ListChoice => ({
  line,
  quote: params.quote ?? anyQuote,
  category: params.category === allCategory ? undefined : params.category,
  ...readOrder(search),
});

export const loadMarkets: Load = async ({ api, queryClient, locale, page, params, url }) => {
  if (!isMarketPage(page)) throw notFound();
  const { instType } = marketLists[page];
  if (!instType) return;
  const { partitions, rates, sparkline } = queries(api);
  const line = lineOf(instType);
  const choice = choiceOf(line, params, url.searchParams);

  // What does not come in time is missing from the cache, and its part of the page shows its own state.
  const list = async () => {
    if (queryClient.getQueryData(wholeList(api, line).queryKey)) return;
    const { items } = await queryClient.ensureQueryData(firstPage(api, choice));
    await Promise.all(items.map(({ symbolId }) => queryClient.prefetchQuery(sparkline(symbolId))));
  };
  const [known] = await Promise.all([
    page === 'spot' ? queryClient.ensureQueryData(partitions(locale)).catch(() => null) : null,
    queryClient.prefetchQuery(rates()),
    list().catch(() => null),
  ]);

  const isUnknown =
    known !== null &&
    ((choice.category !== undefined && !known.categories.some(({ slug }) => slug === choice.category)) ||
      (choice.quote !== anyQuote && !known.quotes.some(({ quote }) => quote === choice.quote)));
  if (isUnknown) throw notFound();
};
