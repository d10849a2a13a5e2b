// Where a visitor can go, as the header, the bottom bar and the footer offer it.
import type { PageName } from '@tidemark/contract/pages.ts';
import type { WordId } from '#i18n/words.ts';
import type { IconName } from '#ui/icon.tsx';

interface Place {
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
  { page: 'trends', word: 'nav.news' },
];

export const bottomBarPlaces: readonly (Place & { readonly icon: IconName })[] = [
  { page: 'overview', word: 'nav.overview', icon: 'home' },
  { page: 'spot', word: 'nav.markets', icon: 'chart', alsoAt: ['futures', 'futuresCoinM', 'futuresUsdcM', 'margin', 'onChain'] },
  { page: 'priceAlert', word: 'nav.alerts', icon: 'bellLarge' },
  { page: 'favorite', word: 'nav.favorites', icon: 'starLarge' },
  { page: 'account', word: 'nav.me', icon: 'user', alsoAt: ['login', 'register'] },
];

export const footerColumns: readonly { readonly title: WordId; readonly places: readonly Place[] }[] = [
  {
    title: 'nav.markets',
    places: [
      { page: 'overview', word: 'nav.overview' },
      { page: 'spot', word: 'nav.spot' },
      { page: 'futures', word: 'nav.futures' },
      { page: 'margin', word: 'nav.margin' },
      { page: 'onChain', word: 'nav.onchain' },
    ],
  },
  {
    title: 'nav.rankings',
    places: [
      { page: 'rank', word: 'nav.gainers' },
      { page: 'rankLosers', word: 'nav.losers' },
      { page: 'rankNewListing', word: 'nav.newListings' },
      { page: 'rankTurnover', word: 'nav.turnover' },
      { page: 'movers', word: 'nav.topMovers' },
    ],
  },
  {
    title: 'nav.data',
    places: [
      { page: 'tradingData', word: 'nav.tradingData' },
      { page: 'fearGreed', word: 'nav.fearGreed' },
      { page: 'sectors', word: 'nav.sectors' },
      { page: 'bitcoinHalving', word: 'nav.halving' },
      { page: 'tokens', word: 'nav.aiPicks' },
    ],
  },
  {
    title: 'nav.more',
    places: [
      { page: 'priceAlert', word: 'nav.priceAlerts' },
      { page: 'trends', word: 'nav.newsTrends' },
      { page: 'cryptoPolicy', word: 'nav.policy' },
      { page: 'marketMaker', word: 'nav.marketMaker' },
    ],
  },
];

export const isAt = ({ page, alsoAt }: Place, current: PageName | undefined): boolean =>
  current !== undefined && (page === current || (alsoAt?.includes(current) ?? false));
