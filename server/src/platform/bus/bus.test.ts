// One suite for both twins, then what only NATS can show: losing the server and finding it again.
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { BusUnreachable, ask, topic } from './bus.ts';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './in-process.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { createLocalNats, findNatsServer } from '@tidemark/testbed/nats.ts';
import { openSilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import type { LocalNats } from '@tidemark/testbed/nats.ts';
import { until } from '@tidemark/testbed/until.ts';
import { connectNats } from './nats.ts';
import { numbers, words, double, settle, twinSuite } from './testing/twin-suite.ts';

describe('in-process bus', () => {
  twinSuite(async () => {
    const failures: unknown[] = [];
    const bus = createInProcessBus({ onError: (error) => failures.push(error) });
    return { here: bus, there: bus, failures };
  });

  it('hands messages over before any timer or I/O, those of handlers included', async () => {
    const bus = createInProcessBus();
    const seen: string[] = [];
    bus.subscribe(numbers, (n) => {
      seen.push(`number ${n}`);
      bus.publish(words, { word: `for ${n}` });
    });
    bus.subscribe(words, ({ word }) => seen.push(word));
    bus.publish(numbers, 1);
    bus.publish(numbers, 2);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(seen, ['number 1', 'number 2', 'for 1', 'for 2']);
  });
});

const binary = findNatsServer();
const isMissing = binary === null && 'this system cannot: nats-server is not installed (Debian: apt install nats-server)';

describe('NATS bus', { skip: process.env['CI'] === 'true' ? false : isMissing }, () => {
  let server: LocalNats;
  const open: Bus[] = [];
  const failures: unknown[] = [];
  const log = {
    info() {},
    warn() {},
    error: (fields: unknown) => void failures.push((fields as { err: unknown }).err),
  };
  const connectHere = async (url = server.url) => {
    const bus = await connectNats(url, { log, name: 'test' });
    open.push(bus);
    return bus;
  };

  before(async () => {
    assert.ok(binary, String(isMissing));
    server = await createLocalNats(binary);
    await server.start();
  });
  after(async () => {
    await Promise.all(open.map((bus) => bus.close()));
    await server?.kill();
  });

  twinSuite(async () => {
    failures.length = 0;
    return { here: await connectHere(), there: await connectHere(), failures };
  });

  it('two sites with prefixes of their own share a server and hear nothing of each other', async () => {
    const connectAs = async (prefix: string) => {
      const bus = await connectNats(server.url, { log, name: 'test', prefix });
      open.push(bus);
      return bus;
    };
    const [mine, same, other] = [await connectAs('one'), await connectAs('one'), await connectAs('two')];
    const heard: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const news = topic<string>('prefixed.news');
    const question = ask<string, string>('prefixed.question');
    same.subscribe(news, (text) => {
      heard.push(text);
      if (text === 'last') resolve();
    });
    mine.answer(question, () => 'one');
    other.answer(question, () => 'two');
    assert.deepEqual([await same.request(question, '', 5_000), await other.request(question, '', 5_000)], ['one', 'two']);
    other.publish(news, 'of another site');
    mine.publish(news, 'first');
    mine.publish(news, 'last');
    await promise;
    assert.deepEqual(heard, ['first', 'last']);
  });

  it('lives through a killed server: drops meanwhile, reconnects, says so, and keeps its handlers', async () => {
    const here = await connectHere();
    const there = await connectHere();
    const seen: number[] = [];
    let reconnects = 0;
    there.subscribe(numbers, (n) => seen.push(n));
    there.answer(double, (n) => n * 2);
    there.onReconnect(() => {
      throw new Error('a bad neighbour');
    });
    there.onReconnect(() => reconnects++);
    there.onReconnect(() => assert.fail('withdrawn'))();
    await settle(here, there);
    assert.ok(here.isConnected() && there.isConnected());

    await server.kill();
    await until('both noticed the loss', () => !here.isConnected() && !there.isConnected());
    for (let n = 0; n < 1_000; n++) here.publish(numbers, -1);
    const asked = here.request(double, 3, 10_000);
    await server.start();
    await until('both are back', () => here.isConnected() && reconnects === 1);
    assert.equal(await asked, 6);
    await settle(here, there);
    here.publish(numbers, 7);
    await until('the next message arrived', () => seen.length > 0);
    assert.deepEqual(seen, [7]);
  });

  it('notices a server that has gone silent within seconds, and is back when it speaks again', async (t) => {
    const way = await openSilentProxy(server.url);
    const [here, there] = [await connectHere(way.url), await connectHere()];
    let returns = 0;
    here.onReconnect(() => returns++);
    way.cut();
    const cutAt = performance.now();
    await until('the silence is noticed', () => !here.isConnected());
    const tookMs = performance.now() - cutAt;
    t.diagnostic(`noticed after ${Math.round(tookMs)} ms`);
    assert.ok(process.env['LONG'] !== '1' || tookMs < 6_000, `${tookMs} ms`);
    way.heal();
    await until('it is back', () => here.isConnected() && returns > 0);
    const seen: number[] = [];
    there.subscribe(numbers, (n) => seen.push(n));
    await settle(here, there);
    here.publish(numbers, 1);
    await until('it is heard again', () => seen.length === 1);
    way.close();
  });

  it('comes back to a server that takes its time, however little the first connection had left of its own', async () => {
    const firstMs = 1_500;
    const sockets = new Set<Socket>();
    let isSlow = false;
    const way = createServer((near) => {
      const far = connect(server.port, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on('error', () => {});
        from.on('close', () => to.destroy());
      }
      near.pipe(far);
      // As over a long way or with a busy server: its first word is late.
      setTimeout(() => far.pipe(near), isSlow ? 2 * firstMs : 0);
    });
    await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
    const { port } = way.address() as AddressInfo;
    const bus = await connectNats(`nats://127.0.0.1:${port}`, { log, name: 'test', firstConnectMs: firstMs });
    try {
      isSlow = true;
      for (const socket of sockets) socket.destroy();
      await until('the loss is noticed', () => !bus.isConnected());
      await until('it is back', () => bus.isConnected());
    } finally {
      await bus.close();
      way.close();
    }
  });

  it('closes promptly while the server is away', async () => {
    const bus = await connectHere();
    await server.kill();
    await until('the loss was noticed', () => !bus.isConnected());
    const startedAt = Date.now();
    await bus.close();
    assert.ok(Date.now() - startedAt < 30_000, 'it does not wait for the server');
    await server.start();
  });

  it('says in one sentence, without credentials, that nobody is there', async () => {
    const port = await freePort();
    await assert.rejects(
      connectNats(`nats://ebb:s3cret@127.0.0.1:${port}`, { log, name: 'test', firstConnectMs: 400 }),
      (error: Error) =>
        error instanceof BusUnreachable && error.message === `The bus at 127.0.0.1:${port} cannot be used: the connection was refused.`,
    );
  });

  it('does not wait for ever for something that is silent', async () => {
    const visitors: Socket[] = [];
    const silent = createServer((visitor) => visitors.push(visitor));
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    await assert.rejects(connectNats(`nats://127.0.0.1:${port}`, { log, name: 'test', firstConnectMs: 400 }), /did not answer in time/);
    for (const visitor of visitors) visitor.destroy();
    silent.close();
  });

  it('waits a little for a server that is only just starting', async () => {
    assert.ok(binary);
    const late = await createLocalNats(binary);
    const connecting = connectNats(late.url, { log, name: 'test' });
    await late.start();
    await (await connecting).close();
    await late.kill();
  });

  it('logs in with what the address carries, and says when that is refused', async () => {
    assert.ok(binary);
    const guarded = await createLocalNats(binary, ['--user', 'ebb', '--pass', 's3cret/flow']);
    await guarded.start();
    const address = `127.0.0.1:${guarded.port}`;
    await (await connectNats(`nats://ebb:${encodeURIComponent('s3cret/flow')}@${address}`, { log, name: 'test' })).close();
    await assert.rejects(
      connectNats(`nats://ebb:wrong@${address}`, { log, name: 'test' }),
      (error: Error) => error instanceof BusUnreachable && /refused the credentials/.test(error.message) && !/wrong/.test(error.message),
    );
    await guarded.kill();
  });

  it('refuses what is not an address at once', async () => {
    await assert.rejects(connectNats('nats://', { log, name: 'test' }), BusUnreachable);
    await assert.rejects(connectNats('', { log, name: 'test' }), BusUnreachable);
    await assert.rejects(connectNats('nats://ebb:100%@127.0.0.1', { log, name: 'test' }), BusUnreachable);
  });
});
