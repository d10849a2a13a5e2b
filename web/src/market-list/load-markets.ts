import { anyQuote } from '@tidemark/contract/market.ts';
import { allCategory, type MarginMode } from '@tidemark/contract/pages.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { loadFirstOpens } from '#api/open-prices.ts';
import { queries } from '#api/queries.ts';
import { firstPage, wholeList, worthQuery, type ListChoice } from '#features/market-table/list-queries.ts';
import { readOrder } from '#features/market-table/list-url.ts';
import { loadMoreColumns } from '#features/market-table/more-columns.ts';
import { notFound, type Load } from '#page/page.ts';
import { isListPage, marketLists, type MarketList } from './lists.ts';
import { partitionsQuery } from './partitions-query.ts';

/** The same choice on both sides, so that the browser finds the server's answer under its key. */
export const choiceOf = (
  { margin }: MarketList,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
  changeBase: number,
): ListChoice => ({
  quote: params.quote ?? anyQuote,
  category: params.category === allCategory ? undefined : params.category,
  ...(margin && { margin: (params.mode ?? margin) as MarginMode }),
  changeBase,
  ...readOrder(search),
});

/** Order, filter and columns are the browser's own business: the whole list is there. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname;

export const loadMarkets: Load = async ({ api, queryClient, locale, page, params, url, preferences: { changeBase } }) => {
  if (!isListPage(page)) throw notFound();
  const list: MarketList = marketLists[page];
  const { rates, sparkline } = queries(api);
  const choice = choiceOf(list, params, url.searchParams, changeBase);

  // What does not come in time is missing from the cache, and its part of the page shows its own state.
  const rows = async () => {
    if (queryClient.getQueryData(wholeList(api, list).queryKey)) return;
    const { items } = await queryClient.ensureQueryData(firstPage(api, list, choice));
    const symbolIds = items.map(({ symbolId }) => symbolId);
    await Promise.all([
      loadFirstOpens(api, queryClient, list.instType === 'sp' ? 'spot' : 'futures', changeBase, symbolIds),
      ...symbolIds.map((symbolId) => queryClient.prefetchQuery(sparkline(symbolId))),
    ]);
  };
  const [known] = await Promise.all([
    list.instType === 'sp' ? queryClient.ensureQueryData(partitionsQuery(api, locale)).catch(() => null) : null,
    queryClient.prefetchQuery(rates()),
    queryClient.prefetchQuery(worthQuery(api)),
    rows().catch(() => null),
    loadMoreColumns(url.searchParams),
  ]);

  const isUnknown =
    known !== null &&
    ((choice.category !== undefined && !known.categories.some(({ slug }) => slug === choice.category)) ||
      (choice.quote !== anyQuote && !known.quotes.some(({ quote }) => quote === choice.quote)));
  if (isUnknown) throw notFound();
};
