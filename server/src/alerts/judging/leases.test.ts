// Judges that die, hang and wake: who has which partition, and who can still write.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { alertLimits } from '@tidemark/contract/alert-rules.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createHandClock } from '#platform/clock.ts';
import { openCalls } from '../testing/test-calls.ts';
import { newStanding } from '../engine/standing.ts';
import { connectJudge } from './judge-database.ts';
import { createJudgeStore, type Batch } from './judge-store.ts';
import { createJudgedWatch } from './judged-watch.ts';
import { createHearing, settledMs, unheardMs } from './hearing.ts';
import { createJudgeLives } from './judge-lives.ts';
import { createRunner } from './judge-runner.ts';
import { allPartitions, createLeases, JudgeGivenUp, leaseMs } from './leases.ts';
import type { FromJudge } from './messages.ts';

let room: Awaited<ReturnType<typeof openCalls>>;
before(async () => {
  room = await openCalls();
});
after(() => room.close());

const open = async () => {
  const [client, pulse] = [new pg.Client(room.db.connection), new pg.Client(room.db.connection)];
  for (const each of [client, pulse]) {
    each.on('error', () => {});
    await each.connect();
  }
  const leases = createLeases(client, pulse);
  await leases.join();
  return { client, leases, store: createJudgeStore(client, leases.judge), end: () => Promise.all([client.end(), pulse.end()]) };
};
const query = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await room.db.pool.query<T>(text, values)).rows;
const count = async (what: string): Promise<number> =>
  (await query<{ count: number }>(`select count(*)::int as count from ${what}`))[0]!.count;
/** As if it had been silent for so long. */
const age = (judge: number, ms: number) =>
  query(`update alert_judge set seen_at = clock_timestamp() - $2 * interval '1 millisecond' where id = $1`, [judge, ms]);

const checkpoint = { at: 1, value: 6_100, from: 1, high: 6_100, low: 5_000, window: null };
const newAlert = async (symbolId = 'BTCUSDT'): Promise<number> => {
  const device = room.deviceOf();
  room.market.set(symbolId, { last: 100, open24h: 100 });
  const { alert } = await device.ask('createAlert', {
    clientKey: 'k',
    businessLine: 1,
    symbolId,
    alertType: 1,
    frequency: 3,
    channels: [4, 5],
    configurePrice: '110',
  });
  return Number(alert.id);
};
const batchOf = (alertId: number): Batch => ({
  firings: [
    {
      alertId,
      version: 1,
      fireSeq: 1,
      partition: 3,
      price: '111',
      priceBefore: '100',
      anchor: null,
      happenedAt: room.clock.now(),
      detectedAt: room.clock.now(),
      lateness: null,
      isFromCandles: false,
      suppressedBy: null,
      moreCount: null,
      moreSince: null,
      ad: null,
      standing: { ...newStanding(1, room.clock.now()), fireSeq: 1, phase: 'off' },
    },
  ],
  standings: new Map(),
  checkpoints: new Map([['last:fenced', { partition: 3, checkpoint }]]),
});

test('a judge whose heart has stopped loses its partitions to the next; what it decides afterwards is written nowhere', async () => {
  const [first, second] = [await open(), await open()];
  const alertId = await newAlert();
  assert.equal(await second.leases.members(), 2);
  assert.deepEqual(await first.leases.acquire(99), allPartitions);
  await age(first.leases.judge(), leaseMs - 1_000);
  assert.deepEqual([await second.leases.members(), await second.leases.acquire(99)], [2, []], 'not yet');

  await age(first.leases.judge(), leaseMs + 1);
  assert.deepEqual([await second.leases.members(), await second.leases.acquire(99)], [1, allPartitions]);
  assert.ok(second.leases.judge() > first.leases.judge(), 'numbers grow with every life');
  const batch = batchOf(alertId);
  await assert.rejects(first.store.save(batch), JudgeGivenUp);
  await assert.rejects(first.store.decide([batch.firings], batch), JudgeGivenUp);
  await assert.rejects(first.leases.beat(true), JudgeGivenUp);
  const kept = async () => [
    await count(`alert_log where alert_id = ${alertId}`),
    await count('alert_part'),
    await count(`alert_series where name = 'last:fenced'`),
  ];
  assert.deepEqual(await kept(), [0, 0, 0]);

  const [part] = await second.store.decide([batch.firings], batch);
  await assert.rejects(first.store.writePart(part!), JudgeGivenUp);
  assert.deepEqual(await kept(), [0, 1, 1]);
  assert.equal(await second.store.writePart(part!), 1);
  assert.deepEqual(await kept(), [1, 0, 1]);
  await second.leases.leave();
  await Promise.all([first.end(), second.end()]);
});

test('a time with a fraction of a ms, as an older version kept it, does not end the judge', async () => {
  const judge = await open();
  const alertId = await newAlert();
  const at = room.clock.now() + 0.25;
  const standing = { ...newStanding(1, at), fireSeq: 1 };
  await judge.store.save({ firings: [], standings: new Map([[alertId, { ...standing, fireSeq: 0 }]]), checkpoints: new Map() });
  const [firing] = batchOf(alertId).firings;
  const firings = [{ ...firing!, happenedAt: at, standing: { ...standing, phase: 'off' as const } }];
  assert.equal(await judge.store.save({ firings, standings: new Map(), checkpoints: new Map() }), 1);
  assert.deepEqual(await query(`select judged_at::float8 as at from alert_state where alert_id = ${alertId}`), [{ at: at - 0.25 }]);
  await judge.leases.leave();
  await judge.end();
});

test('a heartbeat does not wait for the disk; what is written besides does', async () => {
  const [client, pulse] = [new pg.Client(room.db.connection), new pg.Client(room.db.connection)];
  await query('create table waits_for_disk (setting text)');
  await query(`create function note_wait() returns trigger language plpgsql as $$
    begin insert into waits_for_disk select current_setting('synchronous_commit'); return new; end $$`);
  await query('create trigger note_wait before update on alert_judge for each row execute function note_wait()');
  try {
    for (const each of [client, pulse]) {
      await each.connect();
      await each.query('set synchronous_commit = on');
    }
    const leases = createLeases(client, pulse);
    await leases.join();
    await leases.beat(true);
    await leases.beat(true);
    await pulse.query('update alert_judge set is_judging = true where id = $1', [leases.judge()]);
    await client.query('update alert_judge set is_judging = true where id = $1', [leases.judge()]);
    assert.deepEqual(
      (await query<{ setting: string }>('select setting from waits_for_disk')).map(({ setting }) => setting),
      ['off', 'off', 'on', 'on'],
    );
    await leases.leave();
  } finally {
    await query('drop trigger note_wait on alert_judge');
    await Promise.all([client.end(), pulse.end()]);
  }
});

test('one that freezes in the middle of a commit is given up when its transaction has stood still, and cannot end it', async () => {
  const [first, second] = [await open(), await open()];
  await first.leases.acquire(99);
  await first.client.query('begin');
  await first.store.save({ firings: [], standings: new Map(), checkpoints: new Map([['last:frozen', { partition: 3, checkpoint }]]) });
  await age(first.leases.judge(), leaseMs + 1);
  assert.equal(await second.leases.members(), 2, 'what is being committed is not torn');
  await until('its end', async () => (await second.leases.members()) === 1);
  await assert.rejects(first.client.query('commit'));
  assert.equal(await count(`alert_series where name = 'last:frozen'`), 0);
  await second.leases.leave();
  await second.end();
});

test('one whose connection is gone is given up at once; one that leaves frees what it had', async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  assert.deepEqual((await first.leases.acquire(16)).length, 16);
  assert.deepEqual((await second.leases.acquire(99)).length, 16);
  const begin = Date.now();
  await first.end();
  await until('the first is gone', async () => (await third.leases.members()) === 2);
  assert.ok(Date.now() - begin < leaseMs - 500, `${Date.now() - begin} ms`);
  assert.equal((await third.leases.acquire(99)).length, 16);
  await second.leases.leave();
  assert.equal((await third.leases.acquire(99)).length, 16);
  await third.leases.release([7, 8]);
  assert.deepEqual(await third.leases.acquire(99), [7, 8]);
  await third.leases.leave();
  await Promise.all([second.end(), third.end()]);
});

test('the watch counts the partitions that nobody judges: those of nobody, of the dead, and of one that is still recovering', async () => {
  const watch = createJudgedWatch(room.db.pool);
  assert.equal(await watch.unjudged(), allPartitions.length);
  const judge = await open();
  await judge.leases.acquire(30);
  assert.equal(await watch.unjudged(), 32);
  await judge.leases.beat(true);
  assert.equal(await watch.unjudged(), 2);
  await judge.leases.acquire(2);
  assert.equal(await watch.unjudged(), 0);
  await judge.leases.beat(false);
  assert.equal(await watch.unjudged(), 32);
  await judge.leases.beat(true);
  await age(judge.leases.judge(), 60_000);
  assert.equal(await watch.unjudged(), 32);
  await judge.end();
});

test('a judge that is told to stop while it waits for the past leaves at once, and its partitions are free', async () => {
  await query('delete from alert_judge');
  await newAlert();
  const sentTypes: FromJudge['type'][] = [];
  const runner = createRunner({
    connect: connectJudge(room.db.connection),
    limits: alertLimits,
    tell: ({ type }) => void sentTypes.push(type),
    nextAsk: () => 1,
  });
  const ran = runner.run();
  // The market never answers.
  await until('the question', async () => sentTypes.includes('askPast'));
  runner.hear({ type: 'stop' });
  await ran;
  assert.equal(await count('alert_judge'), 0);
  assert.equal(await count('alert_lease where judge is not null'), 0);
});

test('what the life of a judge before has asked is not answered to the next one', async () => {
  await query('delete from alert_judge');
  await newAlert();
  const asks: number[] = [];
  const lives = createJudgeLives({
    connect: connectJudge(room.db.connection),
    limits: alertLimits,
    tell: (message) => void (message.type === 'askPast' && asks.push(message.ask)),
  });
  const ran = lives.run();
  await until('the first life asks', async () => asks.length === 1);
  await query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tidemark alerts'`);
  await until('the second life asks', async () => asks.length === 2);
  assert.notEqual(asks[1], asks[0]);
  lives.hear({ type: 'stop' });
  await ran;
});

/** Judges of which the market says that nothing was missed. */
const openLives = (hear: (message: FromJudge) => void = () => {}) => {
  const lives = createJudgeLives({
    connect: connectJudge(room.db.connection),
    limits: alertLimits,
    tell(message) {
      hear(message);
      if (message.type !== 'askPast') return;
      const pasts = message.asks.map(() => ({ isAway: false, pieces: [], upTo: 0 }));
      setImmediate(() => lives.hear({ type: 'past', ask: message.ask, pasts, now: room.clock.now() }));
    },
  });
  return { ...lives, ran: lives.run() };
};

test('a symbol is followed as long as an alert waits for it, and not for ever', async () => {
  await query('delete from alert_judge');
  await newAlert();
  const alertId = await newAlert('ETHUSDT');
  let followed: string[] = [];
  const lives = openLives((message) => {
    if (message.type === 'symbols') followed = message.symbols.map(({ symbolId }) => symbolId).sort();
  });
  await until('both symbols', () => followed.join() === 'BTCUSDT,ETHUSDT');
  const now = room.clock.now() + 1_000;
  lives.hear({ type: 'ticks', data: Float64Array.of(0, 111, NaN, NaN, 100, now, 7), names: [[0, 'ETHUSDT']], now });
  await until('its firing', async () => (await count(`alert_log where alert_id = ${alertId}`)) === 1);
  await until('the other symbol alone', () => followed.join() === 'BTCUSDT');
  await newAlert('ETHUSDT');
  lives.hear({ type: 'changed' });
  await until('both again', () => followed.join() === 'BTCUSDT,ETHUSDT');
  lives.hear({ type: 'stop' });
  await lives.ran;
});

test('a judge that has lost the bus alone gives its partitions to one that is heard, and shares again when it is back', async () => {
  await query('delete from alert_judge');
  await newAlert();
  const shares = () =>
    query<{ judge: number; partitions: number }>(
      'select judge::float8 as judge, count(*)::int as partitions from alert_lease where judge is not null group by judge order by judge',
    );
  const areShared = async () => (await shares()).map(({ partitions }) => partitions).join() === '16,16';
  const first = openLives();
  await until('the first has all', async () => (await shares())[0]?.partitions === 32);
  const second = openLives();
  await until('both have their share', areShared);
  const [cutOff, heard] = await shares();

  first.hear({ type: 'bus', isConnected: false });
  await until('the second has all', async () => (await shares())[0]?.partitions === 32);
  assert.deepEqual(await shares(), [{ judge: heard!.judge, partitions: 32 }]);
  await until('the first has ended its life', async () => (await count('alert_judge')) === 1);
  first.hear({ type: 'bus', isConnected: true });
  await until('both have their share again', areShared);
  assert.ok((await shares()).every(({ judge }) => judge !== cutOff!.judge));

  // One that is cut off has no life to end, and stops all the same.
  first.hear({ type: 'bus', isConnected: false });
  await until('the second has all again', async () => (await shares())[0]?.partitions === 32);
  for (const lives of [first, second]) lives.hear({ type: 'stop' });
  await Promise.all([first.ran, second.ran]);
  assert.equal(await count('alert_judge'), 0);
});

test('a judge whose bus is away keeps its partitions as long as no other is heard, and leaves the others time to come back', async () => {
  await query('delete from alert_judge');
  const [first, second] = [await open(), await open()];
  await first.leases.acquire(16);
  await second.leases.acquire(16);
  const clock = createHandClock(0);
  const hearing = createHearing({ elapsed: clock.now, after: clock.after });
  const states = (ms: number) => {
    clock.advance(ms);
    return [hearing.isHeard(), hearing.isSettled()];
  };
  assert.deepEqual(states(0), [true, true]);
  hearing.set(false);
  assert.deepEqual(
    [states(unheardMs - 1), states(1)],
    [
      [true, false],
      [false, false],
    ],
  );
  for (const judge of [first, second]) await judge.leases.beat(true, false);
  for (const judge of [first, second]) await judge.leases.beat(true, false);
  hearing.set(true);
  assert.deepEqual(
    [states(0), states(settledMs - 1), states(1)],
    [
      [true, false],
      [true, false],
      [true, true],
    ],
  );
  for (const judge of [first, second]) await judge.leases.beat(true, true);
  assert.deepEqual([await first.leases.members(), await second.leases.members()], [2, 2]);
  await second.leases.beat(true, false);
  assert.equal(await first.leases.members(), 1);
  await assert.rejects(second.leases.beat(true, true), JudgeGivenUp);
  await first.leases.leave();
  await Promise.all([first.end(), second.end()]);
});
