// Feeds that are dead for minutes, hang or are heard by nobody, and deliveries whose clocks are wrong and that die together, each in
// processes of its own, audited against every tick: nothing missed, nothing twice. Two worlds at a time, because most of it is
// waiting. LONG=1 takes 10,000 alerts.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openSilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import { assertWhole, openSplitStand, pass } from './testing/split-stand.ts';

const isLong = process.env['LONG'] === '1';
const many = isLong ? 10_000 : 160;
const deadMs = 180_000;

const { nats, skip, withWorld, close } = await openSplitStand();

describe('outages', { skip, concurrency: 2 }, () => {
  after(close);

  it('the feed is dead for three minutes: every crossing is found at its own price and time when it is back', (t) =>
    withWorld(30, async (world) => {
      const [feed, judge] = [world.startFeed(), world.startJudge()];
      await Promise.all([feed, judge].map(world.ready));
      await world.make(many, deadMs);
      await pass(world, 3_000);
      await world.kill(feed);
      // Long enough for everybody to notice; the rest of the time is skipped.
      await pass(world, isLong ? deadMs : 6_000);
      if (!isLong) world.skip(deadMs - 6_000);
      await world.ready(world.startFeed());
      await pass(world, 2_000);
      await assertWhole(t, world);
    }));

  it('the clocks of delivery are 150 s ahead and 30 s behind, and both die together: every notice is shown once', (t) =>
    withWorld(50, async (world) => {
      const startDeliveries = () => ['150000', '-30000'].map((skewMs) => world.startJudge({ ROLES: 'delivery', SKEW_MS: skewMs }));
      const apps = [world.startFeed(), world.startJudge({ ROLES: 'alerts' })];
      const deliveries = startDeliveries();
      await Promise.all([...apps, ...deliveries].map(world.ready));
      await world.make(many, 14_000);
      await pass(world, 4_000);
      await world.kill(...deliveries);
      await pass(world, 4_000);
      await Promise.all(startDeliveries().map(world.ready));
      await pass(world, 2_000);
      await assertWhole(t, world);
    }));

  it('a feed that is cut off from NATS alone gives its place to the other one, and is not heard when it is back', (t) =>
    withWorld(50, async (world) => {
      const way = await openSilentProxy(nats.url);
      try {
        await world.ready(world.startFeed({ NATS_URL: way.url }));
        const { epoch } = await world.heardFrom(1, 60_000);
        await Promise.all([world.startFeed(), world.startJudge()].map(world.ready));
        await world.make(many, 20_000);
        await pass(world, 2_000);
        way.cut();
        const next = await world.heardFrom(epoch + 1, 40_000);
        t.diagnostic(`prices of the other feed after ${Math.round(next.ms)} ms`);
        way.heal();
        await pass(world, 3_000);
        const since = performance.now();
        await world.heardFrom(next.epoch, 10_000);
        assert.deepEqual([...new Set(world.heard.filter(({ at }) => at >= since).map((batch) => batch.epoch))], [next.epoch]);
        await assertWhole(t, world);
      } finally {
        way.close();
      }
    }));

  it('the only feed hangs for eight seconds and goes on, then judge and delivery: the source tells what was slept through', (t) =>
    withWorld(50, async (world) => {
      const apps = [world.startFeed(), world.startJudge({ ROLES: 'alerts' }), world.startJudge({ ROLES: 'delivery' })];
      await Promise.all(apps.map(world.ready));
      await world.heardFrom(1, 60_000);
      await world.make(many, 30_000);
      for (const app of apps) {
        await pass(world, 1_000);
        app.kill('SIGSTOP');
        await pass(world, isLong ? 20_000 : 8_000);
        app.kill('SIGCONT');
      }
      await pass(world, 2_000);
      await assertWhole(t, world);
    }));

  it('a judge asks a feed that hangs for what it missed: the next feed answers, and nothing newer is judged before', (t) =>
    withWorld(50, async (world) => {
      const feed = world.startFeed();
      await world.ready(feed);
      const { epoch } = await world.heardFrom(1, 60_000);
      const judge = world.startJudge();
      await Promise.all([world.startFeed(), judge].map(world.ready));
      await world.make(many, 20_000);
      await pass(world, 2_000);
      await world.kill(judge);
      await pass(world, 1_000);
      feed.kill('SIGSTOP');
      const again = world.startJudge();
      const next = await world.heardFrom(epoch + 1, 40_000);
      await world.ready(again);
      t.diagnostic(`prices of the next feed after ${Math.round(next.ms)} ms`);
      await pass(world, 2_000);
      await assertWhole(t, world);
    }));
});
