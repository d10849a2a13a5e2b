// Requests as they come over real connections; the clock is turned by hand.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { until } from '@tidemark/testbed/until.ts';
import { createHandClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import { addressReader } from '../address.ts';
import { takeTurns, type TurnLimits } from './turns.ts';

const flooder = '203.0.113.9';
const limits = { perTurn: 8, quickRefusals: { burst: 10, perSecond: 1 }, slowMs: 10_000, paceMs: 20 } as const;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function setUp(t: TestContext, over: Partial<TurnLimits> = {}) {
  const clock = createHandClock(0);
  const metrics = createMetrics();
  const app = Fastify({ trustProxy: true, forceCloseConnections: 'idle' });
  const taken: string[] = [];
  const listeners = { onTaken: () => {} };
  takeTurns(app, {
    clock,
    metrics,
    publicUrl: 'https://tidemark.example',
    addressOf: addressReader(1),
    limits: { ...limits, ...over },
  });
  const take = (request: { url: string; ip: string }) => {
    taken.push(`${request.ip} ${request.url}`);
    listeners.onTaken();
  };
  await app.register(async (scope) => {
    scope.get('/refused', (request, reply) => {
      take(request);
      return reply.code(429).header('retry-after', 7).send('come back later');
    });
    scope.get('/too-fast', (request, reply) => {
      take(request);
      return reply.header('retry-after', 7).send('come back later');
    });
    scope.get('/page', (request, reply) => {
      take(request);
      return reply.send(`page ${(request.query as { n?: string }).n}`);
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  t.after(async () => {
    agent.destroy();
    app.server.closeAllConnections();
    await app.close();
  });
  let arrived = 0;
  app.server.prependListener('request', () => arrived++);
  const { port } = app.server.address() as AddressInfo;
  const open = (path: string, address = flooder): { request: ClientRequest; answer: Promise<Answer> } => {
    const request = get({ port, path, agent, headers: { 'x-forwarded-for': address } });
    const answer = once(request, 'response').then(async ([response]) => ({
      status: response.statusCode,
      headers: response.headers,
      body: await text(response),
    }));
    answer.catch(() => {});
    return { request, answer };
  };
  const ask = (path: string, address?: string) => open(path, address).answer;
  /** All of them have come to the server. */
  const openAndArrive = async (count: number, path: string, address?: string) => {
    const before = arrived;
    const opened = Array.from({ length: count }, () => open(path, address));
    await until('all have arrived', () => arrived === before + count);
    return opened;
  };
  const slowDown = async (path = '/refused') => {
    for (let n = 0; n <= limits.quickRefusals.burst; n++) await ask(path);
    taken.length = 0;
  };
  const figure = async (name: string) =>
    Number(
      (await metrics.text())
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    );
  return { app, clock, port, taken, listeners, ask, open, openAndArrive, slowDown, figure };
}

test('of one network a few requests are taken up in a turn of the event loop, in their order: others come in between', async (t) => {
  const { port, taken, listeners, figure } = await setUp(t);
  const count = 100;
  let sinceTurn = 0;
  let most = 0;
  let isWatching = true;
  const turn = () => {
    sinceTurn = 0;
    if (isWatching) setImmediate(turn);
  };
  turn();
  listeners.onTaken = () => (most = Math.max(most, ++sinceTurn));
  const socket = connect(port, '127.0.0.1');
  const requests = Array.from(
    { length: count },
    (_, n) => `GET /page?n=${n} HTTP/1.1\r\nhost: x\r\n${n === count - 1 ? 'connection: close\r\n' : ''}\r\n`,
  );
  // In one packet, so that all are there at once.
  socket.write(requests.join(''));
  const answers = await text(socket);
  isWatching = false;
  assert.deepEqual(
    [...answers.matchAll(/page (\d+)/g)].map(([, n]) => Number(n)),
    Array.from({ length: count }, (_, n) => n),
  );
  assert.equal(taken.length, count);
  // Some as they come, and some of those that wait.
  assert.ok(most <= 2 * limits.perTurn, `${most} between two turns`);
  assert.equal(await figure('http_waiting'), 0);
});

for (const path of ['/refused', '/too-fast'])
  test(`a network that goes on asking after many refusals is taken up at a pace (${path}); no other network is`, async (t) => {
    const { clock, taken, ask, openAndArrive, slowDown, figure } = await setUp(t);
    await slowDown(path);
    const held = await openAndArrive(60, '/refused');
    assert.equal(await figure('http_waiting'), 60);
    assert.equal((await ask('/refused', '198.51.100.1')).status, 429);
    assert.equal((await ask('/page?n=1', '2001:db8::1')).body, 'page 1');
    assert.ok(!taken.some((line) => line.startsWith(flooder)));

    clock.advance(limits.paceMs);
    const { status, headers, body } = await held[0]!.answer;
    assert.deepEqual([status, headers['retry-after'], body], [429, '7', 'come back later']);
    const ofFlooder = () => taken.filter((line) => line.startsWith(flooder)).length;
    assert.equal(ofFlooder(), 1);
    clock.advance(1_000 - limits.paceMs);
    assert.equal(ofFlooder(), 50, 'fifty a second, however many wait');
    clock.advance(200);
    for (const { answer } of held) assert.equal((await answer).status, 429);
    assert.equal(await figure('http_waiting'), 0);

    clock.advance(limits.slowMs);
    assert.equal((await ask('/refused')).status, 429, 'who has been quiet for a while is answered at once again');
  });

test('what waits is bounded, for one network and in all; one more is told so at once, and its connection closed', async (t) => {
  const { ask, openAndArrive, slowDown, figure, clock } = await setUp(t, { mostWaitingOfNetwork: 3, mostWaiting: 4 });
  await slowDown();
  const held = await openAndArrive(3, '/page?n=1');
  const { status, headers, body } = await ask('/page?n=1');
  assert.deepEqual([status, headers.connection, headers['retry-after'], headers['cache-control']], [429, 'close', '10', 'no-store']);
  assert.match(body, /Too many requests/);
  assert.equal((await ask('/page?n=2', '198.51.100.1')).body, 'page 2');

  held[1]!.request.destroy();
  await until('its place is free', async () => (await figure('http_waiting')) === 2);
  const [late] = await openAndArrive(1, '/page?n=3');
  assert.equal(await figure('http_waiting'), 3);
  clock.advance(3 * limits.paceMs);
  assert.equal((await late!.answer).body, 'page 3');

  const other = '198.51.100.2';
  for (let n = 0; n <= limits.quickRefusals.burst; n++) await ask('/refused', other);
  await openAndArrive(3, '/page');
  await openAndArrive(1, '/page', other);
  assert.equal((await ask('/page', other)).status, 429, 'full in all');
  assert.equal((await ask('/page?n=4', '198.51.100.1')).body, 'page 4', 'who need not wait needs no place');
});

test('a connection of a slow network has one request waiting: with a second one behind it, it is closed', async (t) => {
  const { port, slowDown, taken, figure } = await setUp(t);
  await slowDown();
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /page HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${flooder}\r\n\r\n`.repeat(50));
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'close');
  await until('nobody waits', async () => (await figure('http_waiting')) === 0);
  assert.deepEqual(taken, []);
});

test('who closes the door does not wait for those who are slow: they are refused at once', async (t) => {
  const { app, openAndArrive, slowDown } = await setUp(t);
  await slowDown();
  const held = await openAndArrive(3, '/refused');
  const closing = app.close();
  for (const { answer } of held) {
    const { status, headers } = await answer;
    assert.deepEqual([status, headers.connection], [429, 'close']);
  }
  await closing;
});
