import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import * as v from 'valibot';
import { errors, Refusal, type ErrorName } from '@tidemark/contract/errors.ts';
import { call, withCookies } from '@tidemark/contract/wire.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { Words } from '#words/index.ts';
import { resolveVisitor } from './caller.ts';
import { createDispatch } from './dispatch.ts';
import { registerHttp } from './index.ts';
import { registerCookies } from './session-cookies.ts';

const words: Words = { error: (_locale, name) => name, text: (_locale, _file, key) => key, seo: () => undefined, problems: [] };
const log = createLog({ level: 'silent' });
const shape = { input: v.object({}), output: v.object({ n: v.number() }), about: 'One.' };
const calls = {
  greet: call({ kind: 'read', method: 'POST', path: '/greet', ...shape }),
  userInfo: call({ kind: 'read', method: 'POST', path: '/userInfo', who: 'user', ...shape }),
  refreshSession: call({ kind: 'login', method: 'POST', path: '/refreshSession', ...shape }),
};

async function answerOf(
  path: string,
  {
    refused,
    broken = false,
    publicUrl = 'http://site.example',
    cookie = '',
  }: { refused?: ErrorName; broken?: boolean; publicUrl?: string; cookie?: string },
) {
  const metrics = createMetrics();
  const handlers = {
    greet: () =>
      withCookies({ n: broken ? 'no number' : 1 }, [
        { name: 'a', value: 'x y;z', maxAgeMs: 1_500 },
        { name: 'b', value: null },
      ]),
    userInfo: () => ({ n: 1 }),
    refreshSession: () => {
      throw new Refusal(refused!);
    },
  };
  const dispatch = createDispatch({ calls, handlers, words, log, metrics, clock: createHandClock(1), checkOutput: true });
  const app = Fastify();
  await registerCookies(app);
  const refusedSession = refused === 'notLoggedIn' ? undefined : (refused as 'sessionExpired' | undefined);
  await registerHttp(app, {
    dispatch,
    calls,
    words,
    log,
    metrics,
    publicUrl,
    metricsToken: null,
    readiness: { report: async () => ({ ready: true, missing: [], parts: {} }) },
    resolveCaller: (request) => ({ ...resolveVisitor(request), refusedSession }),
  });
  const response = await app.inject({ method: 'POST', url: `/v1${path}`, payload: {}, headers: { cookie } });
  await app.close();
  const lines = [response.headers['set-cookie'] ?? []].flat();
  return { code: response.json().code as string, data: response.json().data as unknown, lines };
}

test('what a handler wants changed leaves as cookies that scripts, other sites and plain connections do not get', async () => {
  const { data, lines } = await answerOf('/greet', { publicUrl: 'https://site.example' });
  assert.deepEqual(data, { n: 1 }, 'the answer itself is the data alone');
  assert.deepEqual(lines, [
    '__Host-a=x%20y%3Bz; Max-Age=1; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-b=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
  ]);
  assert.doesNotMatch((await answerOf('/greet', {})).lines.join(), /Secure/);
});

test('an answer that failed changes no cookies', async () => {
  const { code, lines } = await answerOf('/greet', { broken: true });
  assert.deepEqual([code, lines], [errors.internal.code, []]);
});

const cookie = 'session=s; rtoken=r; theme=black';
const cleared = (lines: readonly string[]) => lines.map((line) => line.split('=')[0]!).toSorted();

test('section 8: codes that end the login state take the session cookies along, and only those', async () => {
  for (const refused of ['sessionRevoked', 'accountFrozen', 'notLoggedIn'] as const) {
    const { code, lines } = await answerOf('/userInfo', { refused, cookie });
    assert.deepEqual([code, cleared(lines)], [errors[refused].code, ['rtoken', 'session']], refused);
  }
  assert.deepEqual((await answerOf('/userInfo', { refused: 'notLoggedIn' })).lines, [], 'nothing to take from a browser without them');
});

test('an expired session keeps its refresh token until that is refused too', async () => {
  assert.deepEqual((await answerOf('/userInfo', { refused: 'sessionExpired', cookie })).lines, []);
  assert.deepEqual(cleared((await answerOf('/refreshSession', { refused: 'sessionExpired', cookie })).lines), ['rtoken', 'session']);
  assert.deepEqual((await answerOf('/refreshSession', { refused: 'regionNotAllowed', cookie })).lines, []);
});

test('over https cookies have names that only this host can write; those from before are read, and go when they are renewed', async () => {
  const publicUrl = 'https://site.example';
  const renewed = await answerOf('/greet', { publicUrl, cookie: 'a=before; __Host-b=now' });
  assert.deepEqual(cleared(renewed.lines), ['__Host-a', '__Host-b', 'a']);
  const ended = await answerOf('/userInfo', { refused: 'sessionRevoked', publicUrl, cookie: '__Host-session=s; rtoken=r' });
  assert.deepEqual(cleared(ended.lines), ['__Host-rtoken', '__Host-session', 'rtoken']);
});

test('of two cookies of one name the one counts that only this host can write', async () => {
  const app = Fastify();
  await registerCookies(app);
  app.get('/', (request) => request.cookies['session']);
  const read = async (cookie: string) => (await app.inject({ url: '/', headers: { cookie } })).body;
  assert.equal(await read('session=tossed; __Host-session=ours'), 'ours');
  assert.equal(await read('__Host-session=ours; session=tossed'), 'ours');
  assert.equal(await read('session=before'), 'before');
  await app.close();
});
