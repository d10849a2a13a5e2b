import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createHandTimers } from './testing/fake-stream.ts';
import { createSharedClock } from './shared-clock.ts';

it('watchers of one pace tick together, on one timer, and read the same time', () => {
  const hand = createHandTimers(1_700_000_000_250);
  let planned = 0;
  const timers = { ...hand, after: (ms: number, fn: () => void) => ((planned += 1), hand.after(ms, fn)) };
  const clock = createSharedClock({ now: () => hand.now() + 5, timers });
  const ticks: string[] = [];
  const leaves = ['a', 'b'].map((name) => clock.watch(1_000, () => ticks.push(`${name} ${clock.read() - 1_700_000_000_000}`)));
  hand.advance(300);
  leaves.push(clock.watch(1_000, () => ticks.push(`c ${clock.read() - 1_700_000_000_000}`)));
  planned = 0;
  hand.advance(2_000);
  assert.deepEqual(ticks, ['a 1005', 'b 1005', 'c 1005', 'a 2005', 'b 2005', 'c 2005']);
  assert.equal(planned, 2);
  for (const leave of leaves) leave();
  planned = 0;
  hand.advance(60_000);
  assert.equal(planned, 0, 'nobody looks, nothing runs');
});

it('paces do not disturb each other, and a late timer does not catch up', () => {
  const hand = createHandTimers(0);
  const clock = createSharedClock({ now: hand.now, timers: hand });
  const counts = { fast: 0, slow: 0 };
  clock.watch(1_000, () => (counts.fast += 1));
  clock.watch(60_000, () => (counts.slow += 1));
  hand.advance(120_000);
  assert.deepEqual(counts, { fast: 120, slow: 2 });
  hand.sleep(3600_000);
  assert.deepEqual(counts, { fast: 121, slow: 3 });
  hand.advance(1_000);
  assert.equal(counts.fast, 122);
});

it('is right from the first look after a quiet time', () => {
  const hand = createHandTimers(0);
  const clock = createSharedClock({ now: hand.now, timers: hand });
  hand.advance(90_000);
  clock.watch(1_000, () => {});
  assert.equal(clock.read(), 90_000);
});

it('a page full of rows that come to look, and leave, sets one timer', () => {
  const hand = createHandTimers(250);
  const calls = { set: 0, cleared: 0 };
  const timers = {
    ...hand,
    after(ms: number, fn: () => void) {
      calls.set += 1;
      const cancel = hand.after(ms, fn);
      return () => ((calls.cleared += 1), cancel());
    },
  };
  const clock = createSharedClock({ now: hand.now, timers });
  let ticks = 0;
  const leaves = Array.from({ length: 200 }, () => clock.watch(1_000, () => (ticks += 1)));
  for (const leave of leaves.splice(0, 150)) leave();
  assert.deepEqual(calls, { set: 1, cleared: 0 });
  hand.advance(1_000);
  assert.equal(ticks, 50);
  // A listener with a shorter interval is told sooner.
  let quick = 0;
  clock.watch(100, () => (quick += 1));
  hand.advance(500);
  assert.equal(quick, 5);
});
