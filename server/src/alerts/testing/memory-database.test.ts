// The tables in memory answer as Postgres does: the same steps on both, with the clock of both turned by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLong } from '@tidemark/testbed/long-test.ts';
import pg from 'pg';
import { noticeChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createOutboxStore, type OutboxStore, type Parcel } from '../delivery/outbox-store.ts';
import type { Lateness } from '../engine/missed.ts';
import { newStanding } from '../engine/standing.ts';
import { createJudgeStore, type Batch, type JudgeStore, type KeptFiring } from '../judging/judge-store.ts';
import { createLeases, type Leases } from '../judging/leases.ts';
import { createMemoryDatabase } from './memory-database.ts';
import { createRandom } from './random.ts';

const begin = Date.UTC(2026, 0, 15, 12);
const steps = isLong ? 6_000 : 400;
const channels = [noticeChannel.sms, noticeChannel.email, noticeChannel.pop] as const;

/** In front of the functions of the system, so that every statement of the product reads the clock of the test. */
const handClock = `create schema hand;
  create table hand.clock (at timestamptz not null);
  insert into hand.clock values (to_timestamp(${begin / 1_000}));
  create function hand.clock_timestamp() returns timestamptz language sql volatile as 'select at from hand.clock';
  create function hand.statement_timestamp() returns timestamptz language sql volatile as 'select at from hand.clock'`;

interface Side {
  readonly store: JudgeStore;
  readonly leases: Leases;
  readonly others: Leases;
  readonly outbox: OutboxStore;
}

/** Numbers of deliveries are given in any order: what they are of says which is which. */
const nameOf = (channel: NoticeChannel, key: string | null) => `${channel} ${key}`;
const told = (parcels: readonly Parcel[]) =>
  parcels
    .map(({ userId, rows }) => ({
      userId,
      isBundle: rows[0]!.bundle !== null,
      rows: rows
        .map(({ key, alertId, tries, createdAt, expiresAt, takenAt, firing }) => ({
          key,
          alertId,
          tries,
          createdAt,
          expiresAt,
          takenAt,
          firing,
        }))
        .sort((a, b) => a.key!.localeCompare(b.key!)),
    }))
    .sort((a, b) => a.rows[0]!.key!.localeCompare(b.rows[0]!.key!));

test(`${steps} random steps of judges and deliveries: the same answers as Postgres`, async () => {
  const db = await openTestDatabase(createLog({ level: 'silent' }));
  await db.pool.query(handClock);
  const connection = { ...db.connection, options: '-c search_path=hand,public,pg_catalog' };
  const pool = new pg.Pool({ ...connection, max: 2 });
  const [client, other] = [new pg.Client(connection), new pg.Client(connection)];
  // The query that a lost connection ends reports the error.
  for (const each of [client, other]) each.on('error', () => {});
  pool.on('error', () => {});
  await Promise.all([client.connect(), other.connect()]);
  let now = begin;
  let isOtherThere = true;
  const memory = createMemoryDatabase({ now: () => now, isAlive: (backend) => backend === 1 || isOtherThere });
  const ofPostgres = createLeases(client, client);
  const ofMemory = memory.leases(1);
  const postgres: Side = {
    leases: ofPostgres,
    others: createLeases(other, other),
    store: createJudgeStore(client, ofPostgres.judge),
    outbox: createOutboxStore(pool),
  };
  const twin: Side = { leases: ofMemory, others: memory.leases(2), store: memory.judgeStore(ofMemory.judge), outbox: memory.outbox() };
  const random = createRandom(11);
  const users = Array.from({ length: 3 }, newId);
  const versions = new Map<number, { version: number; fireSeq: number; partition: number; frequency: number }>();
  const ids = { postgres: new Map<string, number>(), twin: new Map<string, number>() };
  let parts: number[] = [];

  const outcome = async (ask: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await ask();
    } catch (error) {
      return (error as Error).name;
    }
  };
  const same = async (what: string, ask: (side: Side) => Promise<unknown>): Promise<unknown> => {
    const [real, played] = [await outcome(() => ask(postgres)), await outcome(() => ask(twin))];
    assert.deepEqual(played, real, what);
    return real;
  };
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    await db.pool.query('update hand.clock set at = to_timestamp($1::float8 / 1000)', [now]);
  };
  const make = async (): Promise<void> => {
    const row = {
      userId: random.pick(users),
      symbolId: `S${random.int(1_000_000)}`,
      businessLine: 1,
      type: 1,
      source: 0,
      frequency: random.pick([1, 3]),
      price: '110',
      priceUp: null,
      priceDown: null,
      tick: '0.01',
      timeZone: -1,
      partition: random.int(32),
      version: 1,
      born: null,
      channels: random.pick([
        [4, 5],
        [2, 3, 4, 5],
        [3, 4],
      ]),
      changedAt: now,
    };
    const standing = newStanding(1, now);
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into alert (user_id, client_key, business_line, symbol_id, type, source, frequency, price, channels, is_open, version, tick,
         time_zone, partition, created_at, updated_at, changed_at)
       values ($1, $2, 1, $3, 1, 0, $4, 110, $5, true, 1, '0.01', -1, $6, now(), now(), $7) returning id`,
      [row.userId, newId(), row.symbolId, row.frequency, row.channels, row.partition, new Date(now)],
    );
    const id = Number(rows[0]!.id);
    await db.pool.query('insert into alert_state (alert_id, version, fire_seq, judged_at, standing) values ($1, 1, 0, $2, $3)', [
      id,
      now,
      standing,
    ]);
    assert.equal(memory.create(row, standing), id);
    versions.set(id, { version: 1, fireSeq: 0, partition: row.partition, frequency: row.frequency });
  };
  const firingOf = (alertId: number): KeptFiring => {
    const own = versions.get(alertId)!;
    // Now and then one that is known already, or of a version that is gone.
    const fireSeq = random.chance(0.15) ? own.fireSeq : ++own.fireSeq;
    const version = random.chance(0.1) ? own.version + 1 : own.version;
    const isHeldBack = random.chance(0.15);
    return {
      alertId,
      version,
      fireSeq,
      partition: own.partition,
      price: '110.5',
      priceBefore: '109',
      anchor: null,
      happenedAt: now - 5,
      detectedAt: now,
      lateness: random.pick([null, null, 'late', 'logOnly']),
      isFromCandles: false,
      suppressedBy: isHeldBack ? 'perMinute' : null,
      moreCount: null,
      moreSince: null,
      ad: null,
      standing: { ...newStanding(version, now), fireSeq, phase: own.frequency === 3 ? 'off' : 'latched' },
    };
  };
  const some = (): number[] => [...versions.keys()].filter(() => random.chance(0.3));
  const batchOf = (firings: readonly KeptFiring[]): Batch => {
    const changed = some().filter((id) => !firings.some(({ alertId }) => alertId === id));
    return {
      firings,
      standings: new Map(
        changed.map((id) => [id, { ...newStanding(1, now), fireSeq: versions.get(id)!.fireSeq, phase: 'armed' as const }]),
      ),
      checkpoints: new Map([
        [`s${random.int(4)}`, { partition: random.int(32), checkpoint: { at: now, value: 1, from: now, high: 2, low: 1, window: null } }],
      ]),
    };
  };
  const claimed = (side: 'postgres' | 'twin', channel: NoticeChannel, parcels: readonly Parcel[]) => {
    for (const { rows } of parcels) for (const { id, key } of rows) ids[side].set(nameOf(channel, key), id);
    return told(parcels);
  };
  const numbersOf = (names: readonly string[], side: Side) => names.map((name) => ids[side === postgres ? 'postgres' : 'twin'].get(name)!);

  const acts: readonly (() => Promise<unknown>)[] = [
    make,
    make,
    () => pass(random.pick([1, 40, 500, 999, 1_000, 2_900, 3_100, 31_000])),
    () => {
      const batch = batchOf(some().map(firingOf));
      return same('save', ({ store }) => store.save(batch));
    },
    async () => {
      const fired = some().map(firingOf);
      if (fired.length === 0) return;
      const half = Math.ceil(fired.length / 2);
      const cut = [fired.slice(0, half), fired.slice(half)].filter((part) => part.length > 0);
      const batch = batchOf(fired);
      const made = await same('decide', ({ store }) => store.decide(cut, batch));
      if (Array.isArray(made)) parts = [...parts, ...(made as number[])];
    },
    async () => {
      const id = parts.shift();
      const [lateness, afterMs] = [random.pick<Lateness | null>([null, 'late']), random.int(2_000)];
      if (id !== undefined) await same('writePart', ({ store }) => store.writePart(id, lateness, afterMs));
    },
    () => {
      const channel = random.pick(channels);
      const [heldMs, most] = [random.pick([500, 3_000]), 500];
      return same('claim', async (side) =>
        claimed(side === postgres ? 'postgres' : 'twin', channel, await side.outbox.claim(channel, heldMs, most)),
      );
    },
    () => {
      const names = [...ids.twin.keys()].filter(() => random.chance(0.2));
      const status = random.pick(['sent', 'failed', 'acknowledged'] as const);
      return same('finish', (side) => side.outbox.finish(numbersOf(names, side), status, null));
    },
    () => {
      const names = [...ids.twin.keys()].filter(() => random.chance(0.2));
      const afterMs = random.int(3_000);
      return same('tryAgain', (side) => side.outbox.tryAgain(numbersOf(names, side), afterMs));
    },
    () => {
      const names = [...ids.twin.keys()].filter(() => random.chance(0.2));
      return same('tryNextSecond', (side) => side.outbox.tryNextSecond(numbersOf(names, side)));
    },
    () => same('depth', ({ outbox }) => outbox.depth()),
    () => {
      const partition = random.int(32);
      return same('armed', ({ store }) => store.armed(partition, 0, 100));
    },
    () => {
      const ids = some();
      return same('alerts', ({ store }) => store.alerts(ids));
    },
    () => {
      const since = new Date(now - random.int(60_000));
      return same('changedSince', async ({ store }) =>
        (await store.changedSince(since, 0, 100)).map(({ id, partition, changedAt }) => ({ id, partition, changedAt })),
      );
    },
    () => same('checkpoints', ({ store }) => store.checkpoints([...Array(32).keys()])),
    () => {
      const partitions = [random.int(32), random.int(32)];
      return same('partsLeft', async ({ store }) =>
        (await store.partsLeft(partitions)).map(({ id, ageMs }) => ({ id, ageMs: Math.round(ageMs) })),
      );
    },
    () => {
      const ids = some();
      return same('ownersOf', ({ store }) => store.ownersOf(ids));
    },
    () => same('beat', ({ leases }) => leases.beat(true)),
    () => same('beat of the other', ({ others }) => others.beat(true)),
    () => same('members', ({ leases }) => leases.members()),
    () => same('members of the other', ({ others }) => others.members()),
    // Postgres names them in the order in which it found them.
    () => same('acquire', async ({ leases }) => (await leases.acquire(10)).sort((a, b) => a - b)),
    () => same('release', ({ leases }) => leases.release([0, 1, 2])),
    () => (random.chance(0.1) ? same('join of the other', ({ others }) => others.join()) : Promise.resolve()),
    () => (random.chance(0.2) ? same('join', ({ leases }) => leases.join()) : Promise.resolve()),
  ];
  try {
    await same('join', ({ leases }) => leases.join());
    await same('join of the other', ({ others }) => others.join());
    for (let step = 0; step < steps; step++) await random.pick(acts)();
    assert.ok(ids.twin.size > 20, `${ids.twin.size} deliveries were claimed`);
    await same('beat of one that is not heard', ({ others }) => others.beat(true, false));
    await same('members', ({ leases }) => leases.members());
    await same('beat of one that was given up', ({ others }) => others.beat(true));
    await same('join of the other', ({ others }) => others.join());
    // A connection that has gone is noticed without waiting for its heartbeat.
    await same('join', ({ leases }) => leases.join());
    await same('join of the other', ({ others }) => others.join());
    await other.end();
    isOtherThere = false;
    await same('members', ({ leases }) => leases.members());
  } finally {
    await Promise.all([client.end(), other.end().catch(() => {}), pool.end()]);
    await db.close();
  }
});
