// One suite for both twins, then what only NATS can show: losing the server and finding it again.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { BusAnswerFailed, BusClosed, BusTimeout, BusUnreachable, ask, topic } from './bus.ts';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './in-process.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { createLocalNats, findNatsServer } from '@tidemark/testbed/nats.ts';
import type { LocalNats } from '@tidemark/testbed/nats.ts';
import { until } from '@tidemark/testbed/until.ts';
import { connectNats } from './nats.ts';

const numbers = topic<number>('test.numbers');
const words = topic<{ readonly word: string }>('test.words');
const double = ask<number, number>('test.double');
const barrier = ask<null, boolean>('test.barrier');

/** Two ends of one bus: two connections on NATS, twice the same object in one process. */
interface Pair {
  readonly here: Bus;
  readonly there: Bus;
  readonly failures: unknown[];
}

/** Everything `listening` subscribed to before is known to the server once this answers: one connection, one order. */
async function settle(asking: Bus, listening: Bus): Promise<void> {
  const stop = listening.answer(barrier, () => true);
  assert.equal(await asking.request(barrier, null, 5_000), true);
  stop();
}

function twinSuite(makePair: () => Promise<Pair>): void {
  const withPair = (run: (pair: Pair) => Promise<void>) => async () => {
    const pair = await makePair();
    try {
      await run(pair);
    } finally {
      await Promise.all([pair.here.close(), pair.there.close()]);
    }
  };

  it(
    'delivers to every handler in the order of publishing, never inside publish',
    withPair(async ({ here, there }) => {
      const first: number[] = [];
      const second: number[] = [];
      there.subscribe(numbers, (n) => first.push(n));
      there.subscribe(numbers, (n) => second.push(n));
      await settle(here, there);
      for (let n = 0; n < 500; n++) here.publish(numbers, n);
      assert.equal(first.length, 0);
      await until('all arrived', () => second.length === 500);
      assert.deepEqual(
        first,
        Array.from({ length: 500 }, (_, n) => n),
      );
      assert.deepEqual(second, first);
    }),
  );

  it(
    'keeps topics apart',
    withPair(async ({ here, there }) => {
      const seen: unknown[] = [];
      there.subscribe(words, (payload) => seen.push(payload));
      await settle(here, there);
      here.publish(numbers, 1);
      here.publish(words, { word: 'tide' });
      await until('the word arrived', () => seen.length > 0);
      assert.deepEqual(seen, [{ word: 'tide' }]);
    }),
  );

  it(
    'reports a handler that throws or rejects and goes on',
    withPair(async ({ here, there, failures }) => {
      const seen: number[] = [];
      there.subscribe(numbers, () => {
        throw new Error('at once');
      });
      there.subscribe(numbers, () => Promise.reject(new Error('later')) as unknown as undefined);
      there.subscribe(numbers, (n) => seen.push(n));
      await settle(here, there);
      here.publish(numbers, 1);
      here.publish(numbers, 2);
      await until('both failures of both messages were reported', () => failures.length === 4 && seen.length === 2);
      assert.deepEqual(seen, [1, 2]);
      assert.deepEqual(failures.map((error) => (error as Error).message).sort(), ['at once', 'at once', 'later', 'later']);
    }),
  );

  it(
    'does not call a handler after its unsubscribe, not even for a message already under way',
    withPair(async ({ here, there }) => {
      const gone: number[] = [];
      const kept: number[] = [];
      const stop = there.subscribe(numbers, (n) => gone.push(n));
      there.subscribe(numbers, (n) => kept.push(n));
      await settle(here, there);
      here.publish(numbers, 1);
      stop();
      stop();
      here.publish(numbers, 2);
      await until('the other handler got both', () => kept.length === 2);
      assert.deepEqual(gone, []);
    }),
  );

  it(
    'does not give a newcomer what was published before',
    withPair(async ({ here }) => {
      const seen: number[] = [];
      here.subscribe(words, () => {});
      here.publish(numbers, 1);
      here.subscribe(numbers, (n) => seen.push(n));
      here.publish(numbers, 2);
      await until('something arrived', () => seen.length > 0);
      assert.deepEqual(seen, [2]);
    }),
  );

  it(
    'carries a payload larger than a message may be',
    withPair(async ({ here, there }) => {
      const big = Array.from({ length: 40_000 }, (_, n) => ({ symbolId: `COIN${n}USDT`, last: n / 7 }));
      const rows = topic<typeof big>('test.rows');
      let seen: typeof big | null = null;
      there.subscribe(rows, (payload) => {
        seen = payload;
      });
      await settle(here, there);
      here.publish(rows, big);
      await until('it arrived', () => seen !== null);
      assert.ok(JSON.stringify(big).length > 1024 * 1024);
      assert.deepEqual(seen, big);
    }),
  );

  it(
    'answers requests, by one of several answerers',
    withPair(async ({ here, there }) => {
      let calls = 0;
      there.answer(double, (n) => {
        calls++;
        return n * 2;
      });
      there.answer(double, async (n) => {
        calls++;
        return n * 2;
      });
      assert.equal(await here.request(double, 21, 5_000), 42);
      await settle(here, there);
      assert.equal(calls, 1);
    }),
  );

  it(
    'carries null and nothing both ways',
    withPair(async ({ here, there }) => {
      const nothing = ask<null, undefined>('test.nothing');
      const seen: unknown[] = [];
      there.answer(nothing, (input) => {
        seen.push(input);
        return undefined;
      });
      assert.equal(await here.request(nothing, null, 5_000), undefined);
      assert.deepEqual(seen, [null]);
    }),
  );

  it(
    'rejects with BusTimeout when nobody answers, or not in time',
    withPair(async ({ here, there }) => {
      await assert.rejects(here.request(double, 1, 150), BusTimeout);
      const stop = there.answer(double, () => new Promise<number>(() => {}));
      await settle(here, there);
      await assert.rejects(here.request(double, 1, 150), BusTimeout);
      stop();
    }),
  );

  it(
    'finds an answerer that appears before the time is up',
    withPair(async ({ here, there }) => {
      const asked = here.request(double, 4, 5_000);
      await delay(20);
      there.answer(double, (n) => n * 2);
      assert.equal(await asked, 8);
    }),
  );

  it(
    'does not ask an answerer that withdrew',
    withPair(async ({ here, there }) => {
      const stop = there.answer(double, () => assert.fail('it withdrew'));
      stop();
      there.answer(double, (n) => n * 2);
      assert.equal(await here.request(double, 5, 5_000), 10);
    }),
  );

  it(
    'tells the asker that the answerer failed, and the answerer why',
    withPair(async ({ here, there, failures }) => {
      there.answer(double, () => {
        throw new Error('no doubling today');
      });
      await assert.rejects(here.request(double, 1, 5_000), BusAnswerFailed);
      assert.deepEqual(
        failures.map((error) => (error as Error).message),
        ['no doubling today'],
      );
    }),
  );

  it('delivers before closing what was published before, and is silent afterwards', async () => {
    const { here, there } = await makePair();
    const seen: number[] = [];
    there.subscribe(numbers, (n) => seen.push(n));
    await settle(here, there);
    here.publish(numbers, 1);
    const hanging = assert.rejects(here.request(double, 1, 5_000), BusClosed);
    await here.close();
    await until('the message arrived', () => seen.length === 1);
    await hanging;
    assert.equal(here.isConnected(), false);
    here.publish(numbers, 2);
    here.subscribe(numbers, () => assert.fail('closed'))();
    here.answer(double, () => assert.fail('closed'))();
    await assert.rejects(here.request(double, 1, 50), BusClosed);
    await here.close();
    await there.close();
    assert.deepEqual(seen, [1]);
  });
}

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
