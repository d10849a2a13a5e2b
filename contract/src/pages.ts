// Every path of the site (section 2), and nothing else: what is not matched here is a 404.
// A path is a fixed part followed by parameters; English has no prefix, other languages /{locale}/.
import type { SiteBrand } from './brand.ts';
import { defaultLocale, isLocale, type Locale } from './locales.ts';
import type { Envelope } from './wire.ts';

export interface ParamRule {
  readonly pattern: RegExp;
  readonly required?: true;
  /** Stands in its place when only a later parameter is given. */
  readonly fill?: string;
}

export interface PageRow {
  readonly path: string;
  /** In path order. Only the shape is checked here; whether it names something is the screen's business. */
  readonly params: Readonly<Record<string, ParamRule>>;
  /** Search engines may have it; it is in the sitemap. */
  readonly indexed: boolean;
  /** Has no content of its own. */
  readonly redirectTo?: string;
  /** The same content lives at this page; search engines are told so. */
  readonly canonical?: string;
  /** Rendered anew for every visitor: what it shows can be taken back at any moment. */
  readonly neverKept?: true;
  /** bare: without header and footer. */
  readonly layout: 'site' | 'bare';
}

const page = <const P extends Readonly<Record<string, ParamRule>> = {}>(
  path: string,
  params: P = {} as P,
  more: Partial<Omit<PageRow, 'path' | 'params'>> = {},
) => ({ indexed: true, layout: 'site', ...more, path, params }) as Omit<PageRow, 'params'> & { readonly params: P };

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const quote = /^[A-Z]{3,10}$/;
const id = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const shareTokenPattern = /^[A-Za-z0-9_-]{22}$/;
const symbol = /^[\p{L}\p{N}$._-]{1,48}$/u;
/** A day, or a moment in ms. */
const time = /^(?:\d{4}-\d{2}-\d{2}|\d{13})$/;

/** The category that means: no category chosen. */
export const allCategory = 'all';
export const marginModes = ['all', 'cross', 'isolated'] as const;
export type MarginMode = (typeof marginModes)[number];

const category = { pattern: slug, fill: allCategory } as const;

export const pages = {
  home: page('', {}, { indexed: false, redirectTo: 'overview' }),
  overview: page('markets/overview'),
  markets: page('markets', {}, { indexed: false, redirectTo: 'spot' }),
  spot: page('markets/spot', { category, quote: { pattern: quote } }),
  futures: page('markets/futures'),
  futuresCoinM: page('markets/futures/coin-m'),
  futuresUsdcM: page('markets/futures/usdc-m'),
  margin: page('markets/margin', { mode: { pattern: /^(?:all|cross|isolated)$/, fill: 'all' }, category }),
  onChain: page('markets/onChain'),
  favorite: page('markets/favorite'),
  sharedList: page('markets/shared', { token: { pattern: shareTokenPattern, required: true } }, { indexed: false, neverKept: true }),
  trends: page('markets/trends', { time: { pattern: time } }),
  sectors: page('markets/leading'),
  sectorDetail: page('markets/leadingDetail', { id: { pattern: id } }, { indexed: false }),
  movers: page('markets/change'),
  rank: page('markets/rank'),
  rankGainers: page('markets/rank/top-gainers', {}, { indexed: false, canonical: 'rank' }),
  rankLosers: page('markets/rank/losers'),
  rankNewListing: page('markets/rank/new-listing'),
  rankTurnover: page('markets/rank/turnover'),
  bitcoinHalving: page('markets/bitcoin-halving'),
  tradingData: page('markets/trading-data', { type: { pattern: /^(?:trading|wholeNetwork)$/ } }),
  tokens: page('markets/tokens', { id: { pattern: id } }),
  cryptoPolicy: page('markets/crypto-policy'),
  fearGreed: page('markets/fear-and-greed-index', {}, { layout: 'bare' }),
  coin: page('markets/coin', { symbol: { pattern: symbol, required: true } }, { indexed: false }),
  error: page('markets/error', {}, { indexed: false }),
  priceAlert: page('price-alert', {}, { indexed: false }),
  marketMaker: page('market-maker'),
  login: page('login', {}, { indexed: false }),
  register: page('register', {}, { indexed: false }),
  forgotPassword: page('forgot-password', {}, { indexed: false }),
  account: page('account', {}, { indexed: false }),
  supportDesk: page('support-desk', {}, { indexed: false, layout: 'bare' }),
} as const;

export type PageName = keyof typeof pages;
export const pageNames = Object.keys(pages) as readonly PageName[];

type Rules<P extends PageName> = (typeof pages)[P]['params'];
type RequiredParam<R> = { [K in keyof R]: R[K] extends { readonly required: true } ? K : never }[keyof R];
export type PageParams<P extends PageName = PageName> = { readonly [K in RequiredParam<Rules<P>>]: string } & {
  readonly [K in Exclude<keyof Rules<P>, RequiredParam<Rules<P>>>]?: string;
};

export interface PageMatch {
  readonly locale: Locale;
  /** The language stood in the path. */
  readonly prefixed: boolean;
  readonly page: PageName;
  readonly params: Readonly<Record<string, string>>;
}

const pageOfPath: ReadonlyMap<string, PageName> = new Map(pageNames.map((name) => [pages[name].path, name]));

/** Case counts, one trailing slash is forgiven. Null means 404. */
export function matchPage(pathname: string): PageMatch | null {
  if (!pathname.startsWith('/')) return null;
  const path = pathname.slice(1).replace(/\/$/, '');
  const parts = path === '' ? [] : path.split('/');
  if (parts.includes('')) return null;
  const first = parts[0];
  const prefixed = first !== undefined && isLocale(first);
  const rest = prefixed ? parts.slice(1) : parts;
  // The longest fixed part wins, so that markets/futures/coin-m is its own page.
  for (let fixed = rest.length; fixed >= 0; fixed--) {
    const page = pageOfPath.get(rest.slice(0, fixed).join('/'));
    if (!page) continue;
    const params = readParams(pages[page].params, rest.slice(fixed));
    return params && { locale: prefixed ? first : defaultLocale, prefixed, page, params };
  }
  return null;
}

/** The language of any path: a page that does not exist is still missed in the language of its prefix. */
export const localeOfPath = (pathname: string): Locale => {
  const first = pathname.split('/')[1] ?? '';
  return isLocale(first) ? first : defaultLocale;
};

function readParams(rules: Readonly<Record<string, ParamRule>>, parts: readonly string[]): Record<string, string> | null {
  const names = Object.keys(rules);
  if (parts.length > names.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const rule = rules[name]!;
    const part = parts[index];
    if (part === undefined) {
      if (rule.required) return null;
      continue;
    }
    const value = decode(part);
    if (value === null || !rule.pattern.test(value)) return null;
    params[name] = value;
  }
  return params;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const prefix = (locale: Locale): string => (locale === defaultLocale ? '' : `/${locale}`);

/** The canonical address of a page. Throws on parameters that would not lead back to it: that is a mistake in our code. */
export function href<P extends PageName>(locale: Locale, name: P, params?: PageParams<P>): string {
  const { path, params: rules }: PageRow = pages[name];
  const given = (params ?? {}) as Readonly<Record<string, string | undefined>>;
  const names = Object.keys(rules);
  const last = names.findLastIndex((param) => given[param] !== undefined);
  const values = names.map((param, index) => {
    const value = given[param] ?? (index < last ? rules[param]!.fill : undefined);
    if (value === undefined ? index <= last || rules[param]!.required : !rules[param]!.pattern.test(value)) {
      throw new TypeError(`${name}: ${param} is ${value === undefined ? 'missing' : 'malformed'}`);
    }
    return value;
  });
  const tail = values
    .filter((value) => value !== undefined)
    .map((value) => `/${encodeURIComponent(value)}`)
    .join('');
  return `${prefix(locale)}${path && `/${path}`}${tail}` || '/';
}

/** The same path in another language, also when the path is none of ours (the 404 page has a language menu too). */
export function swapLocale(pathname: string, locale: Locale): string {
  // Empty parts go: '//host' would be another site.
  const parts = pathname.split('/').filter(Boolean);
  if (parts[0] !== undefined && isLocale(parts[0])) parts.shift();
  return [prefix(locale), ...parts].join('/') || '/';
}

/** What the server hands to page rendering. */
/** What the operator says above every page. */
export interface Announcement {
  /** null: to readers of every language. */
  readonly locale: Locale | null;
  readonly title: string;
  readonly text: string;
  readonly link: string;
}

export interface PageHost {
  call(name: string, input: unknown): Promise<Envelope>;
  readonly nonce: string;
  readonly simulated: boolean;
  /** Search engines may find the pages of coins: their prices are real, or the operator says so. */
  readonly areCoinsFound: boolean;
  /** False: the operator has switched the onchain list off (section 3, Public config). */
  readonly hasOnchain: boolean;
  readonly announcement: Announcement | null;
  readonly publicUrl: string;
  readonly brand: SiteBrand;
  /** The browser sent session cookies of ours; whether they still open anything, the calls say. */
  readonly hasSession: boolean;
}
