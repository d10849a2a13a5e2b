// Feeds that are dead for minutes, hang or are heard by no process, and deliveries whose clocks are wrong and that die together, each in
// processes of its own, audited against every tick: nothing missed, nothing twice. Two worlds at a time, because most of it is
// waiting. LONG=1 takes 10,000 alerts.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { isLong, longIt } from '@tidemark/testbed/long-test.ts';
import { openSilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import { assertWhole, assertWholeInTime, during, openSplitStand, pass, reach } from './testing/split-stand.ts';

const many = isLong ? 10_000 : 160;
const deadMs = 180_000;

const { nats, skip, withWorld, close } = await openSplitStand();

describe('outages', { skip, concurrency: 2 }, () => {
  after(close);

  it('the feed is dead for three minutes: every crossing is found at its own price and time when it is back', (t) =>
    withWorld(30, async (world) => {
      const [feed, judge] = [world.startFeed(), world.startJudge()];
      await Promise.all([feed, judge].map(world.ready));
      const burst = await world.make(many, deadMs);
      await reach(world, burst.fromMs + 1_000);
      const fault = await during(world, async () => {
        await world.kill(feed);
        // Long enough for every process to notice; the rest of the time is skipped.
        await pass(world, isLong ? deadMs : 6_000);
        if (!isLong) world.skip(deadMs - 6_000);
        await world.ready(world.startFeed());
      });
      await assertWhole(t, world, fault);
    }));

  it('the clocks of delivery are 150 s ahead and 30 s behind, and both die together: every notice is shown once', (t) =>
    withWorld(50, async (world) => {
      const startDeliveries = () => ['150000', '-30000'].map((skewMs) => world.startJudge({ ROLES: 'delivery', SKEW_MS: skewMs }));
      const apps = [world.startFeed(), world.startJudge({ ROLES: 'alerts' })];
      const deliveries = startDeliveries();
      await Promise.all([...apps, ...deliveries].map(world.ready));
      const burst = await world.make(many, 10_000);
      await reach(world, burst.fromMs + 3_000);
      const fault = await during(world, async () => {
        await world.kill(...deliveries);
        await pass(world, 4_000);
        await Promise.all(startDeliveries().map(world.ready));
      });
      await reach(world, burst.toMs);
      await assertWhole(t, world, fault);
    }));

  longIt('a feed that is cut off from NATS alone gives its place to the other one, and is not heard when it is back', (t) =>
    withWorld(50, async (world) => {
      const way = await openSilentProxy(nats.url);
      try {
        await world.ready(world.startFeed({ NATS_URL: way.url }));
        const { epoch } = await world.heardFrom(1);
        await Promise.all([world.startFeed(), world.startJudge()].map(world.ready));
        const burst = await world.make(many, 12_000);
        await reach(world, burst.fromMs + 1_000);
        let next = { epoch: 0, ms: 0 };
        const fault = await during(world, async () => {
          way.cut();
          next = await world.heardFrom(epoch + 1);
        });
        t.diagnostic(`prices of the other feed after ${Math.round(next.ms)} ms`);
        // The promise holds on a machine that does nothing else.
        if (isLong) assert.ok(next.ms < 5_000, `${next.ms} ms`);
        way.heal();
        await pass(world, 3_000);
        const since = performance.now();
        await world.heardFrom(next.epoch);
        assert.deepEqual([...new Set(world.heard.filter(({ at }) => at >= since).map((batch) => batch.epoch))], [next.epoch]);
        await reach(world, burst.toMs);
        await assertWholeInTime(t, world, fault);
      } finally {
        way.close();
      }
    }),
  );

  longIt('the only feed hangs for eight seconds and goes on, then judge and delivery: the source tells what was slept through', (t) =>
    withWorld(50, async (world) => {
      const apps = [world.startFeed(), world.startJudge({ ROLES: 'alerts' }), world.startJudge({ ROLES: 'delivery' })];
      await Promise.all(apps.map(world.ready));
      await world.heardFrom(1);
      const hungMs = isLong ? 20_000 : 8_000;
      const burst = await world.make(many, 3 * hungMs + 4_000);
      await reach(world, burst.fromMs);
      const fault = await during(world, async () => {
        for (const app of apps) {
          await pass(world, 1_000);
          app.kill('SIGSTOP');
          await pass(world, hungMs);
          app.kill('SIGCONT');
        }
      });
      await reach(world, burst.toMs);
      await assertWhole(t, world, fault);
    }),
  );

  it('a judge asks a feed that hangs for what it missed: the next feed answers, and nothing newer is judged before', (t) =>
    withWorld(50, async (world) => {
      const feed = world.startFeed();
      await world.ready(feed);
      const { epoch } = await world.heardFrom(1);
      const judge = world.startJudge();
      await Promise.all([world.startFeed(), judge].map(world.ready));
      const burst = await world.make(many, 10_000);
      await reach(world, burst.fromMs + 1_000);
      const fault = await during(world, async () => {
        await world.kill(judge);
        await pass(world, 1_000);
        feed.kill('SIGSTOP');
        const again = world.startJudge();
        const next = await world.heardFrom(epoch + 1);
        t.diagnostic(`prices of the next feed after ${Math.round(next.ms)} ms`);
        await world.ready(again);
      });
      await reach(world, burst.toMs);
      await assertWhole(t, world, fault);
    }));
});
