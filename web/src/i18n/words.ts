// The words a page may use. An id whose first part is the name of a shelf stands in that shelf's file; all others stand
// in site.json, which every page loads.
import { localeOfPath } from '@tidemark/contract/pages.ts';
import { catalogue } from 'virtual:words';
import { createWordShelf } from './word-shelf.ts';
import type accounts from '../../../locales/en/accounts.json';
import type analytics from '../../../locales/en/analytics.json';
import type alerts from '../../../locales/en/alerts.json';
import type chart from '../../../locales/en/chart.json';
import type coin from '../../../locales/en/coin.json';
import type desk from '../../../locales/en/desk.json';
import type fearGreed from '../../../locales/en/fear-greed.json';
import type favorites from '../../../locales/en/favorites.json';
import type halving from '../../../locales/en/halving.json';
import type search from '../../../locales/en/search.json';
import type settings from '../../../locales/en/settings.json';
import type lists from '../../../locales/en/lists.json';
import type makers from '../../../locales/en/makers.json';
import type news from '../../../locales/en/news.json';
import type overview from '../../../locales/en/overview.json';
import type picks from '../../../locales/en/picks.json';
import type policy from '../../../locales/en/policy.json';
import type site from '../../../locales/en/site.json';
import type support from '../../../locales/en/support.json';
import type trading from '../../../locales/en/trading.json';
import type footer from '../../../locales/en/footer.json';
import type world from '../../../locales/en/world.json';
import type writes from '../../../locales/en/writes.json';

export type WordId =
  | keyof typeof accounts
  | keyof typeof analytics
  | keyof typeof alerts
  | keyof typeof chart
  | keyof typeof coin
  | keyof typeof desk
  | keyof typeof fearGreed
  | keyof typeof favorites
  | keyof typeof halving
  | keyof typeof search
  | keyof typeof settings
  | keyof typeof lists
  | keyof typeof makers
  | keyof typeof news
  | keyof typeof site
  | keyof typeof overview
  | keyof typeof picks
  | keyof typeof support
  | keyof typeof policy
  | keyof typeof trading
  | keyof typeof footer
  | keyof typeof world
  | keyof typeof writes;

export const wordShelf = createWordShelf(catalogue);

/** Before a page in this language is rendered, on either side. */
export const loadWords = wordShelf.load;

/** For parts that arrive after the page: lazy(() => withWords(import('./dialog.tsx'))). */
export async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const arrived = await part;
  await wordShelf.load(localeOfPath(location.pathname));
  return arrived;
}
