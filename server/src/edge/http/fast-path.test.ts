// The fast path answers what is plainly right; every other request reaches Fastify as if it had not been looked at before.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as ask, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import * as v from 'valibot';
import { call, type CallTable } from '@tidemark/contract/wire.ts';
import { createHandClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import { addressReader } from '../address.ts';
import { answerOnFastPath } from './fast-path.ts';
import { createCallFigures } from './call-figures.ts';
import { createAllowance, defaultLimits } from './limits.ts';

const calls = {
  whoAmI: call({
    kind: 'read',
    method: 'POST',
    alsoMethod: 'GET',
    path: '/who',
    about: 'Who asks.',
    input: v.object({ language: v.optional(v.number()) }),
    output: v.object({ name: v.string() }),
  }),
} satisfies CallTable;
const long = { code: 'long way' };

async function setUp(t: TestContext, { perMinute = 100, letters = 3 } = {}) {
  const clock = createHandClock(1_000);
  const metrics = createMetrics();
  const bodies: string[] = [];
  const longWay: RequestListener = (request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => (body += text))
      .on('end', () => {
        bodies.push(body);
        response.setHeader('content-type', 'application/json').end(JSON.stringify(long));
      });
  };
  const people = new Map([['who=ada', Object.freeze({ name: 'Ada'.padEnd(letters, '!') })]]);
  const server = createServer(longWay);
  answerOnFastPath(server, {
    calls,
    clock,
    publicUrl: 'https://tidemark.example',
    addressOf: addressReader(1),
    fastAnswers: { whoAmI: (cookie) => people.get(cookie ?? '') ?? null },
    allowance: createAllowance({ ...defaultLimits, perMinute: { ...defaultLimits.perMinute, read: perMinute } }, clock),
    figures: createCallFigures(metrics),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const send = (body: string | readonly string[] | null, headers: Record<string, string> = {}, path = '/v1/who') =>
    new Promise<{ status: number; headers: Record<string, unknown>; json: any }>((resolve, reject) => {
      const parts = body === null ? [] : [body].flat();
      const sent = ask(
        {
          port,
          path,
          method: body === null ? 'GET' : 'POST',
          headers: {
            cookie: 'who=ada',
            ...(body !== null && { 'content-type': 'application/json', 'content-length': String(parts.join('').length) }),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve({ status: response.statusCode!, headers: response.headers, json: JSON.parse(text) }));
        },
      );
      sent.on('error', reject);
      const [first, ...rest] = parts;
      if (rest.length === 0) return void sent.end(first ?? '');
      sent.write(first!);
      setTimeout(() => sent.end(rest.join('')), 30);
    });
  return { send, people, bodies, metrics };
}

test('what is at hand is answered in the envelope, with the guards of every call, and counted', async (t) => {
  const { send, metrics, bodies } = await setUp(t);
  for (const body of ['{}', '', '{"language":0}', null]) {
    const { status, headers, json } = await send(body, { 'x-request-id': 'from-proxy-1' });
    assert.deepEqual([status, json], [200, { code: '00000', msg: 'success', requestTime: 1_000, data: { name: 'Ada' } }], String(body));
    assert.deepEqual(
      [
        headers['cache-control'],
        headers['content-type'],
        headers['x-request-id'],
        headers['x-content-type-options'],
        headers['strict-transport-security'],
      ],
      ['no-store', 'application/json; charset=utf-8', 'from-proxy-1', 'nosniff', 'max-age=31536000; includeSubDomains'],
    );
  }
  assert.equal((await send('{}', { origin: 'https://tidemark.example' })).json.code, '00000', 'from a page of ours');
  assert.deepEqual(bodies, []);
  assert.match(await metrics.text(), /calls_total\{call="whoAmI",code="00000"\} 5/);
});

test('whatever is not plainly right reaches Fastify, whole', async (t) => {
  const { send, people, bodies } = await setUp(t);
  const odd: [why: string, body: string | readonly string[], headers?: Record<string, string>, path?: string][] = [
    ['nobody', '{}', { cookie: 'who=eve' }],
    ['another site', '{}', { origin: 'https://evil.example' }],
    ['another site, without an origin', '{}', { 'sec-fetch-site': 'cross-site' }],
    ['no JSON', '{}', { 'content-type': 'text/plain' }],
    ['broken', '{x'],
    ['wrong input', '{"language":"x"}'],
    ['reaching into objects', '{"__proto__":{}}'],
    ['the same, disguised', '{"\\u005f_proto__":{}}'],
    ['large', JSON.stringify({ language: 1, more: 'x'.repeat(100) })],
    ['a query', '{}', {}, '/v1/who?language=1'],
    ['in two pieces', ['{"lang', 'uage":0}']],
  ];
  for (const [why, body, headers, path] of odd) {
    assert.deepEqual((await send(body, headers, path)).json, long, why);
    assert.equal(bodies.pop(), [body].flat().join(''), why);
  }
  people.clear();
  assert.deepEqual((await send('{}')).json, long, 'nothing at hand any more');
  assert.deepEqual((await send(null)).json, long);
});

test('an address has the same allowance here, and what is large is left to those who compress', async (t) => {
  const { send } = await setUp(t, { perMinute: 2 });
  let claims = 0;
  const from = async (ip: string) => (await send('{}', { 'x-forwarded-for': `10.0.0.${++claims}, ${ip}` })).json.code;
  assert.deepEqual(
    [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.2')],
    ['00000', '00000', long.code, '00000'],
  );
  assert.deepEqual((await (await setUp(t, { letters: 3_000 })).send('{}')).json, long);
});
