// Feeds and judges that die, hang and come back, each in a process of its own, audited against every tick of a market that is known
// beforehand: nothing missed, nothing twice, each at its own price and time. LONG=1 takes 10,000 alerts.
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openSilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import { assertWhole, openSplitStand, pass } from './testing/split-stand.ts';

const isLong = process.env['LONG'] === '1';
const many = isLong ? 10_000 : 160;

const { nats, skip, withWorld, close } = await openSplitStand();
after(close);

test('D1: the only feed restarts over a minute boundary with wicks inside: the source tells what was missed', { skip }, async (t) => {
  await withWorld(14, async (world) => {
    const feed = world.startFeed();
    const judge = world.startJudge();
    await Promise.all([world.ready(feed), world.ready(judge)]);
    await world.make(many, 24_000);
    while (world.now() % 60_000 < 55_000 && world.now() % 60_000 > 30_000) await delay(20);
    await world.kill(feed);
    await pass(world, 7_000);
    await world.ready(world.startFeed());
    await pass(world, 5_000);
    await assertWhole(t, world);
  });
});

test('D1: NATS is away over a minute boundary with wicks inside: the feed has kept them', { skip }, async (t) => {
  await withWorld(
    14,
    async (world) => {
      const feed = world.startFeed();
      const judge = world.startJudge();
      await Promise.all([world.ready(feed), world.ready(judge)]);
      await world.make(many, 24_000);
      while (world.now() % 60_000 < 55_000 && world.now() % 60_000 > 30_000) await delay(20);
      await nats.kill();
      await pass(world, 9_000);
      await nats.start();
      await pass(world, 5_000);
      await assertWhole(t, world);
    },
    false,
  );
});

test('D3: all judges die together, alerts are made and crossed meanwhile within one minute', { skip }, async (t) => {
  await withWorld(
    50,
    async (world) => {
      const feed = world.startFeed();
      const judges = [world.startJudge(), world.startJudge()];
      await Promise.all([feed, ...judges].map(world.ready));
      await world.make(many / 2, 20_000);
      await pass(world, 3_000);
      await world.kill(...judges);
      await world.make(many / 2, 8_000);
      await pass(world, 5_000);
      const again = [world.startJudge(), world.startJudge()];
      await Promise.all(again.map(world.ready));
      await pass(world, 3_000);
      await assertWhole(t, world);
    },
    false,
  );
});

test('D4: the host of a judge is cut off without a word: the other one judges and sends what was its', { skip }, async (t) => {
  await withWorld(50, async (world) => {
    const ways = await Promise.all([openSilentProxy(world.databaseUrl), openSilentProxy(nats.url)]);
    try {
      const apps = [world.startFeed(), world.startJudge({ DATABASE_URL: ways[0].url, NATS_URL: ways[1].url }), world.startJudge()];
      await Promise.all(apps.map(world.ready));
      await world.make(many, 16_000);
      await pass(world, 4_000);
      for (const way of ways) way.cut();
      await pass(world, 12_000);
      await assertWhole(t, world);
    } finally {
      for (const way of ways) way.close();
    }
  });
});
