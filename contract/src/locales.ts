// The language table (sections 2, 3 and 9): what may stand first in a path, and what follows from it.
import type { CurrencyCode } from './money.ts';

export interface Language {
  /** The path prefix and the value of the language cookie. */
  readonly locale: string;
  /** A real BCP-47 tag, for the lang attribute and hreflang. */
  readonly tag: string;
  /**
   * For Intl: the same, but for Uzbek, of which Chromium knows nothing and page and browser must write alike. Ukrainian writes its
   * figures in the same way; dates are written in digits and units by names of our own (web/src/i18n/uzbek.ts).
   */
  readonly formatTag: string;
  readonly languageKey: string;
  /** The number that travels with every POST. */
  readonly languageType: number;
  /** The fiat a reader of this language starts with. */
  readonly coinType: CurrencyCode;
  readonly rtl: boolean;
  /** Its words are those of this language, but for the ones it has of its own; null for a language that has them all. */
  readonly base: string | null;
}

const row = <L extends string>(
  locale: L,
  tag: string,
  languageKey: string,
  languageType: number,
  coinType: CurrencyCode,
  more: { formatTag?: string; rtl?: true; base?: string } = {},
) => ({ locale, tag, formatTag: tag, languageKey, languageType, coinType, rtl: false, base: null, ...more });

export const languages = [
  row('en', 'en', 'en_US', 0, 'USD'),
  row('zh-CN', 'zh-CN', 'zh_CN', 1, 'CNY'),
  row('ja', 'ja', 'ja_JP', 2, 'JPY'),
  row('ko', 'ko', 'ko_KR', 3, 'KRW'),
  row('vi', 'vi', 'vi_VN', 4, 'VND'),
  row('zh-TW', 'zh-Hant-TW', 'zh_TW', 5, 'TWD'),
  row('ru', 'ru', 'ru_RU', 6, 'RUB'),
  row('es', 'es', 'es_001', 7, 'USD'),
  row('tr', 'tr', 'tr_TR', 8, 'TRY'),
  row('it', 'it', 'it_IT', 9, 'EUR'),
  row('fr', 'fr', 'fr_FR', 10, 'EUR'),
  row('de', 'de', 'de_DE', 11, 'EUR'),
  row('pt', 'pt-BR', 'pt_BR', 12, 'USD'),
  row('th', 'th', 'th_TH', 13, 'THB'),
  row('asia', 'en-SG', 'en_ASIA', 14, 'USD', { base: 'en' }),
  row('en-GB', 'en-GB', 'en_GB', 15, 'USD', { base: 'en' }),
  row('zh-TC', 'zh-Hant', 'zh_TC', 16, 'HKD', { base: 'zh-TW' }),
  row('id', 'id', 'id_ID', 17, 'IDR'),
  row('pl', 'pl', 'pl_PL', 18, 'EUR'),
  row('uk', 'uk', 'uk_UA', 19, 'UAH'),
  row('pt-PT', 'pt-PT', 'pt_PT', 20, 'EUR', { base: 'pt' }),
  row('es-ES', 'es-ES', 'es_ES', 21, 'EUR', { base: 'es' }),
  row('es-AR', 'es-AR', 'es_AR', 22, 'USD', { base: 'es' }),
  row('uz', 'uz-Latn', 'uz_UZ', 23, 'UZS', { formatTag: 'uk-UZ' }),
  row('ar', 'ar', 'ar_SA', 24, 'SAR', { rtl: true }),
  row('ph', 'fil', 'fil_PH', 25, 'PHP'),
  row('bg', 'bg', 'bg_BG', 26, 'EUR'),
] as const satisfies readonly Language[];

export type Locale = (typeof languages)[number]['locale'];
export const locales: readonly Locale[] = languages.map((language) => language.locale);
export const defaultLocale = 'en' satisfies Locale;

const byLocale: ReadonlyMap<string, Language & { readonly locale: Locale }> = new Map(
  languages.map((language) => [language.locale, language]),
);

export const isLocale = (text: string): text is Locale => byLocale.has(text);
export const languageOf = (locale: Locale): Language & { readonly locale: Locale } => byLocale.get(locale)!;
/**
 * Where a word of a language is looked up, the nearest first: in its own words, in those of the language it is a variant of, in English.
 */
export const wordSources = (locale: Locale): Locale[] =>
  [...new Set([locale, languageOf(locale).base, defaultLocale])].filter((source): source is Locale => source !== null);
/** The language of a languageType number, or null when no language has it. */
export const localeOfType = (languageType: number): Locale | null =>
  languages.find((language) => language.languageType === languageType)?.locale ?? null;
