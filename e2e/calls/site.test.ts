// The site's own calls and the edge around all calls, where the shape alone proves too little.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { errors } from '@tidemark/contract/errors.ts';
import { languages } from '@tidemark/contract/locales.ts';
import { sharedAppUrl } from '#harness/app.ts';
import { wordOf } from '#harness/words.ts';
import { ask } from './ask.ts';

const data = async (...given: Parameters<typeof ask>): Promise<any> => (await ask(...given)).envelope.data;

for (const { locale, tag, rtl } of languages) {
  test(`${locale}: titles, refusals and the first paint are in the words of the language`, async () => {
    const title = wordOf(locale, 'seo', 'spot.title');
    assert.deepEqual(await data('getTdkMltQueryList', { locale, translationKeys: ['spot.title', 'no.such.key'] }), [
      { translationKey: 'spot.title', translationContent: title },
    ]);
    assert.equal(
      (await ask('getCryptoBySymbol', { symbol: 'NOSUCH' }, { locale })).envelope.msg,
      wordOf(locale, 'errors', 'unknownSymbol'),
    );
    const html = await (await fetch(`${sharedAppUrl()}${locale === 'en' ? '' : `/${locale}`}/markets/spot`)).text();
    assert.match(html, new RegExp(`<html lang="${tag}" dir="${rtl ? 'rtl' : 'ltr'}"`));
    for (const word of [
      title,
      wordOf(locale, 'site', 'markets.spotTitle'),
      wordOf(locale, 'site', 'nav.rankings'),
      wordOf(locale, 'site', 'sector.gaming'),
    ]) {
      assert.ok(html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').includes(word), word);
    }
  });
}

test('time, rates and place are facts', async () => {
  assert.ok(Math.abs((await data('time', {})).serverTime - Date.now()) < 5_000);
  const { rates } = await data('usdtRate', {});
  assert.ok(Number(rates.USD) > 0.9 && Number(rates.USD) < 1.1);
  assert.ok(Number(rates.VND) > 10_000);
  const { envelope } = await ask('clientCommonConfig', {}, { 'x-forwarded-for': '203.0.113.7' });
  assert.equal((envelope.data as { localVo: { ip: string } }).localVo.ip, '203.0.113.7');
});

test('section 8: a report of an aborted request is dropped, another is kept', async () => {
  assert.deepEqual(await data('errorReport', { kind: 'error', message: 'AxiosError: Request aborted' }), { kept: false });
  assert.deepEqual(await data('errorReport', { kind: 'error', message: 'TypeError: x is not a function' }), { kept: true });
});

test("another site's page is refused, ours is not", async () => {
  const foreign = await ask('time', {}, { origin: 'https://elsewhere.example' });
  assert.equal(foreign.status, 403);
  assert.equal(foreign.envelope.code, errors.badOrigin.code);
  assert.equal((await ask('time', {}, { origin: sharedAppUrl() })).status, 200);
});

test('the description is readable, complete and self-contained', async () => {
  const page = await fetch(`${sharedAppUrl()}/v1/docs`);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(html, /<code>\/v1\/mix\/public\/config<\/code>/);
  assert.doesNotMatch(html, /<script/);
});

test('health is open, metrics answer this machine', async () => {
  assert.equal((await fetch(`${sharedAppUrl()}/healthz`)).status, 200);
  assert.equal((await fetch(`${sharedAppUrl()}/readyz`)).status, 200);
  assert.match(await (await fetch(`${sharedAppUrl()}/metrics`)).text(), /calls_total\{call="time",code="00000"\}/);
});

test('every way to answer a call carries the same few guards, and nothing of those of a page', async () => {
  const { headers } = await ask('register', { email: 'guards@people.example', password: 'nine green kettles on 4 hobs' });
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const asking = { cookie, 'x-request-id': 'guards-of-calls' };
  const shown = (from: Headers) => Object.fromEntries([...from].filter(([name]) => name !== 'date'));
  const url = `${sharedAppUrl()}/v1/user/overview/userinfo`;
  // A query is no plain question: Fastify answers it. It also brings the account at hand for the next one.
  const longWay = await fetch(`${url}?languageType=0`, { headers: asking });
  const shortWay = await fetch(url, { headers: asking });
  assert.equal(((await shortWay.json()) as { data: { loginName: string } }).data.loginName, 'guards@people.example');
  await longWay.arrayBuffer();
  assert.deepEqual(shown(shortWay.headers), shown(longWay.headers));
  const ofCalls = [
    'cache-control',
    'connection',
    'content-length',
    'content-security-policy',
    'content-type',
    'cross-origin-resource-policy',
    'keep-alive',
    'referrer-policy',
    'x-content-type-options',
    'x-request-id',
  ];
  assert.deepEqual(Object.keys(shown(longWay.headers)), ofCalls);
});

test('pages, files and what is not there are guarded too', async () => {
  for (const [path, method, status] of [
    ['/markets/spot', 'GET', 200],
    ['/robots.txt', 'GET', 200],
    ['/auth/oidc/start', 'GET', 302],
    ['/healthz', 'GET', 200],
    ['/v1/docs', 'GET', 200],
    ['/markets/spot', 'POST', 404],
    ['/%zz', 'GET', 404],
  ] as const) {
    const answer = await fetch(sharedAppUrl() + path, { method, redirect: 'manual' });
    await answer.arrayBuffer();
    assert.deepEqual(
      [
        answer.status,
        answer.headers.get('x-content-type-options'),
        answer.headers.get('referrer-policy'),
        answer.headers.get('cross-origin-resource-policy'),
      ],
      [status, 'nosniff', 'no-referrer', 'same-origin'],
      `${method} ${path}`,
    );
    if (path === '/markets/spot' && method === 'GET')
      assert.deepEqual([answer.headers.get('x-frame-options'), answer.headers.get('cross-origin-opener-policy')], ['DENY', 'same-origin']);
  }
});

test('a packed body is refused at once, however little it weighs: 3 kB of it can be gigabytes', async () => {
  const packed = brotliCompressSync(Buffer.alloc(1 << 24, 32));
  for (const encoding of ['br', 'gzip']) {
    const startedAt = performance.now();
    const answer = await fetch(`${sharedAppUrl()}/v1/mix/public/time`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: packed,
    });
    assert.equal(answer.status, 415);
    assert.ok(performance.now() - startedAt < 5_000, 'long before the time a body has to arrive');
  }
});

test('a page may not be framed, nor ask for the camera or the place of its reader', async () => {
  const { headers } = await fetch(`${sharedAppUrl()}/markets/spot`);
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.match(headers.get('permissions-policy')!, /camera=\(\).*geolocation=\(\)/);
});
