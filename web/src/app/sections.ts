// Where a visitor can go, as the header and the bottom bar offer it.
import type { PageName } from '@tidemark/contract/pages.ts';
import type { WordId } from '#i18n/words.ts';
import type { IconName } from '#ui/icon.tsx';

export interface Place {
  readonly page: PageName;
  readonly word: WordId;
  /** Other pages that count as being here. */
  readonly alsoAt?: readonly PageName[];
}

export const headerSections: readonly Place[] = [
  { page: 'overview', word: 'nav.overview' },
  { page: 'spot', word: 'nav.spot' },
  { page: 'futures', word: 'nav.futures', alsoAt: ['futuresCoinM', 'futuresUsdcM'] },
  { page: 'margin', word: 'nav.margin' },
  { page: 'onChain', word: 'nav.onchain' },
  { page: 'rank', word: 'nav.rankings', alsoAt: ['rankGainers', 'rankLosers', 'rankNewListing', 'rankTurnover'] },
  { page: 'movers', word: 'nav.movers' },
  { page: 'sectors', word: 'nav.sectors', alsoAt: ['sectorDetail'] },
  { page: 'tradingData', word: 'nav.data' },
];

/** Behind the last of them. */
export const moreSections: readonly Place[] = [
  { page: 'trends', word: 'nav.news' },
  { page: 'tokens', word: 'nav.aiPicks' },
  { page: 'fearGreed', word: 'nav.fearGreed' },
  { page: 'bitcoinHalving', word: 'nav.halving' },
  { page: 'cryptoPolicy', word: 'nav.policy' },
  { page: 'marketMaker', word: 'nav.marketMaker' },
];

export const bottomBarPlaces: readonly (Place & { readonly icon: IconName })[] = [
  { page: 'overview', word: 'nav.overview', icon: 'home' },
  { page: 'spot', word: 'nav.markets', icon: 'chart', alsoAt: ['futures', 'futuresCoinM', 'futuresUsdcM', 'margin', 'onChain'] },
  { page: 'priceAlert', word: 'nav.alerts', icon: 'bellLarge' },
  { page: 'favorite', word: 'nav.favorites', icon: 'starLarge' },
  { page: 'account', word: 'nav.me', icon: 'user', alsoAt: ['login', 'register'] },
];

export const isAt = ({ page, alsoAt }: Place, current: PageName | undefined): boolean =>
  current !== undefined && (page === current || (alsoAt?.includes(current) ?? false));
