// Who takes the place of a feed that died while the bus cannot be used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createFeedLease, hungAfterMs, lookMs } from './feed-lease.ts';
import { createMemoryFeedRow } from './testing/memory-feed-row.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a process that nobody hears does not begin a term, however long the feed is gone; it does as soon as it is heard', async () => {
  const hand = createHandClock(1_000_000);
  const row = createMemoryFeedRow({ now: hand.now, isAlive: (backend) => backend === 2 });
  assert.equal((await row.over(1).begin(null))!.epoch, 1);
  let [terms, isHeard] = [0, false];
  const lease = createFeedLease({
    connect: async () => ({ ...row.over(2), end: async () => {} }),
    log: createLog({ level: 'silent' }),
    stopwatch: { elapsed: hand.now, after: hand.after },
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += lookMs) {
      await turn();
      hand.advance(lookMs);
      await turn();
    }
  };
  await lease.start({
    async taken() {
      terms++;
    },
    lost() {},
    lastSeq: () => 0,
    isHeard: () => isHeard,
  });
  await pass(4 * hungAfterMs);
  assert.equal(terms, 0);
  isHeard = true;
  await pass(2 * lookMs);
  assert.equal(terms, 1);
  const stopped = lease.stop();
  await pass(4_000);
  await stopped;
});
