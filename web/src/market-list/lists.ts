// Which lists there are, and how one gets from one to another.
import type { ListLine } from '@tidemark/contract/business-lines.ts';
import type { PageName } from '@tidemark/contract/pages.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import type { ListOf } from '#features/market-table/list-queries.ts';
import type { WordId } from '#i18n/words.ts';

export interface MarketList extends ListOf {
  readonly title: WordId;
  readonly instType: InstType;
}

const list = (title: WordId, instType: InstType, line: ListLine, more: Partial<ListOf> = {}): MarketList => ({
  title,
  instType,
  line,
  ...more,
});

export const marketLists = {
  spot: list('markets.spotTitle', 'sp', 1),
  futures: list('lists.futuresTitle', 'umcbl', 10),
  futuresUsdcM: list('lists.usdcMTitle', 'cmcbl', 12),
  futuresCoinM: list('lists.coinMTitle', 'dmcbl', 11),
  margin: list('lists.marginTitle', 'sp', 1, { margin: 'all' }),
} as const satisfies Partial<Record<PageName, MarketList>>;

export type ListPage = keyof typeof marketLists;
export const isListPage = (page: PageName): page is ListPage => Object.hasOwn(marketLists, page);

export const contractPages = ['futures', 'futuresUsdcM', 'futuresCoinM'] as const satisfies readonly ListPage[];

export const marketTabs: readonly { readonly page: PageName; readonly word: WordId; readonly alsoAt?: readonly PageName[] }[] = [
  { page: 'favorite', word: 'nav.favorites' },
  { page: 'spot', word: 'nav.spot' },
  { page: 'futures', word: 'nav.futures', alsoAt: contractPages },
  { page: 'margin', word: 'nav.margin' },
  { page: 'onChain', word: 'nav.onchain' },
];
