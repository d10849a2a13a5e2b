// What silences a process shows in its readiness within ten seconds, and that it is over as soon as it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createReadiness } from './readiness.ts';
import { watchParts } from './watch-parts.ts';

const promisedSeconds = 10;

async function openProcess({ isJudge = false, isRecorded = false } = {}) {
  const [clock, metrics] = [createHandClock(0), createMetrics()];
  const readiness = createReadiness({ clock, metrics });
  const world = { database: true, clock: true, bus: true, hasPrices: true, unjudged: 0 };
  let hearQuotes = () => {};
  watchParts({
    readiness,
    clock,
    metrics,
    database: { isWell: async () => world.database, isClockRight: () => world.clock },
    bus: { isConnected: () => world.bus },
    market: {
      onQuotes(listener) {
        hearQuotes = listener;
        return () => {};
      },
    },
    judged: { unjudged: async () => world.unjudged },
    isJudge,
    isRecorded,
  });
  readiness.start();
  readiness.opened();
  const pass = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds; at++) {
      if (world.hasPrices) hearQuotes();
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const missing = async () => (await readiness.report()).missing;
  await pass(3);
  assert.deepEqual(await missing(), []);
  return { world, pass, missing };
}

type World = Awaited<ReturnType<typeof openProcess>>['world'];
const faults: readonly [part: string, what: string, begin: (world: World) => void, end: (world: World) => void][] = [
  ['database', 'the database does not answer', (world) => (world.database = false), (world) => (world.database = true)],
  ['clock', 'the clock is wrong', (world) => (world.clock = false), (world) => (world.clock = true)],
  ['bus', 'the bus is lost', (world) => (world.bus = false), (world) => (world.bus = true)],
  ['prices', 'the source of the feed tells nothing', (world) => (world.hasPrices = false), (world) => (world.hasPrices = true)],
  ['judged', 'a partition has no judge', (world) => (world.unjudged = 1), (world) => (world.unjudged = 0)],
];
for (const [part, what, begin, end] of faults) {
  test(`${what}: red for ${part} within ten seconds, green when it is over`, async () => {
    const { world, pass, missing } = await openProcess({ isJudge: true });
    begin(world);
    await pass(promisedSeconds);
    assert.deepEqual(await missing(), [part]);
    end(world);
    await pass(2);
    assert.deepEqual(await missing(), []);
  });
}

test('partitions without a judge are no fault of a process that does not judge', async () => {
  const { world, pass, missing } = await openProcess();
  world.unjudged = 32;
  await pass(promisedSeconds);
  assert.deepEqual(await missing(), []);
});

test('prices of a recording are never called old', async () => {
  const { world, pass, missing } = await openProcess({ isRecorded: true });
  world.hasPrices = false;
  await pass(60);
  assert.deepEqual(await missing(), []);
});
