import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { calls as allCalls } from '@tidemark/contract/calls.ts';
import { call, type CallTable } from '@tidemark/contract/wire.ts';
import { createReadiness } from '#edge/ops/readiness.ts';
import { createHandClock, systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createDispatch } from './dispatch.ts';
import { defaultLimits } from './limits.ts';
import { words, small, handlers, setUp } from './testing/small-edge.ts';

test('a call answers by each of its methods, in the envelope, under a request id', async (t) => {
  const { app, post } = await setUp(t);
  const posted = await post('/v1/greet', { name: 'Ada' }, { 'x-request-id': 'from-proxy-1', deviceid: 'dev-1' });
  assert.equal(posted.statusCode, 200);
  assert.equal(posted.headers['x-request-id'], 'from-proxy-1');
  assert.deepEqual(posted.json(), {
    code: '00000',
    msg: 'success',
    data: { text: 'Hello Ada', locale: 'en', ip: '127.0.0.1', deviceId: 'dev-1' },
    requestTime: 1_000,
  });
  const got = await app.inject('/v1/greet?name=Bo');
  assert.equal(got.json().data.text, 'Hello Bo');
  assert.match(String(got.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  assert.equal((await app.inject({ method: 'HEAD', url: '/v1/greet?name=Bo' })).statusCode, 200);
});

test('refusals of a call are 200, in the language that was asked for; our faults are 500 and say nothing', async (t) => {
  const { app, post } = await setUp(t);
  const english = await post('/v1/greet', {});
  assert.equal(english.statusCode, 200);
  assert.equal(english.json().code, '40001');
  assert.match(english.json().msg, /name is missing/);
  const chinese = await post('/v1/greet', { languageType: 1 });
  const arabic = await post('/v1/greet', {}, { locale: 'ar' });
  assert.match(chinese.json().msg, /name 不能缺少/);
  assert.match(arabic.json().msg, /name مفقود/);
  const fault = await app.inject('/v1/broken');
  assert.equal(fault.statusCode, 500);
  assert.equal(fault.json().code, '40005');
  assert.doesNotMatch(fault.body, /hunter2|stack/);
  const away = await app.inject('/v1/away');
  assert.deepEqual([away.statusCode, away.json().code, away.headers['retry-after']], [503, '40015', '2']);
  const busy = await app.inject('/v1/busy');
  assert.deepEqual([busy.statusCode, busy.json().code, busy.headers['retry-after']], [503, '40017', '2']);
  assert.match(busy.json().msg, /busy/);
  const unclear = await app.inject('/v1/unclear');
  assert.deepEqual(
    [unclear.statusCode, unclear.json().code, unclear.headers['retry-after']],
    [500, '40016', undefined],
    'nobody is asked to send it again',
  );
});

test('an unknown path is 404 and a wrong method is 405, both as envelopes, whatever the body', async (t) => {
  const { app } = await setUp(t);
  for (const url of ['/v1', '/v1/', '/v1/nope', '/v1/greet/more', '/v1/toString']) {
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.json().code, '40002');
  }
  assert.equal(
    (await app.inject({ method: 'POST', url: '/v1/nope', payload: '<xml/>', headers: { 'content-type': 'text/xml' } })).statusCode,
    404,
  );
  for (const method of ['DELETE', 'PUT', 'GET', 'PATCH'] as const) {
    const answer = await app.inject({ method, url: '/v1/alert?x=1' });
    assert.equal(answer.statusCode, 405, method);
    assert.equal(answer.headers['allow'], 'OPTIONS, POST');
    assert.match(answer.json().msg, /method is not allowed; use POST/);
  }
  const options = await app.inject({ method: 'OPTIONS', url: '/v1/greet' });
  assert.equal(options.statusCode, 204);
  assert.equal(options.headers['allow'], 'OPTIONS, POST, GET, HEAD');
  assert.equal((await app.inject('/elsewhere')).body, 'a page');
  const malformed = await app.inject('/v1/%zz');
  assert.deepEqual([malformed.statusCode, malformed.json().code], [404, '40002']);
  assert.equal((await app.inject('/ar/%zz')).body, words.error('en', 'pageNotFound'));
});

test('over the limit: 429 and when to come back, but alert calls stay at 200; classes do not share', async (t) => {
  const { app, post } = await setUp(t, {
    limits: { ...defaultLimits, perMinute: { ...defaultLimits.perMinute, read: 2, write: 1, report: 1, login: 1 } },
  });
  const reads = [await app.inject('/v1/symbols'), await app.inject('/v1/symbols'), await app.inject('/v1/symbols')];
  assert.deepEqual(
    reads.map((answer) => answer.statusCode),
    [200, 200, 429],
  );
  assert.equal(reads[2]!.json().code, '40004');
  assert.ok(Number(reads[2]!.headers['retry-after']) > 0);
  assert.equal((await app.inject('/v1/nope')).statusCode, 429, 'guessing paths is limited too');
  assert.equal((await post('/v1/alert', {})).json().code, '00000');
  const write = await post('/v1/alert', {});
  assert.equal(write.statusCode, 200);
  assert.equal(write.json().code, '40419');
  assert.equal((await app.inject({ url: '/v1/symbols', remoteAddress: '10.1.1.1' })).statusCode, 200, 'another address has its own');
});

test('writes of somebody logged in are counted by person, those of visitors by address, and an address has its bound', async (t) => {
  const { app } = await setUp(t, {
    limits: { ...defaultLimits, perMinute: { ...defaultLimits.perMinute, write: 2 } },
    personOf: ({ headers }) => (typeof headers['x-person'] === 'string' ? headers['x-person'] : null),
  });
  const write = async (person?: string, remoteAddress = '10.1.1.1') =>
    (
      await app.inject({
        method: 'POST',
        url: '/v1/alert',
        payload: {},
        remoteAddress,
        headers: person === undefined ? {} : { 'x-person': person },
      })
    ).json().code as string;
  assert.deepEqual([await write('ada'), await write('ada'), await write('ada')], ['00000', '00000', '40419']);
  assert.equal(await write('bob'), '00000', 'what a colleague wrote takes nothing away');
  assert.equal(await write(), '00000', 'nor from a visitor');
  assert.equal(await write('ada', '10.9.9.9'), '40419', 'another address is no way around it');
  const many = [];
  for (let person = 0; person < 30; person++) many.push(await write(`p${person}`));
  assert.deepEqual([many[0], many.at(-1)], ['00000', '40419'], 'accounts without end behind one address');
});

test("another site's page may not act: its Origin is refused, ours and programs without one are not", async (t) => {
  const { app, post } = await setUp(t);
  for (const origin of ['https://tidemark.example', 'http://localhost:80', 'http://LOCALHOST']) {
    assert.equal((await post('/v1/greet', { name: 'A' }, { origin, host: 'localhost' })).statusCode, 200, origin);
  }
  for (const origin of ['https://evil.example', 'null', 'https://tidemark.example.evil.example', 'tidemark.example', '']) {
    const answer = await post('/v1/greet', { name: 'A' }, { origin, host: 'localhost' });
    assert.equal(answer.statusCode, 403, origin);
    assert.equal(answer.json().code, '40009');
  }
  assert.equal(
    (await app.inject({ url: '/v1/logout', headers: { 'sec-fetch-site': 'cross-site' } })).statusCode,
    403,
    'a write by GET has no Origin',
  );
  assert.equal(
    (await app.inject({ url: '/v1/logout', headers: { 'sec-fetch-site': 'same-site' } })).statusCode,
    403,
    'a sibling may be somebody else',
  );
  for (const site of ['same-origin', 'none'])
    assert.equal((await app.inject({ url: '/v1/logout', headers: { 'sec-fetch-site': site } })).statusCode, 200, site);
  assert.equal((await app.inject({ url: '/v1/symbols', headers: { 'sec-fetch-site': 'cross-site' } })).statusCode, 200);
});

test('answers are kept nowhere, except those that say nothing of the person', async (t) => {
  const { app, post } = await setUp(t);
  const greeting = await post('/v1/greet', { name: 'A' });
  assert.equal(greeting.headers['cache-control'], 'no-store');
  assert.equal(greeting.headers['x-content-type-options'], 'nosniff');
  assert.match(String(greeting.headers['strict-transport-security']), /^max-age=\d{8}/, 'the site is on https');
  const symbols = await app.inject('/v1/symbols');
  assert.equal(symbols.headers['cache-control'], 'private, max-age=10');
  assert.deepEqual(symbols.json(), { code: '00000', msg: 'success', data: { n: 7 }, requestTime: 1_000 });
  const again = await app.inject({ url: '/v1/symbols', headers: { 'if-none-match': String(symbols.headers['etag']) } });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});

test('healthz, readyz and metrics', async (t) => {
  const parts = { database: true, prices: false };
  const readiness = createReadiness({ clock: systemClock, metrics: createMetrics() });
  let asked = 0;
  for (const name of ['database', 'prices'] as const) readiness.add(name, { check: () => (asked++, parts[name]), toleratedMs: 0 });
  readiness.opened();
  const { app } = await setUp(t, { readiness });
  assert.equal((await app.inject('/healthz')).statusCode, 200);
  const waiting = await app.inject('/readyz');
  assert.equal(waiting.statusCode, 503);
  assert.deepEqual(waiting.json(), { ready: false, missing: ['prices'], parts });
  assert.equal((await app.inject('/readyz?pages')).statusCode, 200, 'old pages are better than none');
  for (let i = 0; i < 50; i++) await app.inject('/readyz');
  assert.equal(asked, 2, 'each part is asked once a second, however many watch');

  await app.inject('/v1/symbols');
  assert.match((await app.inject('/metrics')).body, /calls_total\{call="getAllSymbol",code="00000"\} 1/);
  assert.equal((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.9' })).statusCode, 403);
  assert.equal(
    (await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.9' } })).statusCode,
    403,
    'a proxy on this machine speaks for others',
  );

  const guarded = (await setUp(t, { metricsToken: 'sixteen-characters' })).app;
  assert.equal((await guarded.inject('/metrics')).statusCode, 401);
  assert.equal((await guarded.inject({ url: '/metrics', headers: { authorization: 'Bearer wrong' } })).statusCode, 401);
  assert.equal(
    (await guarded.inject({ url: '/metrics', remoteAddress: '10.0.0.9', headers: { authorization: 'Bearer sixteen-characters' } }))
      .statusCode,
    200,
  );
});

test('the description names every call, for programs and for people, and needs nothing from elsewhere', async (t) => {
  const { app } = await setUp(t, { calls: allCalls });
  const document = (await app.inject('/v1/openapi.json')).json();
  const page = await app.inject('/v1/docs');
  assert.match(String(page.headers['content-type']), /text\/html/);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'; style-src 'self'/);
  for (const [name, { path, method, alsoMethod }] of Object.entries(allCalls as CallTable)) {
    for (const each of [method, alsoMethod]) if (each) assert.ok(document.paths[`/v1${path}`][each.toLowerCase()], name);
    assert.ok(page.body.includes(`<p id="${name}">`) && page.body.includes(`<code>/v1${path}</code>`), name);
  }
  assert.match(page.body, /<code>pageSize<\/code> <i>optional<\/i>/);
  assert.match(page.body, /<tr id="error-alertDuplicate"><td><code>40407<\/code>/);
  assert.doesNotMatch(page.body, /<script|style=|<style|(?:src|href)="(?:https?:)?\/\//);
  assert.equal((await app.inject('/v1/docs.css')).statusCode, 200);
  const again = await app.inject({
    url: '/v1/openapi.json',
    headers: { 'if-none-match': String((await app.inject('/v1/openapi.json')).headers['etag']) },
  });
  assert.equal(again.statusCode, 304);
});

test('whatever changes something is counted as that, by the allowance of an address', () => {
  const changing = new RegExp(
    '^(add|answer|apply|bind|change|clear|close|create|delete|export|import|leave|mark|remove|request|restore|revoke|save|send|share|' +
      'sort|subscribe|test|unbind|unshare|unsubscribe|update)(?=[A-Z])',
  );
  assert.deepEqual(
    Object.entries(allCalls as CallTable)
      .filter(([name, { kind }]) => changing.test(name) && kind === 'read')
      .map(([name]) => name),
    [],
  );
});

test('a call that costs more counts for more, by what it asks for; the description is packed once and bounded', async (t) => {
  const heavy = {
    ...small,
    series: call({
      kind: 'read',
      method: 'POST',
      alsoMethod: 'GET',
      path: '/series',
      about: 'Costs by its rows.',
      input: v.object({ limit: v.optional(v.any()) }),
      output: v.object({}),
      weight: { field: 'limit', per: 100 },
    }),
  };
  const clock = createHandClock(1_000);
  const metrics = createMetrics();
  const log = createLog({ level: 'silent' });
  const dispatch = createDispatch({ calls: heavy, handlers: { ...handlers, series: () => ({}) }, words, log, metrics, clock });
  const { app, post } = await setUp(t, {
    calls: heavy,
    dispatch,
    limits: { ...defaultLimits, perMinute: { ...defaultLimits.perMinute, read: 30, file: 5 } },
  });
  assert.equal((await post('/v1/series', { limit: 1_000 })).statusCode, 200);
  assert.equal((await app.inject('/v1/series?limit=1000')).statusCode, 200);
  assert.equal((await app.inject('/v1/series?limit=901')).statusCode, 200);
  const refused = await app.inject('/v1/series?limit=100');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '60']);
  for (const odd of ['', 'abc', '-5', 'NaN', '1e9999'])
    assert.equal((await app.inject({ url: `/v1/series?limit=${odd}`, remoteAddress: `10.9.9.${odd.length}` })).statusCode, 200, odd);

  const packed = [];
  for (let i = 0; i < 6; i++) packed.push(await app.inject({ url: '/v1/openapi.json', headers: { 'accept-encoding': 'br' } }));
  assert.deepEqual(
    packed.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200, 200, 429],
  );
  assert.equal(packed[0]!.headers['content-encoding'], 'br');
  assert.equal(JSON.parse(brotliDecompressSync(packed[0]!.rawPayload).toString()).openapi, '3.1.0');
});
