// Feeds and judges that die, hang and come back, each in a process of its own, audited against every tick of a market that is known beforehand:
// nothing missed, nothing twice, each at its own price and time. LONG=1 takes 10,000 alerts.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalNats, findNatsServer, type LocalNats } from '@tidemark/testbed/nats.ts';
import { createOutsidePostgres, type OutsidePostgres } from '@tidemark/testbed/postgres.ts';
import { openSplitWorld } from './testing/split-world.ts';

const natsServer = findNatsServer();
const postgres: OutsidePostgres | null = natsServer ? await createOutsidePostgres() : null;
const missing = [!natsServer && 'nats-server', !postgres && 'a Postgres server'].filter(Boolean).join(' and ');
if (missing && process.env['CI'] === 'true') throw new Error(`${missing} must be installed in CI`);
const skip = missing ? `this system cannot: ${missing} is not installed` : false;
const isLong = process.env['LONG'] === '1';
const many = isLong ? 10_000 : 160;

let nats: LocalNats;
let databases = 0;
before(async () => {
  if (skip) return;
  nats = await createLocalNats(natsServer!);
  await nats.start();
});
after(async () => {
  await nats?.kill();
  await postgres?.remove();
});

type World = Awaited<ReturnType<typeof openSplitWorld>>;
async function withWorld(minuteIn: number, run: (world: World) => Promise<void>, hasPast = true): Promise<void> {
  const world = await openSplitWorld({ databaseUrl: await postgres!.createDatabase(`feed${++databases}`), nats, minuteIn, hasPast });
  try {
    await run(world);
  } finally {
    await world.close();
  }
}

async function assertWhole(t: TestContext, world: World): Promise<void> {
  const { due, ...wrong } = await world.audit(60_000);
  t.diagnostic(`${world.alerts.length} alerts, ${due} due: ${Object.entries(wrong).map(([name, ids]) => `${ids.length} ${name}`).join(', ')}`);
  assert.ok(due > world.alerts.length / 4, `${due} due`);
  assert.deepEqual(wrong, { missed: [], doubled: [], unfounded: [], inexact: [], unsent: [] });
}

/** Until the market has gone on by so much, whatever else happens. */
const pass = async (world: World, ms: number): Promise<void> => {
  for (const end = world.now() + ms; world.now() < end; ) await delay(20);
};

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
  await withWorld(14, async (world) => {
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
  }, false);
});

test('D3: all judges die together, alerts are made and crossed meanwhile within one minute', { skip }, async (t) => {
  await withWorld(50, async (world) => {
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
  }, false);
});
