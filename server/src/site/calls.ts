import { leastCoins } from '@tidemark/contract/analytics.ts';
import { languageNames } from '@tidemark/contract/language-names.ts';
import { languageOf, languages } from '@tidemark/contract/locales.ts';
import { currencyUnitOf } from '@tidemark/contract/money.ts';
import type { siteCalls } from '@tidemark/contract/site.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { Words } from '#words/index.ts';
import type { createPageVitals } from './page-vitals.ts';
import { fileReport, isReportKept, selectBanners, showBanner, writeRates, type BannerRow } from './rules.ts';
import type { SiteSettings } from './settings.ts';
import type { Store } from './store.ts';

export interface CallsDeps {
  settings: () => SiteSettings;
  banners: () => readonly BannerRow[];
  store: Pick<Store, 'saveReport'>;
  words: Words;
  clock: Clock;
  rates: () => Readonly<Record<string, number>>;
  countryOf: (ip: string) => string | null;
  publicUrl: string;
  coins: () => number;
  countVitals: ReturnType<typeof createPageVitals>;
}

/** A broken page in a loop reports the same thing again and again. */
const equalReportMs = 60_000;

export function createCalls(deps: CallsDeps): Handlers<typeof siteCalls> {
  const { settings, banners, store, words, clock, rates, countryOf, publicUrl, coins, countVitals } = deps;
  return {
    config(caller) {
      const {
        currencyConfig,
        fiatCurrency,
        hiddenCoins: _,
        closedCountries: __,
        hiddenLanguages: ___,
        alertLimits: ____,
        ...plain
      } = settings();
      const wanted = fiatCurrency ?? languageOf(caller.locale).coinType;
      return {
        ...plain,
        currencyConfig: currencyConfig.map((code) => ({ ...currencyUnitOf(code), code })),
        // The default must be one of those that can be chosen.
        fiatCurrency: currencyConfig.includes(wanted) ? wanted : currencyConfig[0]!,
        ipCode: caller.country ?? countryOf(caller.ip),
      };
    },
    webCommonConfig: () => ({
      languages: languages.map(({ locale, languageKey, languageType, coinType }) => ({
        locale,
        languageKey,
        languageName: languageNames[locale],
        languageType,
        coinType,
        hide: settings().hiddenLanguages.includes(locale),
      })),
      hiddenCoins: [...settings().hiddenCoins],
    }),
    clientCommonConfig: (caller) => ({ localVo: { ip: caller.ip, ipCode: caller.country ?? countryOf(caller.ip) } }),
    usdtRate: () => ({ rates: writeRates(rates()), asOf: clock.now() }),
    time: () => ({ serverTime: clock.now() }),
    getTdkMltQueryList: (_caller, { locale, translationKeys }) =>
      [...new Set(translationKeys)].flatMap((translationKey) => {
        const translationContent = words.seo(locale, translationKey, { least: leastCoins(coins()) });
        return translationContent === undefined ? [] : [{ translationKey, translationContent }];
      }),
    locationBanner(caller, { location }) {
      const shown = selectBanners(banners(), { place: location, locale: caller.locale, now: clock.now() });
      const items = shown.map((row) => showBanner(row, publicUrl)).filter((item) => item !== null);
      return { items, total: items.length };
    },
    async errorReport(_caller, report) {
      if (!isReportKept(report)) return { kept: false };
      const now = clock.now();
      await store.saveReport(fileReport(report, now), new Date(now - equalReportMs));
      return { kept: true };
    },
    pageVitals(_caller, felt) {
      countVitals(felt);
      return { kept: true };
    },
  };
}
