import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { locales } from './locales.ts';
import { isChangeBase } from './market.ts';
import { currencyCodes } from './money.ts';
import { localCacheKeys } from './local-cache.ts';
import {
  breakpoints,
  cookieMaxAgeDays,
  cookies,
  currencyUnit,
  defaultTheme,
  errorReportRule,
  hiddenCoin,
  isReportDropped,
  languageEntry,
  marketRankingFlags,
  overviewModules,
  overviewSwitchDefault,
  parsePreferences,
  publicConfig,
  queryCacheRule,
  redUpLocales,
  requestTimeoutMs,
  siteCalls,
  themes,
  updowns,
  visions,
} from './site.ts';

test('sections 4 and 9: theme is white unless chosen, in a cookie of 365 days; the other names of a theme are understood', () => {
  assert.equal(defaultTheme, 'white');
  assert.equal(cookieMaxAgeDays, 365);
  assert.deepEqual(cookies, {
    theme: 'theme',
    language: 'language',
    currency: 'currency',
    updown: 'updown',
    vision: 'vision',
    changeBase: 'timeZone',
    overview: 'overview',
  });
  const theme = (value?: string) => parsePreferences({ theme: value }, 'en').theme;
  assert.deepEqual([undefined, 'white', 'light', 'black', 'dark', 'system', 'pink', '', 'toString', '__proto__'].map(theme), [
    'white',
    'white',
    'white',
    'black',
    'black',
    'system',
    'white',
    'white',
    'white',
    'white',
  ]);
});

test('sections 3 and 9: currency and colours follow the language until chosen', () => {
  assert.deepEqual(parsePreferences({}, 'en'), {
    theme: 'white',
    currency: 'USD',
    updown: 'green',
    vision: 'normal',
    changeBase: -1,
    overview: '',
  });
  assert.deepEqual(parsePreferences({}, 'zh-CN'), {
    theme: 'white',
    currency: 'CNY',
    updown: 'red',
    vision: 'normal',
    changeBase: -1,
    overview: '',
  });
  assert.equal(parsePreferences({}, 'ar').currency, 'SAR');
  assert.deepEqual(locales.filter((locale) => parsePreferences({}, locale).updown === 'red').toSorted(), [...redUpLocales].toSorted());
  assert.deepEqual(parsePreferences({ currency: 'KRW', updown: 'green', vision: 'cb' }, 'ja'), {
    theme: 'white',
    currency: 'KRW',
    updown: 'green',
    vision: 'cb',
    changeBase: -1,
    overview: '',
  });
});

test('section 9: the time zone of change figures is last24h unless chosen; only the 25 offsets can be', () => {
  const base = (value?: string) => parsePreferences({ timeZone: value }, 'en').changeBase;
  assert.deepEqual(
    [undefined, '', '480', '-720', '0', '-1', '30', '780', 'x', '1e9'].map(base),
    [-1, -1, 480, -720, 0, -1, -1, -1, -1, -1],
  );
});

test('property: whatever the cookies hold, a usable choice comes out', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.values(cookies)), fc.string()), fc.constantFrom(...locales), (given, locale) => {
      const preferences = parsePreferences(given, locale);
      assert.ok(themes.includes(preferences.theme));
      assert.ok(currencyCodes.includes(preferences.currency));
      assert.ok(updowns.includes(preferences.updown));
      assert.ok(visions.includes(preferences.vision));
      assert.ok(isChangeBase(preferences.changeBase));
      assert.match(preferences.overview, /^[\w.-]{0,260}$/);
    }),
    { seed: 20250117 },
  );
});

test('section 3, Public config: fields, overview flags, ranking flags', () => {
  assert.deepEqual(Object.keys(publicConfig.entries), [
    ...'increasePricing downPricing coinHalfConfig overviewSwitch defineGroup marketRanking currencyConfig'.split(' '),
    ...'ipCode fiatCurrency onChainSwitch'.split(' '),
    // Beside the specification: where the operator's pairs are traded.
    'tradeUrls',
  ]);
  assert.deepEqual(
    overviewModules,
    (
      'aiIndex cheapCurrency contractData fearIndex globalDigitalCurrency industryTrend leadingSector marketChanges ' +
      'marketHeatMap quotationCards realTimeLeaderboard riseDistribution sexySector'
    ).split(' '),
  );
  assert.ok(overviewModules.every((module) => overviewSwitchDefault[module]));
  assert.deepEqual(marketRankingFlags, ['before24Open', 'marketValue', 'newPrice', 'vol']);
  assert.deepEqual(Object.keys(publicConfig.entries.defineGroup.entries), ['groupCoinLimit', 'groupLimit', 'totalLimit']);
});

test('section 3: hidden coins, language entry, currency unit and local cache keys', () => {
  assert.deepEqual(Object.keys(hiddenCoin.entries), ['baseSymbol', 'languageList', 'ipCountryNameList']);
  assert.deepEqual(Object.keys(languageEntry.entries), ['locale', 'languageKey', 'languageName', 'languageType', 'coinType', 'hide']);
  for (const field of ['symbol', 'name', 'value', 'type', 'showName']) assert.ok(field in currencyUnit.entries, field);
  for (const key of ['theme', 'language', 'userId', 'fiatName', 'klineInterval', 'tradeUnit', 'coinMarket'])
    assert.ok(key in localCacheKeys, key);
  assert.equal(new Set(Object.values(localCacheKeys)).size, Object.keys(localCacheKeys).length);
});

test('section 9, Caching and layout: breakpoints and the query cache', () => {
  assert.deepEqual(breakpoints, { tablet: 768, pc: 1200 });
  const layoutOf = (widthPx: number) => (widthPx < breakpoints.tablet ? 'phone' : widthPx < breakpoints.pc ? 'tablet' : 'pc');
  assert.deepEqual([320, 767, 768, 1199, 1200, 2560].map(layoutOf), ['phone', 'phone', 'tablet', 'tablet', 'pc', 'pc']);
  assert.deepEqual(queryCacheRule, { staleTimeMs: Number.POSITIVE_INFINITY, refetchOnFocus: false });
});

test('section 9, Request timeouts', () => {
  assert.deepEqual(requestTimeoutMs, { alerts: 20_000, browser: 30_000, renderingOnline: 1_000, renderingOtherwise: 5_000 });
});

test('sections 8 and 9, error reports: aborted requests are dropped, one visit in ten is traced', () => {
  assert.equal(errorReportRule.traceSampleRate, 0.1);
  assert.equal(isReportDropped('AxiosError: Request aborted'), true);
  assert.equal(isReportDropped('Request failed'), false);
});

test('section 7: the SEO call takes a locale and keys, and answers a list of key and content', () => {
  const { input, output } = siteCalls.getTdkMltQueryList;
  assert.ok(v.is(input, { locale: 'ar', translationKeys: ['spot.title'] }));
  assert.equal(v.is(input, { locale: 'xx', translationKeys: ['spot.title'] }), false);
  assert.equal(v.is(input, { locale: 'en', translationKeys: [] }), false);
  assert.ok(v.is(output, [{ translationKey: 'spot.title', translationContent: 'Spot' }]));
});
