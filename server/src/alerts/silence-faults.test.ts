// What all processes share goes silent without a word, or ends in the middle of everything: the database, then the bus. Feed, judge and
// delivery are processes of their own, audited against every tick: nothing missed, nothing twice. LONG=1 takes 10,000 alerts.
import { after, test } from 'node:test';
import { isLong, longTest } from '@tidemark/testbed/long-test.ts';
import { openSilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import { assertWhole, during, openSplitStand, pass, reach } from './testing/split-stand.ts';

const many = isLong ? 10_000 : 160;
/** Long enough for every process to notice, and to give up what waits for an answer. */
const silentMs = isLong ? 20_000 : 8_000;

const { nats, postgres, skip, withWorld, close } = await openSplitStand();
after(close);

test('the database is silent for everybody, speaks again, and ends at once: every crossing is judged and shown', { skip }, async (t) => {
  await withWorld(50, async (world) => {
    const way = await openSilentProxy(world.databaseUrl);
    try {
      const env = { DATABASE_URL: way.url };
      const apps = [world.startFeed(env), world.startJudge({ ...env, ROLES: 'alerts' }), world.startJudge({ ...env, ROLES: 'delivery' })];
      await Promise.all(apps.map(world.ready));
      const burst = await world.make(many, silentMs + 8_000);
      await reach(world, burst.fromMs + 1_000);
      const fault = await during(world, async () => {
        way.cut();
        await pass(world, silentMs);
        way.heal();
        await pass(world, 2_000);
        await postgres.crash();
        await pass(world, 1_500);
        await postgres.start();
      });
      await reach(world, burst.toMs);
      await assertWhole(t, world, fault);
    } finally {
      way.close();
    }
  });
});

longTest('the database is restarted in good order under everybody, twice: every crossing is judged and shown', { skip }, async (t) => {
  await withWorld(50, async (world) => {
    const roles = ['alerts', 'alerts', 'delivery'];
    await Promise.all([world.startFeed(), ...roles.map((role) => world.startJudge({ ROLES: role }))].map(world.ready));
    const burst = await world.make(many, 14_000);
    await reach(world, burst.fromMs + 1_000);
    const fault = await during(world, async () => {
      for (let turn = 0; turn < 2; turn++) {
        // Every open connection is told to close.
        await postgres.stop();
        await pass(world, 2_000);
        await postgres.start();
        await pass(world, 2_000);
      }
    });
    await reach(world, burst.toMs);
    await assertWhole(t, world, fault);
  });
});

longTest('the bus is silent for everybody and speaks again: the feed has kept what nobody heard', { skip }, async (t) => {
  await withWorld(
    14,
    async (world) => {
      const way = await openSilentProxy(nats.url);
      try {
        const apps = [world.startFeed({ NATS_URL: way.url }), world.startJudge({ NATS_URL: way.url })];
        await Promise.all(apps.map(world.ready));
        const burst = await world.make(many, silentMs + 3_000);
        await reach(world, burst.fromMs + 1_000);
        const fault = await during(world, async () => {
          way.cut();
          await pass(world, silentMs);
        });
        way.heal();
        await reach(world, burst.toMs);
        await assertWhole(t, world, fault);
      } finally {
        way.close();
      }
    },
    false,
  );
});
