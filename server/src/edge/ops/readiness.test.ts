import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { createHandClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createDrain } from './drain.ts';
import { createOpsServer } from './index.ts';
import { createReadiness } from './readiness.ts';

const setUp = () => {
  const clock = createHandClock(0);
  const metrics = createMetrics();
  const readiness = createReadiness({ clock, metrics });
  const parts = { database: true, prices: true };
  readiness.add('database', { check: () => parts.database, toleratedMs: 3_000 });
  readiness.add('prices', { check: () => parts.prices, toleratedMs: 0 });
  readiness.start();
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const missing = async (about?: 'pages') => (await readiness.report(about)).missing;
  return { clock, metrics, readiness, parts, pass, missing };
};

test('nothing is ready before the start is over; then everything that is well is', async () => {
  const { readiness, missing } = setUp();
  assert.deepEqual(await missing(), ['start']);
  readiness.opened();
  assert.deepEqual(await readiness.report(), { ready: true, missing: [], parts: { database: true, prices: true } });
});

test('the figure says what is answered, at the start and as soon as it drains', async () => {
  const { readiness, missing, metrics } = setUp();
  const figure = async () => /ready\{part="all"\} (\d)/.exec(await metrics.text())![1];
  assert.deepEqual(await missing(), ['start']);
  assert.equal(await figure(), '0');
  readiness.opened();
  assert.deepEqual([await missing(), await figure()], [[], '1']);
  readiness.drain();
  assert.deepEqual([await missing(), await figure()], [['drain'], '0']);
});

test('a blip is told and tolerated, a fault is not, and what is well again counts at once', async () => {
  const { readiness, parts, pass, missing, metrics } = setUp();
  readiness.opened();
  await missing();
  parts.database = false;
  await pass(2);
  assert.deepEqual(await readiness.report(), { ready: true, missing: [], parts: { database: false, prices: true } });
  await pass(3);
  assert.deepEqual(await missing(), ['database']);
  const told = await metrics.text();
  for (const part of ['database', 'all']) assert.ok(told.includes(`ready{part="${part}"} 0`), told);
  assert.deepEqual(await missing('pages'), [], 'old pages can still be served');
  parts.database = true;
  await pass(1);
  assert.deepEqual(await missing(), []);
  parts.prices = false;
  await pass(1);
  assert.deepEqual(await missing(), ['prices']);
});

test('what never was well is not tolerated, and a check that fails or does not answer is a fault', async () => {
  const { clock, readiness, pass, missing, parts } = setUp();
  parts.database = false;
  readiness.opened();
  assert.deepEqual(await missing(), ['database']);
  parts.database = true;
  readiness.add('bus', { check: () => Promise.reject(new Error('away')), toleratedMs: 0 });
  readiness.add('judged', { check: () => new Promise(() => {}), toleratedMs: 0 });
  await pass(1);
  clock.advance(1_500);
  await pass(2);
  assert.deepEqual((await missing()).toSorted(), ['bus', 'judged']);
});

test('who is told to stop says so first, for pages too', async () => {
  const { readiness, missing } = setUp();
  readiness.opened();
  readiness.drain();
  assert.deepEqual([await missing(), await missing('pages')], [['drain'], ['drain']]);
});

test('the port of a process without pages has these three and nothing else', async () => {
  const { readiness, metrics } = setUp();
  const ops = await createOpsServer({ metrics, readiness, metricsToken: null, publicUrl: 'http://localhost' });
  const port = 20_000 + (process.pid % 20_000);
  await ops.listen(port, '127.0.0.1');
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  assert.deepEqual(
    [await ask('/healthz'), await ask('/readyz'), await ask('/metrics'), await ask('/'), await ask('/v1/docs')],
    [200, 503, 200, 404, 404],
  );
  readiness.opened();
  assert.equal(await ask('/readyz'), 200);
  await ops.close();
});

test('a drain serves on while it is announced, ends what is under way, and then takes nothing more', async () => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  app.get('/slow', () => gate.then(() => 'done'));
  app.get('/quick', () => 'done');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const said: string[] = [];
  const drain = createDrain({
    server: app.server,
    announceMs: () => 400,
    finishMs: 5_000,
    sayNotReady: () => said.push('not ready'),
    moveSockets: async (overMs) => void said.push(`move over ${overMs}`),
    stopSockets: async () => void said.push('stop'),
    close: () => app.close(),
  });
  const slow = fetch(`${url}/slow`);
  await new Promise<void>((resolve) => app.server.once('request', () => resolve()));
  const drained = drain();
  const meanwhile = await fetch(`${url}/quick`);
  assert.deepEqual([meanwhile.status, meanwhile.headers.get('connection')], [200, 'close']);
  assert.deepEqual(said, ['not ready', 'move over 320']);
  await assert.rejects(async () => {
    for (;;) assert.equal((await fetch(`${url}/quick`)).status, 200, 'until the very end');
  }, /fetch failed/);
  open();
  assert.equal(await (await slow).text(), 'done');
  await drained;
  assert.deepEqual(said, ['not ready', 'move over 320', 'stop']);
});
