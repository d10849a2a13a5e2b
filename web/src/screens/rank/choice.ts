// What the address says about a ranking: the list by its path or its tab, the line and the window by the query.
import type { RankList, RankWindow } from '@tidemark/contract/analytics.ts';
import { href, type PageName } from '@tidemark/contract/pages.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import type { Line, RankChoice } from '#features/analytics/analytics-queries.ts';

/** In the order of the tabs. Those without a path of their own are tabs of the index. */
export const rankTabs = [
  { list: 'gainers', page: 'rank' },
  { list: 'losers', page: 'rankLosers' },
  { list: 'newListing', page: 'rankNewListing' },
  { list: 'turnover', page: 'rankTurnover' },
  { list: 'hot', page: 'rank', tab: 'popular' },
  { list: 'recommended', page: 'rank', tab: 'recommended' },
  { list: 'favorites', page: 'rank', tab: 'favorites' },
] as const satisfies readonly { list: RankList; page: PageName; tab?: string }[];

const windows: readonly RankWindow[] = ['1h', '24h', '7d'];
/** Lists whose order is made by the change within a window. */
export const hasWindows = (list: RankList): boolean => list === 'gainers' || list === 'losers' || list === 'favorites';

export function readChoice(page: PageName, search: URLSearchParams): RankChoice {
  const tab = page === 'rank' ? search.get('tab') : null;
  const found =
    rankTabs.find((row) => ('tab' in row ? row.tab === tab : tab === null && row.page === page)) ??
    rankTabs.find((row) => row.page === page);
  const list = found?.list ?? 'gainers';
  const line: Line = search.get('line') === 'futures' ? 2 : 1;
  const window = windows.find((name) => name === search.get('window'));
  return { line, list, window: window && hasWindows(list) ? window : '24h' };
}

/** The usual line and window are left out of the address. */
export function rankHref(locale: Locale, { list, line, window }: Pick<RankChoice, 'list' | 'line' | 'window'>): string {
  const row = rankTabs.find((tab) => tab.list === list)!;
  const query = new URLSearchParams();
  if ('tab' in row) query.set('tab', row.tab);
  if (line === 2) query.set('line', 'futures');
  if (window !== '24h' && hasWindows(list)) query.set('window', window);
  const text = query.toString();
  return href(locale, row.page) + (text && `?${text}`);
}
