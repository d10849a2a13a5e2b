// Feeds and judges that die, hang and come back, each in a process of its own, audited against every tick of a market that is known
// beforehand: nothing missed, nothing twice, each at its own price and time. LONG=1 takes 10,000 alerts.
import { after, test } from 'node:test';
import { isLong, longTest } from '@tidemark/testbed/long-test.ts';
import { openSilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import { assertWhole, assertWholeInTime, during, openSplitStand, pass, reach } from './testing/split-stand.ts';

const many = isLong ? 10_000 : 160;

const { nats, skip, withWorld, close } = await openSplitStand();
after(close);

test(
  'D1: feed and delivery die together over a minute boundary with wicks inside: the source tells what was missed',
  { skip },
  async (t) => {
    await withWorld(20, async (world) => {
      const alerts = await world.makeAlerts(many, 12_000);
      const startDelivery = () => world.startJudge({ ROLES: 'delivery' });
      const [feed, judge, delivery] = [world.startFeed(), world.startJudge({ ROLES: 'alerts' }), startDelivery()];
      await Promise.all([feed, judge, delivery].map(world.ready));
      const burst = await world.planned(alerts, { minuteAfterMs: 6_000 });
      await reach(world, burst.fromMs + 1_000);
      const fault = await during(world, async () => {
        await world.kill(feed, delivery);
        await pass(world, 7_000);
        await Promise.all([world.startFeed(), startDelivery()].map(world.ready));
      });
      await reach(world, burst.toMs);
      await assertWhole(t, world, fault);
    });
  },
);

// Below fifteen seconds no process takes the silence of the feed for an outage by its length; after a minute every process does.
for (const awayMs of isLong ? [10_000, 60_000] : [10_000])
  test(`D1: NATS is away for ${awayMs / 1_000} s over a minute boundary with wicks inside: the feed has kept them`, { skip }, async (t) => {
    await withWorld(
      20,
      async (world) => {
        const alerts = await world.makeAlerts(many, awayMs + 2_000);
        await Promise.all([world.startFeed(), world.startJudge()].map(world.ready));
        const burst = await world.planned(alerts, { minuteAfterMs: 6_000 });
        await reach(world, burst.fromMs + 1_000);
        const fault = await during(world, async () => {
          await nats.kill();
          await pass(world, awayMs);
          await nats.start();
        });
        await reach(world, burst.toMs);
        await assertWhole(t, world, fault);
      },
      false,
    );
  });

longTest('D3: all judges die together, alerts are made and crossed meanwhile within one minute', { skip }, async (t) => {
  await withWorld(
    50,
    async (world) => {
      const feed = world.startFeed();
      const judges = [world.startJudge(), world.startJudge()];
      await Promise.all([feed, ...judges].map(world.ready));
      const before = await world.make(many / 2, 8_000);
      await reach(world, before.fromMs + 2_000);
      const fault = await during(world, async () => {
        await world.kill(...judges);
        const meanwhile = await world.make(many / 2, 6_000, isLong ? { minuteAfterMs: 20_000 } : {});
        await reach(world, meanwhile.toMs);
        await Promise.all([world.startJudge(), world.startJudge()].map(world.ready));
      });
      await assertWhole(t, world, fault);
    },
    false,
  );
});

longTest(
  'D4: the host of a judge is cut off without a word and comes back: the other one judges and sends what was its',
  { skip },
  async (t) => {
    await withWorld(50, async (world) => {
      const ways = await Promise.all([openSilentProxy(world.databaseUrl), openSilentProxy(nats.url)]);
      try {
        const apps = [world.startFeed(), world.startJudge({ DATABASE_URL: ways[0].url, NATS_URL: ways[1].url }), world.startJudge()];
        await Promise.all(apps.map(world.ready));
        const burst = await world.make(many, isLong ? 124_000 : 14_000);
        await reach(world, burst.fromMs + 2_000);
        const fault = await during(world, async () => {
          for (const way of ways) way.cut();
          await reach(world, burst.toMs - 2_000);
        });
        for (const way of ways) way.heal();
        await reach(world, burst.toMs);
        await assertWholeInTime(t, world, fault);
      } finally {
        for (const way of ways) way.close();
      }
    });
  },
);

longTest('D4: a judge has lost the bus alone: the other one judges what was its while the cut lasts', { skip }, async (t) => {
  await withWorld(50, async (world) => {
    const way = await openSilentProxy(nats.url);
    try {
      const apps = [world.startFeed(), world.startJudge({ NATS_URL: way.url }), world.startJudge()];
      await Promise.all(apps.map(world.ready));
      const burst = await world.make(many, 24_000);
      await reach(world, burst.fromMs + 2_000);
      const fault = await during(world, async () => {
        way.cut();
        await reach(world, burst.toMs + 6_000);
        await assertWholeInTime(t, world, { fromMs: burst.fromMs + 2_000, toMs: burst.toMs });
      });
      way.heal();
      await pass(world, 4_000);
      await assertWholeInTime(t, world, fault);
    } finally {
      way.close();
    }
  });
});

longTest('D4: the host of the only judge is cut off without a word; another one is started while it is', { skip }, async (t) => {
  await withWorld(50, async (world) => {
    const ways = await Promise.all([openSilentProxy(world.databaseUrl), openSilentProxy(nats.url)]);
    try {
      const apps = [world.startFeed(), world.startJudge({ DATABASE_URL: ways[0].url, NATS_URL: ways[1].url })];
      await Promise.all(apps.map(world.ready));
      const burst = await world.make(many, 30_000);
      await reach(world, burst.fromMs + 2_000);
      const fault = await during(world, async () => {
        for (const way of ways) way.cut();
        await pass(world, 4_000);
        await world.ready(world.startJudge());
        await reach(world, burst.toMs - 2_000);
      });
      for (const way of ways) way.heal();
      await reach(world, burst.toMs);
      await assertWhole(t, world, fault);
    } finally {
      for (const way of ways) way.close();
    }
  });
});
