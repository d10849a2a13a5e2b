// For tests: calls over HTTP with a table of a few of them.
import { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import * as v from 'valibot';
import { call, filled, type CallTable } from '@tidemark/contract/wire.ts';
import { createHandClock } from '#platform/clock.ts';
import { DatabaseAway } from '#platform/db/away.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { resolveVisitor } from '../caller.ts';
import { createDispatch, type AnyHandlers } from '../dispatch.ts';
import { registerHttp, type HttpDeps } from '../index.ts';
import { noPage } from '../no-page.ts';

export const words = createWords(fileURLToPath(new URL('../../../../../locales', import.meta.url)));

export const small = {
  greet: call({
    kind: 'read',
    method: 'POST',
    alsoMethod: 'GET',
    path: '/greet',
    about: 'Greets.',
    input: v.object({ name: filled(20) }),
    output: v.object({ text: v.string(), locale: v.string(), ip: v.string(), deviceId: v.nullable(v.string()) }),
  }),
  getAllSymbol: call({
    kind: 'read',
    cacheSeconds: 10,
    method: 'GET',
    path: '/symbols',
    about: 'May be kept for a while.',
    input: v.object({}),
    output: v.object({ n: v.number() }),
  }),
  createAlert: call({
    kind: 'write',
    method: 'POST',
    path: '/alert',
    about: 'A write.',
    input: v.object({}),
    output: v.object({}),
    never429: true,
  }),
  logout: call({ kind: 'write', method: 'GET', path: '/logout', about: 'A write by GET.', input: v.object({}), output: v.object({}) }),
  away: call({ kind: 'read', method: 'GET', path: '/away', about: 'Has nothing to ask.', input: v.object({}), output: v.object({}) }),
  busy: call({ kind: 'read', method: 'GET', path: '/busy', about: 'Has to wait too long.', input: v.object({}), output: v.object({}) }),
  unclear: call({ kind: 'read', method: 'GET', path: '/unclear', about: 'Is cut off.', input: v.object({}), output: v.object({}) }),
  broken: call({ kind: 'read', method: 'GET', path: '/broken', about: 'Fails.', input: v.object({}), output: v.object({}) }),
} satisfies CallTable;

export const handlers: AnyHandlers = {
  greet: (caller, { name }) => ({ text: `Hello ${name}`, locale: caller.locale, ip: caller.ip, deviceId: caller.deviceId }),
  getAllSymbol: () => ({ n: 7 }),
  createAlert: () => ({}),
  logout: () => ({}),
  broken: () => {
    throw new Error('the database password is hunter2');
  },
  away: () => {
    throw new DatabaseAway(new Error('refused'), false);
  },
  busy: () => {
    throw new DatabaseAway(new Error('timeout'), false, true);
  },
  unclear: () => {
    throw new DatabaseAway(new Error('cut'), true);
  },
};

export async function setUp(t: TestContext, over: Partial<HttpDeps> = {}) {
  const clock = createHandClock(1_000);
  const metrics = createMetrics();
  const log = createLog({ level: 'silent' });
  const dispatch = createDispatch({ calls: small, handlers, words, log, metrics, clock });
  const app = Fastify({ frameworkErrors: (_error, request, reply) => noPage(words, 'https://tidemark.example')(request, reply) });
  t.after(() => app.close());
  await registerHttp(app, {
    dispatch,
    calls: small,
    resolveCaller: resolveVisitor,
    words,
    log,
    metrics,
    clock,
    publicUrl: 'https://tidemark.example',
    metricsToken: null,
    readiness: { report: async () => ({ ready: true, missing: [], parts: {} }) },
    ...over,
  });
  // As in the product, pages answer every path that is not a call.
  app.get('/*', () => 'a page');
  const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload: payload as object, headers });
  return { app, clock, metrics, post };
}
