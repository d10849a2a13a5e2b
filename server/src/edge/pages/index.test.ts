// Pages through a renderer of our own: what reaches it, how often, and what people get when it cannot be asked.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import fastifyCookie from '@fastify/cookie';
import { cookies } from '@tidemark/contract/site.ts';
import Fastify from 'fastify';
import { ownBrand } from '@tidemark/contract/brand.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { resolveVisitor } from '../http/caller.ts';
import { registerPages } from './index.ts';

const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));

async function setUp(
  t: TestContext,
  {
    rendersPerMinute = 1_000_000,
    isSameEverywhere = true,
    render,
  }: { rendersPerMinute?: number; isSameEverywhere?: boolean; render?: (url: URL) => Promise<Response> } = {},
) {
  const clientDir = mkdtempSync(join(tmpdir(), 'tidemark-pages-'));
  mkdirSync(join(clientDir, 'assets'));
  t.after(() => rmSync(clientDir, { recursive: true, force: true }));
  const clock = createHandClock(0);
  const lines: string[] = [];
  const rendered: string[] = [];
  const lookedFor: string[] = [];
  const draw =
    render ??
    (async (url) =>
      new Response(`page ${rendered.length} of ${url.pathname}${url.search}`, {
        status: url.pathname.includes('nowhere') ? 404 : 200,
        headers: { 'content-type': 'text/html' },
      }));
  const app = Fastify();
  t.after(() => app.close());
  await app.register(fastifyCookie);
  await registerPages(app, {
    renderer: {
      isDev: false,
      clientDir,
      takeLastError: () => undefined,
      stop: async () => {},
      render: (request) => {
        const url = new URL(request.url);
        rendered.push(url.pathname + url.search);
        lookedFor.push(request.headers.get('cookie') ?? '');
        return draw(url);
      },
    },
    clock,
    log: createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }),
    metrics: createMetrics(),
    publicUrl: 'https://tidemark.example',
    brand: { site: { ...ownBrand, name: 'A & B' }, accent: null, files: new Map() },
    isSimulated: () => true,
    hasOnchain: () => true,
    announcement: () => null,
    areCoinsFound: () => true,
    coinPages: () => ['BTCUSDT', '币USDT'],
    isAnonymous: (request) => request.cookies['session'] === undefined,
    isSameEverywhere: () => isSameEverywhere,
    resolveCaller: resolveVisitor,
    call: () => Promise.reject(new Error('no calls here')),
    words,
    rendersPerMinute,
  });
  const get = (url: string, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
    app.inject({ url, remoteAddress, headers });
  return { app, clock, lines, rendered, lookedFor, get };
}

test('what a page does not know makes no new page: made up names, another order, an address that is no page', async (t) => {
  const { get, rendered } = await setUp(t);
  for (let i = 0; i < 50; i++) assert.equal((await get(`/markets/overview?x=${i}&utm_${i}=1`)).statusCode, 200);
  await get('/markets/spot?sort=name&dir=asc&y=1');
  await get('/markets/spot?y=2&dir=asc&sort=name');
  for (let i = 0; i < 5; i++) assert.equal((await get(`/nowhere?x=${i}`)).statusCode, 404);
  assert.deepEqual(rendered, ['/markets/overview', '/markets/spot?sort=name&dir=asc', '/nowhere']);
});

test('the ranking is found by the name of its child too, in every language and with what was asked of it', async (t) => {
  const { get, rendered } = await setUp(t);
  for (const [asked, location] of [
    ['/markets/rank/index', '/markets/rank'],
    ['/de/markets/rank/index?tab=popular&line=futures', '/de/markets/rank?tab=popular&line=futures'],
  ]) {
    const answer = await get(asked!);
    assert.deepEqual([answer.statusCode, answer.headers.location], [301, location]);
  }
  assert.equal((await get('/nowhere/markets/rank/index')).statusCode, 404);
  assert.deepEqual(rendered, ['/nowhere/markets/rank/index']);
});

test('the bare address leads to the language of the cookie; one that is none of ours is English', async (t) => {
  const { get, rendered } = await setUp(t);
  const german = await get('/?utm=1', '192.0.2.1', { cookie: `${cookies.language}=de` });
  assert.deepEqual([german.statusCode, german.headers.location], [302, '/de']);
  for (const cookie of ['', `${cookies.language}=xx`, `${cookies.language}=en`])
    assert.equal((await get('/', '192.0.2.1', { cookie })).statusCode, 200);
  assert.equal(
    (await get('/markets/spot', '192.0.2.1', { cookie: `${cookies.language}=de` })).statusCode,
    200,
    'an address says its own language',
  );
  assert.deepEqual([...new Set(rendered)], ['/', '/markets/spot']);
});

test('one network has so many renders a minute; others, and pages that are kept, are served all the same', async (t) => {
  const { get, clock, rendered } = await setUp(t, { rendersPerMinute: 60 });
  assert.equal((await get('/markets/spot', '198.51.100.7')).statusCode, 200);
  const answers = [];
  for (let i = 0; i < 200; i++) answers.push(await get(`/ar/markets/spot?q=${i}`));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  assert.equal(refused.length, 170);
  assert.equal(refused[0]!.headers['retry-after'], '1');
  assert.equal(refused[0]!.headers['cache-control'], 'private, max-age=0, must-revalidate');
  assert.match(refused[0]!.body, new RegExp(words.error('ar', 'tooManyRequests')));
  clock.advance(3_600);
  const before = rendered.length;
  assert.equal((await get('/markets/spot')).statusCode, 200, 'kept, if old');
  for (let i = 0; i < 10; i++) assert.notEqual((await get(`/markets/spot?q=more-${i}`, `2001:db8:0:0::${i}`)).statusCode, 429);
  assert.equal((await get('/markets/spot?q=mine', '198.51.100.7')).statusCode, 200);
  assert.ok(rendered.length > before);
});

test('a page that is old and cannot be rendered again is served as it was', async (t) => {
  let isBroken = false;
  const { get, clock, lines } = await setUp(t, {
    render: async () => (isBroken ? new Response('', { status: 500 }) : new Response('good', { status: 200 })),
  });
  assert.equal((await get('/markets/spot')).body, 'good');
  isBroken = true;
  for (const ageMs of [2_000, 60_000, 600_000]) {
    clock.advance(ageMs);
    const answer = await get('/markets/spot');
    assert.deepEqual([answer.statusCode, answer.body], [200, 'good']);
  }
  assert.match(lines.join(''), /rendering failed/);
  assert.equal((await get('/markets/futures')).statusCode, 302, 'one that was never good leads to markets/error');
});

test('a few renders at a time; who finds the line too long gets the page that was good, or is asked to come back', async (t) => {
  let underWay = 0;
  let most = 0;
  let isHeld = false;
  const held: (() => void)[] = [];
  const { get, clock } = await setUp(t, {
    render: async (url) => {
      most = Math.max(most, ++underWay);
      if (isHeld) await new Promise<void>((go) => held.push(go));
      underWay--;
      return new Response(`of ${url.pathname}${url.search}`, { status: 200 });
    },
  });
  assert.equal((await get('/markets/spot')).statusCode, 200);
  isHeld = true;
  const waiting = Array.from({ length: 60 }, (_, i) => get(`/markets/spot?q=${i}`));
  while (held.length < 6) await new Promise(setImmediate);
  clock.advance(60_000);
  const turnedAway = await get('/markets/spot?q=late');
  assert.deepEqual([turnedAway.statusCode, turnedAway.headers['retry-after']], [503, '2']);
  assert.equal((await get('/markets/spot')).body, 'of /markets/spot', 'an hour old or not');
  isHeld = false;
  for (const go of held.splice(0)) go();
  assert.ok((await Promise.all(waiting)).every(({ statusCode }) => statusCode === 200));
  assert.equal(most, 6);
});

/** As it stands: neither fetch nor inject sends such addresses. */
async function ask(port: number, path: string): Promise<{ status: number | undefined; type: string | undefined; body: string }> {
  const [answer] = (await once(request({ port, host: '127.0.0.1', path }).end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) };
}

test('an address that names another site, or none, is refused with words and a line of the log', async (t) => {
  const { app, rendered, lines } = await setUp(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const path of ['//[x', '//evil.example/markets/spot', '/\\evil.example/x', '//', '///markets/spot']) {
    const { status, type, body } = await ask(port, path);
    assert.deepEqual([status, type], [400, 'text/html; charset=utf-8'], path);
    assert.match(body, /not one of ours/);
  }
  assert.equal((await ask(port, '/markets/spot')).status, 200);
  assert.deepEqual(rendered, ['/markets/spot']);
  assert.equal(lines.filter((line) => line.includes('none of ours')).length, 5);
  assert.doesNotMatch(lines.join(''), /"level":50/);
});

test('the sitemap of every language has its pages and those of coins, as addresses', async (t) => {
  const { get } = await setUp(t);
  const listed = [...(await get('/sitemap.xml')).body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  assert.ok(listed.includes('/sitemap-en.xml') && listed.includes('/sitemap-ar.xml'));
  for (const path of listed) {
    const locale = path.slice('/sitemap-'.length, -'.xml'.length);
    const prefix = locale === 'en' ? '' : `/${locale}`;
    const { body } = await get(path);
    for (const page of ['/markets/overview', '/markets/coin/BTCUSDT', `/markets/coin/${encodeURIComponent('币USDT')}`])
      assert.ok(body.includes(`<loc>https://tidemark.example${prefix}${page}</loc>`), `${path}: ${page}`);
  }
});

const publicCaching = 'public, max-age=0, s-maxage=1, stale-while-revalidate=10, stale-if-error=300';
const kept = (answer: { headers: Record<string, unknown> }) => [answer.headers['cache-control'], answer.headers['vary']];

test('a page that is the same for everybody may be kept by whoever stands in front, whatever the look that was chosen', async (t) => {
  const { get, lookedFor } = await setUp(t);
  const pages = [];
  for (const cookie of ['', 'theme=black; updown=red; vision=cb; somebody=else', 'currency=USD; timeZone=-1', 'overview=a.b'])
    pages.push(await get('/markets/spot', '192.0.2.1', { cookie }));
  for (const page of pages) {
    assert.deepEqual(kept(page), [publicCaching, 'Accept-Encoding']);
    assert.deepEqual([page.body, page.headers['etag']], [pages[0]!.body, pages[0]!.headers['etag']]);
  }
  assert.deepEqual(lookedFor, [''], 'one render, and no cookie reaches it');
});

test('what is for one reader or one moment is kept by nobody in front', async (t) => {
  const { get, lookedFor } = await setUp(t, {
    render: async ({ pathname }) =>
      pathname === '/markets/futures'
        ? new Response('', { status: 500 })
        : new Response(pathname, { status: pathname === '/' ? 302 : 200 }),
  });
  const answers: [path: string, cookie: string, kept: string][] = [
    ['/markets/spot', 'currency=EUR; theme=black', 'private, max-age=0, must-revalidate'],
    ['/markets/overview', 'overview=a.b', 'private, max-age=0, must-revalidate'],
    ['/markets/spot', 'session=1', 'no-store'],
    ['/', '', 'private, max-age=0, must-revalidate'],
    [`/markets/shared/${'t'.repeat(22)}`, '', 'private, max-age=0, must-revalidate'],
    ['/markets/futures', '', 'private, max-age=0, must-revalidate'],
  ];
  for (const [path, cookie, expected] of answers) assert.equal(kept(await get(path, '192.0.2.1', { cookie }))[0], expected, path + cookie);
  assert.deepEqual(lookedFor.slice(0, 3), ['currency=EUR', 'overview=a.b', 'session=1']);
  const { get: whereCountriesDiffer } = await setUp(t, { isSameEverywhere: false });
  assert.equal(kept(await whereCountriesDiffer('/markets/spot'))[0], 'private, max-age=0, must-revalidate');
});

test('who has the page already is told so', async (t) => {
  const { get, clock } = await setUp(t);
  const { headers } = await get('/markets/spot');
  const etag = String(headers['etag']);
  assert.match(etag, /^W\//);
  const again = await get('/markets/spot', '192.0.2.1', { 'if-none-match': `"other", ${etag}` });
  assert.deepEqual([again.statusCode, again.body, again.headers['etag'], again.headers['cache-control']], [304, '', etag, publicCaching]);
  clock.advance(60_000);
  const later = await get('/markets/spot', '192.0.2.1', { 'if-none-match': etag });
  assert.equal(later.statusCode, 200);
  assert.notEqual(later.headers['etag'], etag);
});
