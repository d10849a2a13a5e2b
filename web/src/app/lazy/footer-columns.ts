// Where a visitor can go, as the footer offers it.
import type { WordId } from '#i18n/words.ts';
import type { Place } from '../sections.ts';

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
      { page: 'rank', word: 'footer.gainers' },
      { page: 'rankLosers', word: 'footer.losers' },
      { page: 'rankNewListing', word: 'footer.newListings' },
      { page: 'rankTurnover', word: 'footer.turnover' },
      { page: 'movers', word: 'footer.topMovers' },
    ],
  },
  {
    title: 'nav.data',
    places: [
      { page: 'tradingData', word: 'footer.tradingData' },
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
      { page: 'trends', word: 'footer.newsTrends' },
      { page: 'cryptoPolicy', word: 'nav.policy' },
      { page: 'marketMaker', word: 'nav.marketMaker' },
    ],
  },
];
