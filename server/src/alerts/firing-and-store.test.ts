// What the judge learns from the store: what happened while it was away, edits, late commits, accounts that are gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tidemark/testbed/until.ts';
import { accountDeleted } from '#topics/index.ts';
import { partitionOf } from './partition.ts';
import { newStanding } from './engine/standing.ts';
import { room, parts, startJudge, logOf, person, tick } from './testing/firing-world.ts';
import { alertForm as form } from './testing/test-calls.ts';

test('a restarted judge finds what happened meanwhile in the minutes, once, and says that it is late', async () => {
  const ada = person();
  await ada.ask('createAlert', form({ configurePrice: '130' }));
  await ada.ask('createAlert', form({ alertType: 5, configurePrice: '0.25' }));
  tick('BTCUSDT', { last: 100, open24h: 100 });
  await until(
    'the series to be kept',
    async () =>
      (
        await room.db.pool.query("select 1 from alert_series where name like 'last:BTCUSDT%' and (checkpoint->>'at')::float8 >= $1", [
          room.clock.now(),
        ])
      ).rows.length > 0,
  );
  await parts[0]!.stop();
  const from = Math.floor(room.clock.now() / 60_000) * 60_000;
  room.clock.advance(5 * 60_000);
  const candle = (ts: number, high: number) => ({ ts, open: 100, high, low: 100, close: 100, volume: 1, turnover: 1 });
  room.market.setCandles('BTCUSDT', '1m', [
    ...Array.from({ length: 6 }, (_, at) => candle(from + at * 60_000 - 86_400_000, 100)),
    ...Array.from({ length: 6 }, (_, at) => candle(from + at * 60_000, at === 2 ? 131 : 100)),
  ]);
  parts[0] = await startJudge();
  const rows = await logOf(ada, 2);
  assert.deepEqual(
    rows.map(({ late, fromCandles, happenedAt }) => [late, fromCandles, happenedAt]),
    [
      [true, true, from + 120_000],
      [true, true, from + 120_000],
    ],
  );
  assert.match(rows[0]!.content, /Triggered at/);
  tick('BTCUSDT', { last: 100, open24h: 100 });
  room.market.miss();
  tick('BTCUSDT', { last: 100, open24h: 100 });
  await delay(300);
  assert.equal((await ada.ask('listAlertLog')).total, 2);
  room.market.setCandles('BTCUSDT', '1m', []);
});

test('what only a source knows that is away is waited for as long as there are no prices, and then judged tick by tick', async () => {
  const ada = person();
  await ada.ask('createAlert', form({ configurePrice: '140' }));
  tick('BTCUSDT', { last: 100, open24h: 100 });
  await delay(150);
  let asked = 0;
  room.market.setPast((from) => {
    asked++;
    return [{ kind: 'unknown', from, to: room.clock.now(), isAway: true }];
  });
  room.clock.advance(5_000);
  const at = room.clock.now() - 2_500;
  room.market.miss();
  await until('it was asked', () => asked > 0);
  await delay(1_500);
  assert.equal(asked, 1, 'not asked again and again while nothing is told');
  room.market.setPast((from) => [
    {
      kind: 'ticks',
      from,
      to: room.clock.now(),
      isPriceOnly: false,
      rows: [null, at, 141, null, null, 100, null, at + 500, 100, null, null, 100],
    },
  ]);
  tick('BTCUSDT', { last: 100, open24h: 100 });
  const [row] = await logOf(ada);
  assert.deepEqual([row!.firingPrice, row!.happenedAt, row!.fromCandles], ['141', at, false]);
  room.market.setPast((from) => [{ kind: 'unknown', from, to: room.clock.now() }]);
});

test('an edit and a switch reach the judge; the old target is dead', async () => {
  const ada = person();
  const { alert } = await ada.ask('createAlert', form({ configurePrice: '107' }));
  await ada.ask('updateAlert', { id: alert.id, configurePrice: '115' });
  const off = await ada.ask('createAlert', form({ configurePrice: '108' }));
  await ada.ask('updateAlert', { id: off.alert.id, switch: 0 });
  await delay(150);
  tick('BTCUSDT', 109);
  tick('BTCUSDT', 116);
  const rows = await logOf(ada);
  await delay(100);
  assert.deepEqual(
    (await ada.ask('listAlertLog')).items.map(({ target }) => target),
    ['115'],
    JSON.stringify(rows.length),
  );
});

test('an alert whose transaction ends behind others that have been read reaches the judge all the same', async (t) => {
  const [ada, bob, eve] = [person(), person(), person()];
  const { pool } = room.db;
  const holder = await pool.connect();
  t.after(() => holder.release());
  // Everything of it is written, its time of change included; only its commit waits.
  await pool.query(
    `create function wait_for_the_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return null; end
     $$`,
  );
  await pool.query(
    `create constraint trigger held_back after insert on alert deferrable initially deferred for each row when (new.user_id =
     '${ada.userId}') execute function wait_for_the_test()`,
  );
  await holder.query('select pg_advisory_lock(4711)');
  const made = ada.ask('createAlert', form({ configurePrice: '107' }));
  await until(
    'a commit that waits',
    async () => (await pool.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
  );
  await bob.ask('createAlert', form({ configurePrice: '104' }));
  tick('BTCUSDT', 105);
  await logOf(bob);
  await holder.query('select pg_advisory_unlock(4711)');
  await made;
  await pool.query('drop trigger held_back on alert');
  await eve.ask('createAlert', form({ configurePrice: '108' }));
  tick('BTCUSDT', 109);
  await logOf(eve);
  assert.deepEqual(
    (await logOf(ada)).map(({ target }) => target),
    ['107'],
  );
});

test('a burst that is written out in parts is kept whole: every firing once, its alert off, its notice in the outbox', async () => {
  const many = 6_000;
  const count = async (what: string) => Number((await room.db.pool.query(`select count(*)::int as count from ${what}`)).rows[0].count);
  const made = `symbol_id = 'ETHUSDC_CMCBL'`;
  await parts[0]!.stop();
  room.market.set('ETHUSDC_CMCBL', 50);
  await room.db.pool.query(
    `with made as (
       insert into alert (user_id, client_key, business_line, contract_line, symbol_id, type, source, frequency, price, channels, is_open,
         version, tick, time_zone, partition, created_at, updated_at, changed_at)
       select gen_random_uuid(), 'burst', 2, 12, 'ETHUSDC_CMCBL', 1, 0, 3, 60, '{1,4}', true, 1, '0.01', -1, $1, now(), now(),
         clock_timestamp() from generate_series(1, $2) returning id)
     insert into alert_state (alert_id, version, fire_seq, judged_at, standing) select id, 1, 0, $3::bigint, $4::jsonb from made`,
    [partitionOf('ETHUSDC_CMCBL'), many, room.clock.now(), newStanding(1, room.clock.now())],
  );
  // A judge that starts has all of them armed when it is ready.
  parts[0] = await startJudge();
  tick('ETHUSDC_CMCBL', 61);
  await until('all parts', async () => (await count(`alert_log where ${made}`)) >= many);
  assert.deepEqual(
    [
      await count(`alert_log where ${made}`),
      await count(`(select distinct key from alert_log where ${made}) k`),
      await count(`alert where ${made} and is_open`),
      await count(
        `alert_state s join alert a on a.id = s.alert_id where a.${made} and s.fired_count = 1 and s.fire_seq = 1 and ` +
          `s.standing->>'phase' = 'off'`,
      ),
      await count(`alert_delivery d join alert_log l on l.id = d.log_id where l.${made} and d.channel = 1`),
      await count('alert_part'),
    ],
    [many, many, 0, many, many, 0],
  );
});

test('whoever deletes their account leaves neither a log nor a notice behind', async () => {
  const ada = person();
  await ada.ask('createAlert', form({ configurePrice: '105' }));
  await delay(100);
  tick('BTCUSDT', 106);
  await logOf(ada);
  const left = async () =>
    Number(
      (
        await room.db.pool.query(
          'select (select count(*) from alert_log where user_id = $1) + (select count(*) from alert_delivery where user_id = $1) as count',
          [ada.userId],
        )
      ).rows[0].count,
    );
  assert.ok((await left()) >= 2, 'a row of the log and a notice');
  room.bus.publish(accountDeleted, { userId: ada.userId });
  await until('the removal', async () => (await left()) === 0);
});
