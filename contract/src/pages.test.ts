import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { productName } from './brand.ts';
import { languages, locales, type Locale } from './locales.ts';
import { href, matchPage, pageNames, pages, swapLocale, type PageName, type PageRow } from './pages.ts';

const check = <T>(property: fc.IProperty<T>) => fc.assert(property, { seed: 20250117, numRuns: 500 });
const found = (path: string) => {
  const match = matchPage(path);
  return match && { page: match.page, ...match.params };
};

test('section 2: every route of the table leads to its page', () => {
  const routes: Record<string, object> = {
    '/': { page: 'home' },
    '/markets': { page: 'markets' },
    '/markets/spot': { page: 'spot' },
    '/markets/spot/defi': { page: 'spot', category: 'defi' },
    '/markets/spot/layer-1/USDT': { page: 'spot', category: 'layer-1', quote: 'USDT' },
    '/markets/futures': { page: 'futures' },
    '/markets/futures/coin-m': { page: 'futuresCoinM' },
    '/markets/futures/usdc-m': { page: 'futuresUsdcM' },
    '/markets/margin': { page: 'margin' },
    '/markets/margin/cross/defi': { page: 'margin', mode: 'cross', category: 'defi' },
    '/markets/favorite': { page: 'favorite' },
    '/markets/shared/AbCdEfGhIjKlMnOpQrSt-_': { page: 'sharedList', token: 'AbCdEfGhIjKlMnOpQrSt-_' },
    '/markets/onChain': { page: 'onChain' },
    '/markets/overview': { page: 'overview' },
    '/markets/trends': { page: 'trends' },
    '/markets/trends/2025-01-17': { page: 'trends', time: '2025-01-17' },
    '/markets/leading': { page: 'sectors' },
    '/markets/leadingDetail': { page: 'sectorDetail' },
    '/markets/leadingDetail/defi': { page: 'sectorDetail', id: 'defi' },
    '/markets/change': { page: 'movers' },
    '/markets/rank': { page: 'rank' },
    '/markets/rank/top-gainers': { page: 'rankGainers' },
    '/markets/rank/losers': { page: 'rankLosers' },
    '/markets/rank/new-listing': { page: 'rankNewListing' },
    '/markets/rank/turnover': { page: 'rankTurnover' },
    '/markets/bitcoin-halving': { page: 'bitcoinHalving' },
    '/markets/trading-data': { page: 'tradingData' },
    '/markets/trading-data/trading': { page: 'tradingData', type: 'trading' },
    '/markets/trading-data/wholeNetwork': { page: 'tradingData', type: 'wholeNetwork' },
    '/markets/tokens': { page: 'tokens' },
    '/markets/tokens/btc': { page: 'tokens', id: 'btc' },
    '/markets/crypto-policy': { page: 'cryptoPolicy' },
    '/markets/error': { page: 'error' },
    '/markets/fear-and-greed-index': { page: 'fearGreed' },
    '/markets/coin/BTC': { page: 'coin', symbol: 'BTC' },
    '/price-alert': { page: 'priceAlert' },
    '/market-maker': { page: 'marketMaker' },
    '/login': { page: 'login' },
    '/register': { page: 'register' },
    '/forgot-password': { page: 'forgotPassword' },
    '/account': { page: 'account' },
    '/support-desk': { page: 'supportDesk' },
  };
  for (const [path, page] of Object.entries(routes)) assert.deepEqual(found(path), page, path);
  assert.deepEqual(new Set(Object.values(routes).map((route) => (route as { page: PageName }).page)), new Set(pageNames));
});

test('section 2: anything else is a 404', () => {
  const nowhere = [
    '',
    'markets/spot',
    '/nope',
    '/markets/nonsense',
    '/markets/nonsense/x',
    '/xx/markets/spot',
    '/EN/markets/spot',
    '/Markets/spot',
    '/markets/Spot',
    '/markets/onchain',
    '/markets/spot/USDT',
    '/markets/spot/defi/usdt',
    '/markets/spot/defi/USDT/x',
    '/markets/spot/-x',
    '/markets/futures/usdt-m',
    '/markets/margin/all/defi/x',
    '/markets/rank/gainers',
    '/markets/trading-data/all',
    '/markets/trends/today',
    '/markets/coin',
    '/markets/shared',
    '/markets/shared/short',
    '/markets/coin/a%2Fb',
    '/markets/coin/%',
    '/markets//spot',
    '//markets/spot',
    '/markets/spot//',
    '/en/en/markets/spot',
    '/ar//',
    '/login/x',
    '/markets/spot/%2e%2e',
    '/toString',
    '/__proto__',
  ];
  for (const path of nowhere) assert.equal(matchPage(path), null, path);
});

test('section 2: English has no prefix, and the prefix is accepted; one trailing slash is forgiven', () => {
  assert.deepEqual(matchPage('/markets/spot'), { locale: 'en', prefixed: false, page: 'spot', params: {} });
  assert.deepEqual(matchPage('/en/markets/spot'), { locale: 'en', prefixed: true, page: 'spot', params: {} });
  assert.deepEqual(matchPage('/ar/markets/spot/'), { locale: 'ar', prefixed: true, page: 'spot', params: {} });
  assert.deepEqual(matchPage('/zh-CN'), { locale: 'zh-CN', prefixed: true, page: 'home', params: {} });
  assert.equal(href('en', 'spot'), '/markets/spot');
  assert.equal(href('ar', 'home'), '/ar');
  assert.equal(href('en', 'home'), '/');
});

test('an earlier parameter that is not given is filled in', () => {
  assert.equal(href('ja', 'spot', { quote: 'USDC' }), '/ja/markets/spot/all/USDC');
  assert.equal(href('en', 'margin', { category: 'defi' }), '/markets/margin/all/defi');
});

test('an address is never built from parameters that do not fit', () => {
  // @ts-expect-error the coin page needs its symbol
  assert.throws(() => href('en', 'coin', {}), /symbol is missing/);
  // @ts-expect-error no such parameter, so nothing becomes of it
  assert.equal(href('en', 'spot', { nonsense: 'x' }), '/markets/spot');
  assert.throws(() => href('en', 'spot', { category: '../x' }), /category is malformed/);
  assert.throws(() => href('en', 'trends', { time: '' }), /time is malformed/);
});

const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);
const values: Record<string, fc.Arbitrary<string>> = {
  category: slug,
  token: fc.stringMatching(/^[A-Za-z0-9_-]{22}$/),
  quote: fc.constantFrom('USDT', 'USDC', 'BTC', 'EUR'),
  mode: fc.constantFrom('all', 'cross', 'isolated'),
  time: fc.constantFrom('2025-01-17', '1737072000000'),
  id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/),
  type: fc.constantFrom('trading', 'wholeNetwork'),
  symbol: fc.oneof(fc.stringMatching(/^[A-Z0-9]{1,12}(_UMCBL)?$/), fc.constantFrom('币安人生', '$WIF', 'A.B')),
};
const address = fc.constantFrom(...pageNames).chain((page) => {
  const rules = pages[page].params as PageRow['params'];
  const names = Object.keys(rules);
  const required = names.filter((name) => rules[name]!.required).length;
  return fc
    .tuple(
      fc.constantFrom(...locales),
      fc.constant(page),
      fc.integer({ min: required, max: names.length }),
      fc.record(Object.fromEntries(names.map((name) => [name, values[name]!]))),
    )
    .map(([locale, name, given, all]) => ({
      locale,
      page: name,
      params: Object.fromEntries(names.slice(0, given).map((key) => [key, all[key] as string])),
    }));
});

test('property: every address leads back to its page, language and parameters', () => {
  check(
    fc.property(address, ({ locale, page, params }) => {
      const path = href(locale, page, params as never);
      assert.deepEqual(matchPage(path), { locale, prefixed: locale !== 'en', page, params });
      assert.deepEqual(matchPage(`${path}/`.replace('//', '/')), matchPage(path));
    }),
  );
});

test('property: switching the language keeps the page, and switching back restores the address', () => {
  check(
    fc.property(address, fc.constantFrom(...locales), ({ locale, page, params }, other) => {
      const path = href(locale, page, params as never);
      const swapped = swapLocale(path, other);
      assert.equal(swapped, href(other, page, params as never));
      assert.equal(swapLocale(swapped, locale), path);
    }),
  );
});

test('property: no path makes matchPage throw, and a swapped path never names another host', () => {
  check(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webPath(),
        fc.string().map((tail) => `//${tail}`),
      ),
      fc.constantFrom(...locales),
      (path, locale: Locale) => {
        matchPage(path);
        assert.doesNotMatch(swapLocale(path, locale), /^\/\//);
      },
    ),
  );
  assert.equal(swapLocale('/en/nope/x', 'ar'), '/ar/nope/x');
  assert.equal(swapLocale('/ar', 'en'), '/');
});

test('rows that point at another page point at one that exists', () => {
  for (const name of pageNames) {
    const { redirectTo, canonical } = pages[name];
    for (const target of [redirectTo, canonical]) assert.ok(target === undefined || pageNames.includes(target as PageName), name);
  }
  assert.equal(pages.home.redirectTo, 'overview');
  assert.equal(pages.fearGreed.layout, 'bare');
  // The sitemap lists indexed pages without parameters.
  for (const name of pageNames.filter((one) => pages[one].indexed)) assert.ok(href('en', name));
});

for (const { locale } of languages.filter(({ base }) => base === null)) {
  test(`section 2: every page has its title and description in ${locale}`, () => {
    const words: Record<string, string> = JSON.parse(readFileSync(new URL(`../../locales/${locale}/seo.json`, import.meta.url), 'utf8'));
    assert.deepEqual(Object.keys(words).toSorted(), pageNames.flatMap((page) => [`${page}.title`, `${page}.description`]).toSorted());
    for (const page of pageNames) {
      const [title, description] = [words[`${page}.title`]!, words[`${page}.description`]!];
      assert.match(title, /\S \| \{site\}$/, page);
      const { length } = title.replaceAll('{site}', productName);
      assert.ok(length <= 68, `${page}: ${length}`);
      assert.ok(description.length >= 20 && description.length <= 155, `${page}: ${description.length}`);
    }
    assert.equal(new Set(Object.values(words)).size, Object.keys(words).length);
  });
}
