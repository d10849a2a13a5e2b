// Feeds against a local server that speaks them: what is read, what is left out, and the ways feeds fail.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { growthOf } from '@tidemark/testbed/growth.ts';
import { createWebServer, type WebRoute } from '@tidemark/testbed/web-server.ts';
import { until } from '@tidemark/testbed/until.ts';
import { reachOf } from '#platform/address-reach.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { FetchFailure } from './fetch-text.ts';
import { createSideSources } from './index.ts';
import { createFeedReader, newsRule, parseNews } from './news.ts';
import { plainText, shorten } from './plain-text.ts';
import { BadAnswer } from './polled.ts';

const start = Date.UTC(2026, 10, 15, 13);
const minute = 60_000;
const item = (inside: string) => `<item>${inside}</item>`;
const rss = (...items: string[]) =>
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Example ' +
  `Wire</title><link>https://news.example</link><description>d</description>${items.join('')}</channel></rss>`;
const story = (n: number) =>
  item(
    `<title>Story ${n}</title><link>https://news.example/${n}</link><guid>${n}</guid><pubDate>Sun, 15 Nov 2026 1${n}:00:00 GMT</pubDate>`,
  );

async function serve(t: TestContext, routes: Record<string, WebRoute>) {
  const server = await createWebServer(routes);
  t.after(() => server.stop());
  return server;
}

test('RSS: markup, entities and hidden characters go; unsafe links are dropped; what has no date is kept without one', async () => {
  const items = await parseNews(
    rss(
      item(
        '<title><![CDATA[<b>Fed&rsquo;s</b> move &amp; ' +
          '<script>alert(1)</script>gold]]></title><link>https://news.example/a</link><guid ' +
          'isPermaLink="false">a-1</guid><pubDate>Sun, 15 Nov 2026 10:00:00 ' +
          'GMT</pubDate><category>Bitcoin</category><category><![CDATA[<i>Macro</i>]]></category>' +
          '<description><![CDATA[<p>First.</p><p>Second ' +
          '&lt;3 &#8364;5</p><img src="https://x.example/p.png">]]></description>',
      ),
      item('<title>No date</title><link>https://news.example/b</link>'),
      item('<title>Odd link</title><link>javascript:alert(1)</link><pubDate>Sun, 15 Nov 2026 12:00:00 GMT</pubDate>'),
      item('<title> </title><link>https://news.example/c</link>'),
      item('<title>Turned \u202eround\u200b</title><link>/relative</link><pubDate>never</pubDate><description>Turned round</description>'),
    ),
    'https://news.example/rss',
  );
  assert.deepEqual(items, [
    {
      guid: 'a-1',
      title: 'Fed\u2019s move & gold',
      link: 'https://news.example/a',
      at: Date.UTC(2026, 10, 15, 10),
      source: 'Example Wire',
      categories: ['Bitcoin', 'Macro'],
      summary: 'First. Second <3 \u20ac5',
    },
    {
      guid: 'https://news.example/b',
      title: 'No date',
      link: 'https://news.example/b',
      at: null,
      source: 'Example Wire',
      categories: [],
      summary: '',
    },
    {
      guid: 'https://news.example/relative',
      title: 'Turned round',
      link: 'https://news.example/relative',
      at: null,
      source: 'Example Wire',
      categories: [],
      summary: '',
    },
  ]);
});

test('Atom and JSON feeds say the same', async () => {
  const atom =
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Atom ' +
    'Wire</title><id>urn:x</id><updated>2026-11-15T10:00:00Z</updated><entry><title type="html">A &amp;amp; ' +
    'B</title><id>urn:1</id><link rel="enclosure" href="https://news.example/pod.mp3"/><link rel="alternate" ' +
    'href="https://news.example/1"/><published>2026-11-15T09:00:00Z</published><updated>2026-11-15T10:00:00Z</updated>' +
    '<summary>Short.</summary><category ' +
    'term="DeFi"/></entry></feed>';
  assert.deepEqual(await parseNews(atom, 'https://news.example/atom'), [
    {
      guid: 'urn:1',
      title: 'A & B',
      link: 'https://news.example/1',
      at: Date.UTC(2026, 10, 15, 9),
      source: 'Atom Wire',
      categories: ['DeFi'],
      summary: 'Short.',
    },
  ]);
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'JSON Wire',
    items: [
      {
        id: '7',
        url: 'https://news.example/7',
        title: 'Seven',
        content_text: 'Words.',
        date_published: '2026-11-15T08:00:00Z',
        tags: ['NFT'],
      },
    ],
  });
  assert.deepEqual(await parseNews(json, 'https://news.example/json'), [
    {
      guid: '7',
      title: 'Seven',
      link: 'https://news.example/7',
      at: Date.UTC(2026, 10, 15, 8),
      source: 'JSON Wire',
      categories: ['NFT'],
      summary: 'Words.',
    },
  ]);
});

test('what is no feed is refused, whatever it looks like', async () => {
  for (const text of ['', '<html><body>Are you a robot?</body></html>', '{"error":"gone"}', '<rss', 'x'.repeat(100_000)])
    await assert.rejects(parseNews(text, 'https://news.example/rss'), BadAnswer, text.slice(0, 40));
});

test('a summary is short, cut at a word, and never half a character', () => {
  const long = shorten('word '.repeat(100).trim(), 52);
  assert.equal(long, `${'word '.repeat(10).trim()}\u2026`);
  assert.equal(shorten('short', 52), 'short');
  for (let most = 4; most < 40; most++) assert.ok(shorten('\u{1f680}'.repeat(40), most).isWellFormed());
  assert.equal(plainText('a <b>b</b><p>c</p>&nbsp;&#x41;&#99999999;&bogus;&#0;'), 'a b c A&#99999999;&bogus;');
  assert.equal(plainText('5 < 6 and 7 > 6'), '5 < 6 and 7 > 6');
});

test('tags within tags, without an end and out of place: gone once, text stays', () => {
  assert.equal(plainText('a<!-- <p>no</p> -->b<script>if (1 < 2) no()</script >c<style>p{}</STYLE>d'), 'a b c d');
  assert.equal(plainText('one <b class="<i">two</b><br/>three<hr>four'), 'one two threefour');
  assert.equal(plainText('left <script>open and <p>on'), 'left open and on');
  assert.equal(plainText('left <!-- open <b>bold</b>'), 'left bold');
  assert.equal(plainText('no end <a href="x'), 'no end <a href="x');
  assert.equal(plainText('<pre>code</pre><title>x</title> 1<2 a<b'), 'codex 1<2 a<b');
});

test('a hostile feed takes as long as it is, and no longer', async () => {
  for (const part of ['<p ', '<', '<!--', '<script', '<script>', '</script', '</script ', '<!', '<a>', '&', '&#', ' ', '<style><script>']) {
    const grown = await growthOf({ make: (size) => part.repeat(size / part.length), work: plainText, size: 20_000 });
    assert.ok(grown < 24, `${part}: eight times the text took ${grown.toFixed(1)} times as long`);
  }
  const make = (items: number) =>
    rss(
      ...Array.from({ length: items }, () =>
        item(`<title>t</title><link>https://news.example/1</link><description><![CDATA[${'<p '.repeat(6_600)}]]></description>`),
      ),
    );
  const grown = await growthOf({ make, work: (text) => parseNews(text, 'https://news.example/rss'), size: 5 });
  assert.ok(grown < 24, `eight times the items took ${grown.toFixed(1)} times as long`);
});

test('a feed that has not changed is not read again, by either of its marks or by its text', async (t) => {
  const seen: unknown[] = [];
  const server = await serve(t, {
    '/marked': ({ headers }) => {
      seen.push([headers['if-none-match'], headers['if-modified-since']]);
      return headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : { headers: { etag: '"1"', 'last-modified': 'Sun, 15 Nov 2026 10:00:00 GMT' }, body: rss(story(1)) };
    },
    '/plain': { body: rss(story(1)) },
  });
  for (const path of ['/marked', '/plain']) {
    const read = createFeedReader(server.url + path);
    assert.equal((await read())?.length, 1);
    assert.equal(await read(), undefined);
  }
  assert.deepEqual(seen, [
    [undefined, undefined],
    ['"1"', 'Sun, 15 Nov 2026 10:00:00 GMT'],
  ]);
});

test('too large, too slow, broken off, an error, a redirect in circles or to strangers: each is a failure of its own', async (t) => {
  const server = await serve(t, {
    '/large': { body: rss(story(1)) + ' '.repeat(newsRule.mostBytes) },
    '/slow': 'silence',
    '/cut': 'hangUp',
    '/error': { status: 500, body: rss(story(1)) },
    '/busy': { status: 503, headers: { 'retry-after': '120' } },
    '/circle': { status: 302, headers: { location: '/circle' } },
    '/stranger': { status: 301, headers: { location: 'http://192.0.2.1/rss' } },
    '/moved': { status: 301, headers: { location: '/good' } },
    '/good': { body: rss(story(1)) },
  });
  const outcomes = {
    '/large': 'tooLarge',
    '/slow': 'unreachable',
    '/cut': 'unreachable',
    '/error': 'badStatus',
    '/busy': 'tooMany',
    '/circle': 'badStatus',
    '/stranger': 'badStatus',
  };
  for (const [path, outcome] of Object.entries(outcomes)) {
    await assert.rejects(
      createFeedReader(server.url + path, { timeoutMs: path === '/slow' ? 50 : 5_000 })(),
      (error: unknown) => error instanceof FetchFailure && error.outcome === outcome,
      path,
    );
  }
  assert.equal(server.requests.filter((url) => url === '/circle').length, newsRule.redirects + 1);
  assert.equal((await createFeedReader(`${server.url}/moved`)())?.length, 1);
});

test('a feed cannot send us to this machine, into a private network or to where its name leads a moment later', async (t) => {
  let inner = '';
  const hops = [
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'https://[::1]:1/',
    'https://[::ffff:127.0.0.1]:1/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00::1]/',
    'https://user:pw@news.example/',
    'http://news.example/',
    'ftp://news.example/',
    'https://',
  ];
  const server = await serve(t, {
    ...Object.fromEntries(hops.map((location, n) => [`/hop-${n}`, { status: 302, headers: { location } }] as const)),
    '/to-name': { status: 302, headers: { location: 'https://inner.example/secret' } },
    '/good': { body: rss(story(1)) },
    '/secret': { body: rss(story(1)) },
  });
  const { port } = new URL(server.url);
  const asked: string[] = [];
  // The server of this test stands in for one of the open internet; everything else reaches as far as it does.
  const limits = {
    reachOf: (address: string) => (address === '127.0.0.1' ? 'public' : reachOf(address)),
    async resolve(hostname: string) {
      asked.push(hostname);
      return hostname === 'feed.example' ? ['127.0.0.1'] : [inner];
    },
  };
  const feed = `http://feed.example:${port}`;
  assert.equal((await createFeedReader(`${feed}/good`, limits)())?.length, 1);
  for (const [n, hop] of hops.entries())
    await assert.rejects(
      createFeedReader(`${feed}/hop-${n}`, limits)(),
      (error: unknown) => error instanceof FetchFailure && error.outcome === 'badStatus',
      hop,
    );
  for (inner of ['10.0.0.5', '::ffff:192.168.0.1', '169.254.169.254', '::1', 'fe80::1']) {
    await assert.rejects(
      createFeedReader(`${feed}/to-name`, limits)(),
      (error: unknown) => error instanceof FetchFailure && error.outcome === 'unreachable',
      inner,
    );
  }
  assert.ok(asked.includes('inner.example') && !server.requests.includes('/secret'));
  // The name of the feed itself, which its owner points elsewhere.
  const rebound = { resolve: async () => ['93.184.216.34', '127.0.0.1'] };
  const before = server.requests.length;
  await assert.rejects(createFeedReader(`${feed}/good`, rebound)(), FetchFailure);
  assert.equal(server.requests.length, before, 'one bad address among several is enough');
});

test('one broken feed waits alone: the others go on at their pace', async (t) => {
  const server = await serve(t, { '/good': { body: rss(story(1)) }, '/broken': { body: '<html>not a feed</html>' } });
  const clock = createHandClock(start);
  const metrics = createMetrics();
  const side = createSideSources(
    {
      coinGecko: null,
      fearGreedUrl: null,
      mempoolUrl: null,
      newsFeeds: [`${server.url}/good`, `${server.url}/broken`],
      fiatRatesUrl: null,
    },
    { clock, log: createLog({ level: 'silent' }), metrics },
  );
  t.after(() => side.stop());
  side.start();
  const [good, broken] = side.news as [(typeof side.news)[0], (typeof side.news)[0]];
  await until('the good feed', () => good.latest() !== null);
  await until('the broken feed', async () => /news 127\.0\.0\.1:\d+ 2",outcome="badAnswer"\} 1/.test(await metrics.text()));
  assert.equal(broken.latest(), null);
  const asked = (path: string) => server.requests.filter((url) => url === path).length;
  clock.advance(5_000);
  await until('the broken one is tried again, soon', () => asked('/broken') === 2);
  assert.equal(asked('/good'), 1);
  server.routes.set('/good', { body: rss(story(1), story(2)) });
  clock.advance(6 * minute);
  await until('the good one goes on', () => good.latest()!.value.length === 2);
  assert.equal(broken.latest(), null);
});
