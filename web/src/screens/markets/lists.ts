// Which list stands behind which page of markets/{slug}.
import { listLineOf, type ListLine } from '@tidemark/contract/market.ts';
import type { PageName } from '@tidemark/contract/pages.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import type { WordId } from '#i18n/words.ts';

export interface MarketList {
  readonly title: WordId;
  /** null: its list is not open yet. */
  readonly instType: InstType | null;
}

export const marketLists = {
  favorite: { title: 'markets.favoritesTitle', instType: null },
  spot: { title: 'markets.spotTitle', instType: 'sp' },
  futures: { title: 'markets.futuresTitle', instType: 'umcbl' },
  futuresUsdcM: { title: 'markets.usdcMTitle', instType: null },
  futuresCoinM: { title: 'markets.coinMTitle', instType: null },
  margin: { title: 'markets.marginTitle', instType: null },
  onChain: { title: 'markets.onchainTitle', instType: null },
} as const satisfies Partial<Record<PageName, MarketList>>;

export type MarketPage = keyof typeof marketLists;
export const isMarketPage = (page: PageName): page is MarketPage => Object.hasOwn(marketLists, page);
export const lineOf = (instType: InstType): ListLine => listLineOf[instType];

export const marketTabs: readonly { readonly page: MarketPage; readonly word: WordId; readonly alsoAt?: readonly MarketPage[] }[] = [
  { page: 'favorite', word: 'nav.favorites' },
  { page: 'spot', word: 'nav.spot' },
  { page: 'futures', word: 'nav.futures', alsoAt: ['futuresUsdcM', 'futuresCoinM'] },
  { page: 'margin', word: 'nav.margin' },
  { page: 'onChain', word: 'nav.onchain' },
];

export const contractTabs: readonly { readonly page: MarketPage; readonly label: string }[] = [
  { page: 'futures', label: 'USDT-M' },
  { page: 'futuresUsdcM', label: 'USDC-M' },
  { page: 'futuresCoinM', label: 'Coin-M' },
];
