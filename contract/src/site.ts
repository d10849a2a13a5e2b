// The site as a whole: cookies and preferences, layout and request numbers, public config, SEO texts, error reports.
import * as v from 'valibot';
import type { ErrorName } from './errors.ts';
import { languageOf, locales, type Locale } from './locales.ts';
import { defaultChangeBase, isChangeBase } from './market.ts';
import { currencyCodes, isCurrencyCode, type CurrencyCode } from './money.ts';
import { pageVitals, pageVitalsPath } from './page-vitals.ts';
import { call, count, decimal, filled, fraction, languageType, listOf, region, text, timeMs } from './wire.ts';

/** Section 4, Theme; section 9, Defaults. What decides the first paint is a cookie, which is there before anything is painted. */
export const cookies = {
  theme: 'theme',
  language: 'language',
  currency: 'currency',
  updown: 'updown',
  vision: 'vision',
  changeBase: 'timeZone',
  overview: 'overview',
} as const;
export const cookieMaxAgeDays = 365;

export const themes = ['white', 'black', 'system'] as const;
export type Theme = (typeof themes)[number];
export const defaultTheme: Theme = 'white';
export const themeAliases: Readonly<Record<string, Theme>> = {
  white: 'white',
  light: 'white',
  black: 'black',
  dark: 'black',
  system: 'system',
};

/** The colour of a rising price. */
export const updowns = ['green', 'red'] as const;
export type UpDown = (typeof updowns)[number];
export const redUpLocales: readonly Locale[] = ['zh-CN', 'zh-TW', 'zh-TC', 'ja', 'ko'];

export const visions = ['normal', 'cb'] as const;
export type Vision = (typeof visions)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly currency: CurrencyCode;
  readonly updown: UpDown;
  readonly vision: Vision;
  /** What every change figure is measured against: minutes from UTC, or -1 for the last 24 hours (section 9). */
  readonly changeBase: number;
  /** How the overview is laid out, in its own words; empty: as it comes. */
  readonly overview: string;
}

const oneOf = <T extends string>(allowed: readonly T[], value: string | undefined, otherwise: T): T =>
  (allowed as readonly (string | undefined)[]).includes(value) ? (value as T) : otherwise;

const parseChangeBase = (value: string | undefined): number => (value && isChangeBase(Number(value)) ? Number(value) : defaultChangeBase);

/** A usable choice comes out of any cookie, of a malformed one too. */
export const parsePreferences = (given: Readonly<Record<string, string | undefined>>, locale: Locale): Preferences => {
  const currency = given[cookies.currency] ?? '';
  const theme = given[cookies.theme] ?? '';
  return {
    theme: (Object.hasOwn(themeAliases, theme) && themeAliases[theme]) || defaultTheme,
    currency: isCurrencyCode(currency) ? currency : languageOf(locale).coinType,
    updown: oneOf(updowns, given[cookies.updown], redUpLocales.includes(locale) ? 'red' : 'green'),
    vision: oneOf(visions, given[cookies.vision], 'normal'),
    changeBase: parseChangeBase(given[cookies.changeBase]),
    overview: /^[\w.-]{0,260}$/.exec(given[cookies.overview] ?? '')?.[0] ?? '',
  };
};

/**
 * What a page's text depends on. Theme and colours are not among it: a script in the page puts them on before the first paint, so that one
 * page serves every visitor. How the overview is laid out makes no difference anywhere else.
 */
export const renderedChoices = (page: string | undefined): readonly ('currency' | 'changeBase' | 'overview')[] =>
  page === 'overview' ? ['currency', 'changeBase', 'overview'] : ['currency', 'changeBase'];

/** The one local cache key that every page needs; the others are in local-cache.ts, for those who keep a choice. */
export const deviceIdKey = 'deviceId';

/** Section 9, Caching and layout: the first pixel of the wider layout. */
export const breakpoints = { tablet: 768, pc: 1200 } as const;

/** Section 9: answers never go stale by themselves and are not fetched again on focus. */
export const queryCacheRule = { staleTimeMs: Number.POSITIVE_INFINITY, refetchOnFocus: false } as const;

/** Section 9, Request timeouts. Rendering waits briefly: a module that misses it shows its error state instead. */
export const requestTimeoutMs = { alerts: 20_000, browser: 30_000, renderingOnline: 1_000, renderingOtherwise: 5_000 } as const;

/** Section 9 and section 8, Error reports. Browsers draw whether a visit is traced: what is not kept is not sent either. */
export const errorReportRule = { traceSampleRate: 0.1, slowCallMs: 3_000, droppedWhenContains: 'Request aborted' } as const;
export const isReportDropped = (message: string): boolean => message.includes(errorReportRule.droppedWhenContains);

/** Section 3, Public config: the modules of the overview. */
export const overviewModules = [
  'aiIndex',
  'cheapCurrency',
  'contractData',
  'fearIndex',
  'globalDigitalCurrency',
  'industryTrend',
  'leadingSector',
  'marketChanges',
  'marketHeatMap',
  'quotationCards',
  'realTimeLeaderboard',
  'riseDistribution',
  'sexySector',
] as const;
export type OverviewModule = (typeof overviewModules)[number];
export const overviewSwitchDefault = Object.fromEntries(overviewModules.map((module) => [module, true])) as Readonly<
  Record<OverviewModule, boolean>
>;

/** Section 3, Public config: the columns a ranking offers. */
export const marketRankingFlags = ['before24Open', 'marketValue', 'newPrice', 'vol'] as const;

const flags = <const T extends readonly string[]>(names: T) => v.object(v.entriesFromList(names, v.boolean()));

/** Section 3, Currency unit options. */
export const currencyUnit = v.object({
  code: v.picklist(currencyCodes),
  symbol: filled(8),
  name: filled(64),
  value: filled(8),
  type: count,
  showName: filled(32),
});

/** Section 3, Language entry. */
export const languageEntry = v.object({
  locale: v.picklist(locales),
  languageKey: filled(16),
  languageName: filled(64),
  languageType: count,
  coinType: v.picklist(currencyCodes),
  hide: v.boolean(),
});

/** Section 3, Hidden coins: not shown to readers of these languages or in these countries. */
export const hiddenCoin = v.object({
  baseSymbol: filled(32),
  languageList: listOf(v.picklist(locales), 64),
  ipCountryNameList: listOf(filled(64), 300),
});

/** An address of the exchange in which at least the coin is left open (trade-links.ts). */
const tradeUrl = v.pipe(text(500), v.regex(/^https:\/\/[\w.-]+(?::\d+)?\/\S*\{(?:base|symbol)\}\S*$/));

/** Section 3, Public config. */
export const publicConfig = v.object({
  /** Quick choices of the percent fields of an alert, as fractions. */
  increasePricing: listOf(fraction, 20),
  downPricing: listOf(fraction, 20),
  coinHalfConfig: v.object({
    baseSymbol: filled(32),
    symbolId: filled(64),
    blocksPerHalving: count,
    nextHeight: count,
    maxSupply: decimal,
  }),
  overviewSwitch: flags(overviewModules),
  defineGroup: v.object({ groupCoinLimit: count, groupLimit: count, totalLimit: count }),
  marketRanking: flags(marketRankingFlags),
  currencyConfig: listOf(currencyUnit, 64),
  /** Country of the request, where it is known. */
  ipCode: v.nullable(filled(2)),
  fiatCurrency: v.picklist(currencyCodes),
  onChainSwitch: v.boolean(),
  /** Where pairs of each line are traded; null = nowhere that this site knows of. */
  tradeUrls: v.object({ sp: v.nullable(tradeUrl), umcbl: v.nullable(tradeUrl), cmcbl: v.nullable(tradeUrl), dmcbl: v.nullable(tradeUrl) }),
});

/** Keys of the SEO texts are '<page>.title' and '<page>.description' (locales/<locale>/seo.json). */
export const seoKeys = <P extends string>(page: P) => ({ title: `${page}.title`, description: `${page}.description` }) as const;

/** Where a banner may stand. */
/** site: a bar above every page, of which there is one at a time. */
export const bannerPlaces = ['overview', 'markets', 'alerts', 'site'] as const;

export const errorReportKinds = ['error', 'unhandledRejection', 'render', 'socket', 'trace'] as const;

export const siteCalls = {
  config: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/config',
    about: 'Public config: overview switches, favorites limits, currencies, halving, quick choices.',
    input: v.object({ languageType }),
    output: publicConfig,
  }),
  webCommonConfig: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/webCommonConfig',
    about: 'Languages and hidden coins.',
    input: v.object({ languageType }),
    output: v.object({ languages: listOf(languageEntry, 64), hiddenCoins: listOf(hiddenCoin, 1000) }),
  }),
  clientCommonConfig: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/clientCommonConfig',
    about: 'What the server knows about the place of the request.',
    input: v.object({ languageType }),
    output: v.object({ localVo: v.object({ ip: text(64), ipCode: v.nullable(filled(2)) }) }),
  }),
  usdtRate: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/usdtRate',
    about: 'How much of each fiat currency one USDT is.',
    input: v.object({ languageType }),
    output: v.object({ rates: v.object(v.entriesFromList(currencyCodes, decimal)), asOf: timeMs }),
  }),
  time: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/time',
    about: 'The time on the server.',
    input: v.object({ languageType }),
    output: v.object({ serverTime: timeMs }),
  }),
  getTdkMltQueryList: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/getTdkMltQueryList',
    about: 'Titles and descriptions of pages in one language. Unknown keys are left out.',
    input: v.object({
      languageType,
      locale: v.picklist(locales, 'unknownLocale' satisfies ErrorName),
      translationKeys: v.pipe(listOf(filled(128), 100), v.minLength(1)),
    }),
    output: listOf(v.object({ translationKey: filled(128), translationContent: text(1000) }), 100),
  }),
  locationBanner: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/index/locationBanner',
    about: 'Banners for a place on the site, in the language of the reader.',
    input: v.object({ languageType, region, location: v.optional(v.picklist(bannerPlaces), 'overview') }),
    output: v.object({
      items: listOf(
        v.object({ id: filled(64), title: filled(200), text: text(500), imageUrl: v.nullable(text(500)), link: text(500), sort: count }),
        20,
      ),
      total: count,
    }),
  }),
  errorReport: call({
    kind: 'report',
    method: 'POST',
    path: '/mix/public/errorReport',
    about:
      'Takes an error report of the browser, or the trace of a slow call; browsers trace one visit in ten. Aborted requests are dropped.',
    input: v.object({
      languageType,
      kind: v.picklist(errorReportKinds),
      message: filled(2000),
      stack: v.optional(text(8000)),
      path: v.optional(text(500)),
      requestId: v.optional(text(128)),
      occurredAt: v.optional(timeMs),
    }),
    output: v.object({ kept: v.boolean() }),
  }),
  pageVitals: call({
    kind: 'report',
    method: 'POST',
    path: pageVitalsPath,
    about: 'Takes how a page felt to a visitor: largest paint and slowest answer to a press in ms, and how far things moved (CLS).',
    input: v.object({ languageType, ...pageVitals.entries }),
    output: v.object({ kept: v.boolean() }),
  }),
} as const;
