// For tests of faults: one split world after another on the same outside servers, and the audit of each.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isLong } from '@tidemark/testbed/long-test.ts';
import { openOutsideServers } from '@tidemark/testbed/outside-servers.ts';
import { openSplitWorld, type Stretch, type Told } from './split-world.ts';

export type SplitWorld = Awaited<ReturnType<typeof openSplitWorld>>;

export async function openSplitStand() {
  const servers = await openOutsideServers();
  let databases = 0;
  return {
    ...servers,
    async withWorld(minuteIn: number, run: (world: SplitWorld) => Promise<void>, hasPast = true): Promise<void> {
      const name = `split${++databases}`;
      const databaseUrl = await servers.postgres.createDatabase(name);
      const world = await openSplitWorld({ databaseUrl, nats: servers.nats, minuteIn, hasPast, prefix: name });
      try {
        await run(world);
      } finally {
        await world.close();
      }
    },
  };
}

/** No alert waits longer than this for the process that takes over, after any kill or hang. */
const pauseMs = 5_000;

/**
 * fault: when it was; a good share of the alerts must have been due then, or nothing was proven. Answers the longest time from a tick to
 * its firing in the log.
 */
export async function assertWhole(t: TestContext, world: SplitWorld, fault: Stretch, told?: Told): Promise<number> {
  const { dueAt, story, latestMs, ...wrong } = await world.audit(60_000, told);
  const many = (told?.alerts ?? world.alerts).length;
  const duringFault = dueAt.filter((at) => at >= fault.fromMs && at <= fault.toMs).length;
  const counts = Object.entries(wrong).map(([name, ids]) => `${ids.length} ${name}`);
  const seconds = ((fault.toMs - fault.fromMs) / 1_000).toFixed(1);
  t.diagnostic(`${many} alerts, ${dueAt.length} due, ${duringFault} of them in the ${seconds} s of the fault: ${counts.join(', ')}`);
  for (const line of story.slice(0, 20)) t.diagnostic(line);
  assert.ok(dueAt.length > many / 2, `${dueAt.length} due`);
  assert.ok(duringFault > many / 8, `${duringFault} due during the fault`);
  assert.deepEqual(wrong, { missed: [], doubled: [], unfounded: [], inexact: [], unsent: [] });
  return latestMs;
}

/** The same where another process takes over at once: the promise holds on a machine that does nothing else. */
export async function assertWholeInTime(t: TestContext, world: SplitWorld, fault: Stretch): Promise<void> {
  const latestMs = await assertWhole(t, world, fault);
  t.diagnostic(`at most ${Math.round(latestMs)} ms from a tick to its firing in the log`);
  if (isLong) assert.ok(latestMs < pauseMs, `${latestMs} ms`);
}

/** Until it is so late in the market. */
export async function reach(world: SplitWorld, ms: number): Promise<void> {
  while (world.now() < ms) await delay(20);
}

/** Until the market has gone on by so much; waits for nothing else. */
export const pass = (world: SplitWorld, ms: number): Promise<void> => reach(world, world.now() + ms);

/** From now until it is done. */
export async function during(world: SplitWorld, fault: () => Promise<unknown>): Promise<Stretch> {
  const fromMs = world.now();
  await fault();
  return { fromMs, toMs: world.now() };
}
