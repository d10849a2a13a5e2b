// A process that is ready to be the feed knows every tick that was told, even those that it has not heard itself.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import * as topics from '#topics/index.ts';
import { feedProcess } from './testing/feed-process.ts';
import { settled, start, stopAfter } from './testing/test-room.ts';
import { tickOf } from './testing/test-source.ts';

type Process = ReturnType<typeof feedProcess>;

/** Messages with quotes do not reach it while it is deaf. */
function deafBus(inner: Bus) {
  let isDeaf = false;
  const bus: Bus = {
    ...inner,
    subscribe: (to, handler) =>
      inner.subscribe(to, (payload) => {
        if (!isDeaf || to.name !== topics.quotes.name) handler(payload);
      }),
  };
  return { bus, setDeaf: (next: boolean) => void (isDeaf = next) };
}

/** A bus on which a feed answers what it keeps as this says. */
const answersKept = (inner: Bus, kept: ((before: number) => Promise<never>) | null): Bus => ({
  ...inner,
  answer: (what, handler, as) => {
    if (what.name !== topics.keptTicks.name) return inner.answer(what, handler, as);
    return kept ? inner.answer(topics.keptTicks, kept, as) : () => {};
  },
});

function open(t: TestContext) {
  const [bus, clock] = [createInProcessBus({ onError: () => {} }), createHandClock(start)];
  t.after(() => bus.close());
  let last = 0;
  return {
    bus,
    process(isFirst: boolean, of: Bus = bus) {
      const made = feedProcess(of, isFirst, clock);
      // It is asked of what lies between two terms, and knows nothing that was told.
      made.source.ticks = async () => [];
      stopAfter(t, made.market);
      return made;
    },
    tell: async ({ source }: Process, count = 1) => {
      for (let told = 0; told < count; told++) {
        source.tell([tickOf('A', ++last, start + last)]);
        await settled();
      }
    },
    passSecond: async () => {
      for (let at = 0; at < 4; at++) {
        clock.advance(500);
        await settled();
      }
    },
    /** Prices of all ticks that it tells. */
    known: async ({ market }: Process) => {
      const [stretches] = (await market.pastTicks([{ symbolId: 'A', after: null, from: start + 1 }])).answers;
      return stretches!.flatMap((stretch) => (stretch.kind === 'ticks' ? stretch.rows.filter((_, at) => at % 6 === 2) : []));
    },
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('a hole on the bus is filled, and another one after it', async (t) => {
  const { bus, process, tell, passSecond, known } = open(t);
  const { bus: half, setDeaf } = deafBus(bus);
  const [first, second] = [process(true), process(false, half)];
  await first.market.start();
  await tell(first, 3);
  await second.market.start();
  for (let hole = 0; hole < 2; hole++) {
    await tell(first, 3);
    setDeaf(true);
    await tell(first, 3);
    setDeaf(false);
    await tell(first, 3);
    await passSecond();
  }
  await second.take(2);
  assert.deepEqual(await known(second), upTo(21));
});

test('the first ticks of a feed are missed by who follows it', async (t) => {
  const { bus, process, tell, passSecond, known } = open(t);
  const { bus: half, setDeaf } = deafBus(bus);
  const [first, second] = [process(true), process(false, half)];
  await first.market.start();
  await second.market.start();
  setDeaf(true);
  await tell(first, 3);
  setDeaf(false);
  await tell(first, 3);
  await passSecond();
  await second.take(2);
  assert.deepEqual(await known(second), upTo(6));
});

test('what a feed did not answer is asked again', async (t) => {
  const { bus, process, tell, passSecond, known } = open(t);
  let isFailing = true;
  const failing: Bus = {
    ...bus,
    request: (what, input, ms, of) =>
      isFailing && what.name === topics.keptTicks.name ? Promise.reject(new Error('away')) : bus.request(what, input, ms, of),
  };
  const [first, second] = [process(true), process(false, failing)];
  await first.market.start();
  await tell(first, 3);
  await second.market.start();
  await tell(first, 3);
  isFailing = false;
  await passSecond();
  await second.take(2);
  assert.deepEqual(await known(second), upTo(6));
});

test('an older feed does not answer for what it keeps; the one after it does', async (t) => {
  const { bus, process, tell, passSecond, known } = open(t);
  const impatient: Bus = {
    ...bus,
    request: (what, input, ms, of) => bus.request(what, input, what.name === topics.keptTicks.name ? 1 : ms, of),
  };
  const first = process(true, answersKept(bus, null));
  const [second, third] = [process(false), process(false, impatient)];
  await first.market.start();
  const following = second.market.start();
  await settled();
  await tell(first, 3);
  const late = third.market.start();
  await late;
  assert.equal(third.market.board.quote('A')!.last, 3, 'prices do not wait for it');
  await second.take(2);
  await following;
  first.lose();
  await tell(second, 3);
  await passSecond();
  await third.take(3);
  assert.deepEqual(await known(third), upTo(6));
});

test('another feed begins before anything was heard, and while the one before is asked', async (t) => {
  const { bus, process, tell, passSecond, known } = open(t);
  let asked = 0;
  const first = process(
    true,
    answersKept(bus, () => {
      asked++;
      return new Promise<never>(() => {});
    }),
  );
  const [second, third] = [process(false), process(false)];
  await first.market.start();
  void second.market.start();
  await settled();
  await tell(first, 3);
  void third.market.start();
  await settled();
  assert.ok(asked > 1, 'both have asked');
  await second.take(2);
  await tell(second, 3);
  await passSecond();
  await third.take(3);
  assert.deepEqual(await known(third), upTo(6));
});

test('a feed dies while it is asked: whoever takes its place tells what it has heard itself', async (t) => {
  const { bus, process, tell, known } = open(t);
  const first = process(
    true,
    answersKept(bus, () => new Promise<never>(() => {})),
  );
  const second = process(false);
  await first.market.start();
  void second.market.start();
  await settled();
  await tell(first, 3);
  await first.market.stop();
  await second.take(2);
  await tell(second, 3);
  assert.deepEqual(await known(second), upTo(6));
});

test('a feed that has lost its turn hears what it missed meanwhile before it has another one', async (t) => {
  const { process, tell, passSecond, known } = open(t);
  const [first, second] = [process(true), process(false)];
  await first.market.start();
  await second.market.start();
  await tell(first, 3);
  await second.take(2);
  await tell(second, 3);
  first.lose();
  await settled();
  await tell(second, 3);
  await passSecond();
  await first.take(3);
  second.lose();
  await settled();
  assert.deepEqual(await known(first), upTo(9));
});
