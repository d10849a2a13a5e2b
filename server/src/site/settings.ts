// What the operator may switch by a row of site_setting: the key is the field's name, the value is JSON. Objects may
// name only the fields they change. A row that makes no sense is left out and told; it never takes the site down.
import * as v from 'valibot';
import { alertLimits } from '@tidemark/contract/alert-rules.ts';
import { halving } from '@tidemark/contract/content.ts';
import { favoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import { defaultLocale, locales, type Locale } from '@tidemark/contract/locales.ts';
import { currencyCodes, type CurrencyCode } from '@tidemark/contract/money.ts';
import { hiddenCoin, marketRankingFlags, overviewSwitchDefault, publicConfig } from '@tidemark/contract/site.ts';

type PublicConfig = v.InferOutput<typeof publicConfig>;

export interface SiteSettings extends Pick<
  PublicConfig,
  'increasePricing' | 'downPricing' | 'coinHalfConfig' | 'overviewSwitch' | 'defineGroup' | 'marketRanking' | 'onChainSwitch' | 'tradeUrls'
> {
  /** The currencies that are offered. */
  readonly currencyConfig: readonly CurrencyCode[];
  /** Null: the fiat of the reader's language. */
  readonly fiatCurrency: CurrencyCode | null;
  /** Two letters each: where the service is not offered. */
  readonly closedCountries: readonly string[];
  /** Languages that are not offered in menus; their pages stay. */
  readonly hiddenLanguages: readonly Locale[];
  readonly hiddenCoins: readonly v.InferOutput<typeof hiddenCoin>[];
  /** How many alerts a user may have: of one business line, and in all. */
  readonly alertLimits: { readonly perLine: number; readonly total: number };
}

export const defaultSettings: SiteSettings = {
  increasePricing: ['0.01', '0.03', '0.05', '0.1', '0.2'],
  downPricing: ['0.01', '0.03', '0.05', '0.1', '0.2'],
  coinHalfConfig: {
    baseSymbol: 'BTC',
    symbolId: 'BTCUSDT',
    blocksPerHalving: halving.blocksPerHalving,
    nextHeight: halving.nextHeight,
    maxSupply: String(halving.maxSupply),
  },
  overviewSwitch: overviewSwitchDefault,
  defineGroup: favoriteLimits,
  marketRanking: Object.fromEntries(marketRankingFlags.map((flag) => [flag, true])) as PublicConfig['marketRanking'],
  currencyConfig: currencyCodes,
  fiatCurrency: null,
  onChainSwitch: true,
  tradeUrls: { sp: null, umcbl: null, cmcbl: null, dmcbl: null },
  closedCountries: [],
  hiddenLanguages: [],
  hiddenCoins: [],
  alertLimits: { perLine: alertLimits.perLine, total: alertLimits.total },
};

const config = publicConfig.entries;
/** Strict, so that a misspelt switch is told instead of doing nothing. */
const someOf = <E extends v.ObjectEntries>(entries: E) => v.partial(v.strictObject(entries));
const currency = v.picklist(currencyCodes);
const alertCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000));

const settingSchemas = {
  increasePricing: config.increasePricing,
  downPricing: config.downPricing,
  coinHalfConfig: someOf(config.coinHalfConfig.entries),
  overviewSwitch: someOf(config.overviewSwitch.entries),
  defineGroup: someOf(config.defineGroup.entries),
  marketRanking: someOf(config.marketRanking.entries),
  currencyConfig: v.pipe(v.array(currency), v.minLength(1)),
  fiatCurrency: v.nullable(currency),
  onChainSwitch: config.onChainSwitch,
  tradeUrls: someOf(config.tradeUrls.entries),
  closedCountries: v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  hiddenLanguages: v.array(v.picklist(locales.filter((locale) => locale !== defaultLocale))),
  hiddenCoins: v.array(hiddenCoin),
  alertLimits: someOf({ perLine: alertCount, total: alertCount }),
} satisfies Record<keyof SiteSettings, v.GenericSchema>;

/** What would hold with this value, as what is not named stays usual. */
export const settingWith = (key: string, value: unknown): unknown => mergeOver(defaultSettings[key as keyof SiteSettings], value);

/** What is wrong with a value of a setting, in a few words; null: nothing. */
export function settingProblem(key: string, value: unknown): string | null {
  if (!Object.hasOwn(settingSchemas, key)) return 'is not known';
  // A list would pass as an object without fields.
  if (Array.isArray(value) && isFields(defaultSettings[key as keyof SiteSettings])) return 'must name its fields';
  const parsed = v.safeParse(settingSchemas[key as keyof SiteSettings], value);
  if (parsed.success) return null;
  const [issue] = parsed.issues;
  return `${v.getDotPath(issue) ?? 'value'}: ${issue.message}`;
}

/** others: keys that other rooms read. */
export function readSettings(
  rows: ReadonlyMap<string, unknown>,
  others: ReadonlySet<string> = new Set(),
): { settings: SiteSettings; problems: readonly string[] } {
  const problems: string[] = [];
  const changed: Record<string, unknown> = {};
  for (const [key, value] of rows) {
    if (others.has(key)) continue;
    if (!Object.hasOwn(settingSchemas, key)) {
      problems.push(`site setting '${key}' is not known`);
      continue;
    }
    const name = key as keyof SiteSettings;
    const parsed = v.safeParse(settingSchemas[name], value);
    if (parsed.success) changed[name] = mergeOver(defaultSettings[name], parsed.output);
    else problems.push(`site setting '${key}' is left out: ${v.summarize(parsed.issues).replaceAll('\n', ' ')}`);
  }
  return { settings: { ...defaultSettings, ...changed }, problems };
}

const isFields = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const mergeOver = (usual: unknown, given: unknown): unknown => (isFields(usual) ? { ...(usual as object), ...(given as object) } : given);
