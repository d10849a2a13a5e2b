// For tests: what both buses promise.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { BusAnswerFailed, BusClosed, BusTimeout, ask, topic } from '../bus.ts';
import type { Bus } from '../bus.ts';
import { until } from '@tidemark/testbed/until.ts';

export const numbers = topic<number>('test.numbers');
export const words = topic<{ readonly word: string }>('test.words');
export const double = ask<number, number>('test.double');
const barrier = ask<null, boolean>('test.barrier');

/** Two ends of one bus: two connections on NATS, twice the same object in one process. */
export interface Pair {
  readonly here: Bus;
  readonly there: Bus;
  readonly failures: unknown[];
}

/** Everything `listening` subscribed to before is known to the server once this answers: one connection, one order. */
export async function settle(asking: Bus, listening: Bus): Promise<void> {
  const stop = listening.answer(barrier, () => true);
  assert.equal(await asking.request(barrier, null, 5_000), true);
  stop();
}

export function twinSuite(makePair: () => Promise<Pair>): void {
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
