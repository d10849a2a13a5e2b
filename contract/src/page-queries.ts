// What a page reads of its query string, page by page. Only these reach a render and name it in the cache, so a name that is missing here
// is missing on the page too, and made up ones cannot make the server render anything again. Imported by the server only: no page needs it.
import { matchPage, type PageName } from './pages.ts';

const list = ['sort', 'dir', 'q', 'cols', 'coin'] as const;
const rank = ['tab', 'line', 'window'] as const;
const entry = ['return', 'error'] as const;

export const pageQueries: Readonly<Record<PageName, readonly string[]>> = {
  home: [],
  overview: [],
  // Leads on to the spot list, with what it was asked for.
  markets: list,
  spot: list,
  futures: list,
  futuresCoinM: list,
  futuresUsdcM: list,
  margin: list,
  onChain: [...list, 'list', 'chain'],
  favorite: [...list, 'category'],
  sharedList: list,
  trends: ['topic', 'coin', 'favorites', 'view', 'day'],
  sectors: ['view'],
  sectorDetail: [],
  movers: ['type', 'line', 'favorites'],
  rank,
  rankGainers: rank,
  rankLosers: rank,
  rankNewListing: rank,
  rankTurnover: rank,
  bitcoinHalving: [],
  tradingData: ['tab', 'symbol', 'range', 'period', 'overlay', 'unit', 'from', 'to'],
  tokens: ['page'],
  cryptoPolicy: ['view', 'status', 'applies', 'q', 'sort', 'dir', 'country'],
  fearGreed: ['span', 'against'],
  coin: ['interval'],
  error: ['from'],
  priceAlert: ['tab', 'symbol', 'line', 'toward', 'group', 'q', 'show', 'market', 'page'],
  marketMaker: [],
  login: entry,
  register: entry,
  forgotPassword: entry,
  account: [...entry, 'proof'],
  supportDesk: [],
};

/**
 * The query string as far as the page knows it, the first of each name and always in the same order. An address that is no page knows
 * nothing.
 */
export function knownQuery({ pathname, searchParams }: URL): string {
  const match = matchPage(pathname);
  const known = new URLSearchParams();
  for (const name of match ? pageQueries[match.page] : []) {
    const value = searchParams.get(name);
    if (value !== null) known.set(name, value);
  }
  const text = known.toString();
  return text && `?${text}`;
}
