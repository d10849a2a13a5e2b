import type { PageName } from '@tidemark/contract/pages.ts';

export type BannerLocation = 'overview' | 'markets' | 'alerts';

/** Where an operator can put banners (section 7, locationBanner); null: this page has none. */
export const bannerLocationOf = (page: PageName | undefined): BannerLocation | null =>
  page === 'overview' ? 'overview' : page === 'priceAlert' ? 'alerts' : page !== undefined && listPages.has(page) ? 'markets' : null;

const listPages: ReadonlySet<PageName> = new Set(['spot', 'futures', 'futuresCoinM', 'futuresUsdcM', 'margin', 'onChain', 'favorite']);
