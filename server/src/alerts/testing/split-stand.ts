// For tests of faults: one split world after another on the same outside servers, and the audit of each.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openOutsideServers } from './outside-servers.ts';
import { openSplitWorld } from './split-world.ts';

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

export async function assertWhole(t: TestContext, world: SplitWorld): Promise<void> {
  const { due, ...wrong } = await world.audit(60_000);
  t.diagnostic(
    `${world.alerts.length} alerts, ${due} due: ${Object.entries(wrong)
      .map(([name, ids]) => `${ids.length} ${name}`)
      .join(', ')}`,
  );
  assert.ok(due > world.alerts.length / 4, `${due} due`);
  assert.deepEqual(wrong, { missed: [], doubled: [], unfounded: [], inexact: [], unsent: [] });
}

/** Until the market has gone on by so much, whatever else happens. */
export async function pass(world: SplitWorld, ms: number): Promise<void> {
  for (const end = world.now() + ms; world.now() < end;) await delay(20);
}
