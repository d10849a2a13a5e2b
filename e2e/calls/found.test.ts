// What brings people here from outside: what search engines ask of a page, the site map, the picture of a shared link. Of a market
// whose coins may be found, which a simulated one is only where the operator says so.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { coinPicturePath, coinPictureSize } from '@tidemark/contract/coin-picture.ts';
import { languages, locales, type Locale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import { isLong } from '@tidemark/testbed/long-test.ts';
import { pngHead, readPng } from '@tidemark/testbed/read-png.ts';
import { sharedAppUrl, startApp, type App } from '#harness/app.ts';

const publicUrl = 'https://coins.example';
let app: App;
before(async () => {
  app = await startApp({ env: { INDEX_SIMULATED: '1', PUBLIC_URL: publicUrl } });
});
after(() => app?.stop());

/** A page costs a twentieth of a second, a picture three times that: of what is alike a change looks at some, the long run at all. */
const someOf = <T>(all: readonly T[], step: number): T[] => all.filter((_, place) => isLong || place % step === 0);
const someLanguages = languages.filter(({ locale }) => isLong || ['en', 'de', 'ar', 'ja', 'zh-TC', 'ph'].includes(locale));

const read = async (path: string, from = app.url) => {
  const answer = await fetch(from + path, { redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
};
const listed = (xml: string): string[] => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
const coinsIn = async (locale: Locale): Promise<string[]> =>
  listed((await read(`/sitemap-${locale}.xml`)).body).filter((address) => address.includes('/markets/coin/'));

/** The attributes of every element of that name, in the order of the page. */
const elements = (html: string, tag: string): Readonly<Record<string, string>>[] =>
  [...html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name!.toLowerCase(), plain(value ?? '')]),
    ),
  );
const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The audits that Lighthouse counts as SEO, and alike ones of accessibility. What is wrong, in words. */
function lacksOf(html: string, address: string): string[] {
  const metas = elements(html, 'meta');
  const meta = (name: string) => metas.filter((one) => one['name'] === name).map(({ content }) => content ?? '');
  const links = elements(html, 'link');
  const lacks: string[] = [];
  const want = (isThere: boolean, what: string) => void (isThere || lacks.push(what));
  const titles = [...html.slice(0, html.indexOf('</head>')).matchAll(/<title>([^<]+)<\/title>/g)];
  want(titles.length === 1 && titles[0]![1]!.trim().length >= 10, 'one title');
  want(meta('description').length === 1 && meta('description')[0]!.length >= 50, 'one description');
  want(/width=device-width/.test(meta('viewport').join()), 'a viewport');
  want(!meta('robots').some((rule) => /noindex|none/.test(rule)), 'to be indexed');
  want((elements(html, 'html')[0]?.['lang'] ?? '') !== '', 'a language');
  const canonical = links.filter(({ rel }) => rel === 'canonical').map((one) => one['href']);
  want(canonical.length === 1 && canonical[0] === address, `itself as its one canonical address, not ${canonical.join()}`);
  want((html.match(/<h1[\s>]/g) ?? []).length === 1, 'one first heading');
  for (const one of elements(html, 'img')) want(one['alt'] !== undefined, `alt of ${one['src']}`);
  for (const [, attributes = '', inner = ''] of html.matchAll(/<a(\s[^>]*)>(.*?)<\/a>/gs)) {
    const to = /\shref="([^"]*)"/.exec(attributes)?.[1] ?? '';
    want(/^(?:https?:\/\/|\/|#.|\?|mailto:)/.test(to), `a link that can be followed: ${attributes}`);
    const said =
      /\saria-label="([^"]+)"/.exec(attributes)?.[1] ??
      inner
        .replace(/<img[^>]*\salt="([^"]*)"[^>]*>/g, '$1')
        .replace(/<[^>]*>/g, '')
        .trim();
    want(said !== '', `the name of the link to ${to}`);
    want(!vague.has(said.toLowerCase()), `more than '${said}' for the link to ${to}`);
  }
  for (const [, json] of html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)) {
    const facts = JSON.parse(json!) as Record<string, unknown>;
    want(facts['@context'] === 'https://schema.org' && typeof facts['@type'] === 'string', 'facts with their kind');
  }
  return lacks;
}
/** Words that say nothing of where a link leads, as Lighthouse lists them. */
const vague = new Set([
  ...['click here', 'click this', 'go', 'here', 'information', 'learn more', 'more', 'more info', 'more information', 'right here'],
  ...['read more', 'see more', 'start', 'this', 'hier', 'hier klicken', 'mehr', 'siehe', 'weiterlesen', 'más', 'más información', 'aquí'],
  ...['mais', 'mais informações', 'veja mais', '자세히', '자세히 보기', '전체 보기', '続きを読む', '全文表示'],
]);

/** Where else the page says it is: its language, and the addresses by language. */
const alternates = (html: string): Record<string, string> =>
  Object.fromEntries(
    elements(html, 'link').flatMap((one) => (one['rel'] === 'alternate' && one['hreflang'] ? [[one['hreflang'], one['href'] ?? '']] : [])),
  );

test('issue 18: the page of every coin that is listed is there, and lacks nothing that search engines ask for', async () => {
  const coins = await coinsIn('en');
  assert.ok(coins.length >= 50, String(coins.length));
  for (const address of someOf(coins, 3)) {
    const { status, headers, body } = await read(new URL(address).pathname);
    assert.equal(status, 200, address);
    assert.equal(headers.get('x-robots-tag'), null, address);
    assert.deepEqual(lacksOf(body, address), [], address);
    assert.match(body, /<script type="application\/ld\+json"/, address);
  }
});

test('issue 18: in every language a coin and the spot list lack nothing, and name each other', async () => {
  const tags = [...languages.map(({ tag }) => tag), 'x-default'].toSorted();
  for (const pageIn of [(locale: Locale) => href(locale, 'coin', { symbol: 'BTCUSDT' }), (locale: Locale) => href(locale, 'spot')]) {
    const whole = Object.fromEntries([
      ...languages.map(({ locale, tag }) => [tag, publicUrl + pageIn(locale)]),
      ['x-default', publicUrl + pageIn('en')],
    ]);
    for (const { locale, tag } of someLanguages) {
      const path = pageIn(locale);
      const { status, body } = await read(path);
      assert.equal(status, 200, path);
      assert.deepEqual(lacksOf(body, publicUrl + path), [], path);
      assert.equal(elements(body, 'html')[0]?.['lang'], tag, path);
      const named = alternates(body);
      assert.deepEqual(Object.keys(named).toSorted(), tags, path);
      assert.deepEqual(named, whole, path);
    }
  }
  for (const tag of tags) {
    if (tag === 'x-default') continue;
    // What search engines read: a language, perhaps a script, perhaps a country.
    assert.match(tag, /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/);
    assert.deepEqual(Intl.getCanonicalLocales(tag), [tag]);
  }
});

test('issue 18: robots.txt is valid, names the site map and keeps nobody from a coin or its picture', async () => {
  const { status, headers, body } = await read('/robots.txt');
  assert.equal(status, 200);
  assert.match(headers.get('content-type')!, /^text\/plain/);
  const rules = body
    .trimEnd()
    .split('\n')
    .map((line) => /^([A-Za-z-]+): (.+)$/.exec(line)?.slice(1) as [string, string]);
  assert.ok(rules.every(Boolean), body);
  assert.deepEqual(rules[0], ['User-agent', '*']);
  for (const [name, value] of rules) {
    assert.ok(['User-agent', 'Disallow', 'Allow', 'Sitemap'].includes(name), name);
    if (name === 'Disallow')
      for (const path of ['/markets/coin/', '/de/markets/coin/', coinPicturePath('BTCUSDT')]) assert.ok(!path.startsWith(value), value);
    if (name === 'Sitemap') assert.equal(value, `${publicUrl}/sitemap.xml`);
  }
  assert.equal(rules.filter(([name]) => name === 'Sitemap').length, 1);
});

const namespace = 'http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9';
const day = '\\d{4}-\\d\\d-\\d\\d(?:T[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d))?';
const address = '(?:[^<>&"\'\\s]|&(?:amp|apos|quot|gt|lt);){12,2048}';
/** The schemas of sitemaps.org as patterns: the same elements in the same order. */
const document = (root: string, entry: string) =>
  new RegExp(`^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\\s*<${root} xmlns="${namespace}">(?:${entry})+</${root}>\\s*$`);
const place = `<loc>${address}</loc>(?:<lastmod>${day}</lastmod>)?`;
const pace = '(?:<changefreq>(?:always|hourly|daily|weekly|monthly|yearly|never)</changefreq>)?';
const indexPattern = document('sitemapindex', `<sitemap>${place}</sitemap>`);
const mapPattern = document('urlset', `<url>${place}${pace}(?:<priority>(?:0\\.\\d|1\\.0)</priority>)?</url>`);

test('issue 18: the site map is valid by the schema of sitemaps.org, and the same coins stand in it in every language', async () => {
  const index = await read('/sitemap.xml');
  assert.match(index.headers.get('content-type')!, /^application\/xml/);
  assert.match(index.body, indexPattern);
  assert.deepEqual(
    listed(index.body),
    locales.map((locale) => `${publicUrl}/sitemap-${locale}.xml`),
  );
  const english = (await coinsIn('en')).map((one) => one.slice(publicUrl.length));
  for (const locale of locales) {
    const { headers, body } = await read(`/sitemap-${locale}.xml`);
    assert.match(headers.get('content-type')!, /^application\/xml/);
    assert.match(body, mapPattern, locale);
    assert.ok(Buffer.byteLength(body) < 50 * 1024 * 1024);
    const all = listed(body);
    assert.ok(all.length <= 50_000, `${locale}: ${all.length}`);
    assert.equal(new Set(all).size, all.length, `${locale}: each once`);
    for (const one of all) assert.equal(new URL(one).origin, publicUrl, one);
    assert.deepEqual(
      all.filter((one) => one.includes('/markets/coin/')),
      english.map((path) => publicUrl + (locale === 'en' ? '' : `/${locale}`) + path),
    );
  }
});

test('issue 18: every coin of the catalog is in the site map, and has a picture for shared links', async () => {
  const { data } = JSON.parse((await read('/v1/mix/symbol/getAllSymbol')).body) as {
    data: { items: { symbolId: string; baseSymbol: string; status: string }[] };
  };
  const traded = data.items.filter(({ status }) => status === 'online');
  const baseOf = new Map(traded.map(({ symbolId, baseSymbol }) => [symbolId, baseSymbol]));
  const found = (await coinsIn('en')).map((one) => decodeURIComponent(one.slice(one.lastIndexOf('/') + 1)));
  const coins = [...new Set(traded.map(({ baseSymbol }) => baseSymbol))];
  assert.deepEqual(found.map((symbolId) => baseOf.get(symbolId) ?? symbolId).toSorted(), coins.toSorted(), 'one page for each coin');
  const drawn = new Set([...someOf(found, 5), ...found.filter((symbolId) => !symbolId.endsWith('USDT'))]);
  for (const symbolId of drawn) {
    const answer = await fetch(app.url + coinPicturePath(symbolId));
    assert.equal(answer.status, 200, symbolId);
    assert.equal(answer.headers.get('content-type'), 'image/png', symbolId);
    assert.match(answer.headers.get('cache-control')!, /public/);
    const file = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual(pngHead(file), coinPictureSize, symbolId);
    // A few are read to the last pixel: something is drawn on them.
    if (symbolId === found[0] || !symbolId.endsWith('USDT')) {
      const { pixel } = readPng(file);
      let light = 0;
      for (let y = 0; y < 300; y += 2)
        for (let x = 0; x < coinPictureSize.width; x += 2) if (pixel(x, y).every((part) => part > 200)) light++;
      assert.ok(light > 500, `${symbolId}: ${light}`);
    }
  }
  const { body } = await read('/markets/coin/ETHUSDT');
  const said = Object.fromEntries(elements(body, 'meta').flatMap((one) => (one['property'] ? [[one['property'], one['content']]] : [])));
  assert.deepEqual(
    [said['og:image'], said['og:image:width'], said['og:image:height']],
    [publicUrl + coinPicturePath('ETHUSDT'), '1200', '630'],
  );
});

test('pages of simulated coins are found only where the operator says so', async () => {
  const told = async (from: string) => {
    const [page, sitemap] = await Promise.all(
      ['/de/markets/coin/BTCUSDT', '/sitemap-de.xml'].map(async (path) => (await read(path, from)).body),
    );
    return {
      isRefused: /<meta name="robots" content="noindex"/.test(page!),
      languages: Object.keys(alternates(page!)).length,
      isListed: sitemap!.includes('/de/markets/coin/BTCUSDT</loc>'),
    };
  };
  assert.deepEqual(await told(sharedAppUrl()), { isRefused: true, languages: 0, isListed: false });
  assert.deepEqual(await told(app.url), { isRefused: false, languages: languages.length + 1, isListed: true });
});
