// The whole table of calls as routes: what each call says of itself is what the edge does.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { calls } from '@tidemark/contract/calls.ts';
import { callKinds, type Call, type CallKind, type CallTable, type Envelope } from '@tidemark/contract/wire.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { resolveVisitor } from './caller.ts';
import { registerHttp } from './index.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';

const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const table: [string, Call][] = Object.entries(calls as CallTable);
const methodsOf = ({ method, alsoMethod }: Call) => [...new Set([method, alsoMethod ?? method])];

/** Every call is answered, with nothing; which ones were is told. */
async function setUp(t: TestContext, limits: HttpLimits) {
  const reached: string[] = [];
  const app = Fastify();
  t.after(() => app.close());
  await registerHttp(app, {
    dispatch: async (name): Promise<Envelope> => {
      reached.push(name);
      return { code: calls[name as keyof typeof calls].success, msg: 'success', data: {}, requestTime: 0 };
    },
    calls,
    resolveCaller: resolveVisitor,
    words,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    clock: createHandClock(0),
    limits,
    publicUrl: 'https://tidemark.example',
    metricsToken: null,
    readiness: { report: async () => ({ ready: true, missing: [], parts: {} }) },
  });
  const send = (call: Call, method: 'GET' | 'POST', headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
    app.inject({ method, url: `/v1${call.path}`, headers, remoteAddress, ...(method === 'POST' && { payload: {} }) });
  return { send, reached };
}

const limitsOf = (each: number): HttpLimits => ({
  ...defaultLimits,
  perMinute: { ...(Object.fromEntries(callKinds.map((kind) => [kind, each])) as HttpLimits['perMinute']), file: each },
});

test("whatever may change something is refused to another site's page, by each of its methods; a read by GET is not", async (t) => {
  const { send, reached } = await setUp(t, limitsOf(10_000));
  for (const [name, call] of table)
    for (const method of methodsOf(call))
      for (const [header, value] of [
        ['origin', 'https://evil.example'],
        ['sec-fetch-site', 'cross-site'],
      ] as const) {
        const isPlainRead = method === 'GET' && call.kind === 'read';
        assert.equal((await send(call, method, { [header]: value })).statusCode, isPlainRead ? 200 : 403, `${name} ${method}`);
      }
  const changing = table.filter(([, { kind }]) => kind !== 'read').map(([name]) => name);
  assert.deepEqual(
    changing.filter((name) => reached.includes(name)),
    [],
  );
});

test('a call uses up the allowance of its own kind and no other', async (t) => {
  for (const [at, kind] of callKinds.entries()) {
    const ip = `10.0.${at}.1`;
    const { send } = await setUp(t, limitsOf(1));
    const oneOf = (wanted: CallKind) => table.find(([, call]) => call.kind === wanted && !call.never429)!;
    const others = callKinds.filter((other) => other !== kind).map(oneOf);
    const [, call] = oneOf(kind);
    assert.equal((await send(call, call.method, {}, ip)).statusCode, 200, kind);
    assert.equal((await send(call, call.method, {}, ip)).statusCode, 429, kind);
    for (const [name, other] of others) assert.equal((await send(other, other.method, {}, ip)).statusCode, 200, `${name} beside ${kind}`);
  }
});

test('an answer is kept as long as its call says, and without a word of it nowhere', async (t) => {
  const { send } = await setUp(t, limitsOf(10_000));
  for (const [name, call] of table)
    for (const method of methodsOf(call)) {
      const kept = method === 'GET' && call.cacheSeconds !== undefined ? `private, max-age=${call.cacheSeconds}` : 'no-store';
      assert.equal((await send(call, method)).headers['cache-control'], kept, `${name} ${method}`);
    }
});
