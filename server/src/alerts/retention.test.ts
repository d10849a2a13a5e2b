// What is over is removed in pieces, also after a standstill in which much has piled up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCalls } from './testing/test-calls.ts';
import { createLogStore } from './log-store.ts';
import { createStore } from './store.ts';
import { alertLimits } from '@tidemark/contract/alert-rules.ts';

let room: Awaited<ReturnType<typeof openCalls>>;
before(async () => {
  room = await openCalls();
});
after(() => room.close());

const query = async (text: string, values: unknown[] = []) => (await room.db.pool.query(text, values)).rows;
const count = async (what: string): Promise<number> => (await query(`select count(*)::int as count from ${what}`))[0].count as number;
/** Alerts of one kind, as the store keeps them; each fired so many days ago, its row of the log and a pop-up with it. */
const addFired = async (
  many: number,
  daysAgo: number,
  { frequency = 3, isOpen = false, reopenedDaysAgo = daysAgo } = {},
): Promise<void> => {
  await query(
    `with made as (
       insert into alert (user_id, client_key, business_line, symbol_id, type, source, frequency, price, channels, is_open, version, tick,
         time_zone, partition, created_at, updated_at, changed_at)
       select gen_random_uuid(), gen_random_uuid()::text, 1, 'BTCUSDT', 1, 0, $3, 110, '{4,5}', $4, 1, '0.01', -1, 1, now(), now(),
         clock_timestamp() from generate_series(1, $1) returning id, user_id
     ), state as (
       insert into alert_state (alert_id, version, fire_seq, judged_at, fired_at, standing)
         select id, 1, 1, 0, now() - $5 * interval '1 day', '{}' from made
     ), logged as (
       insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price, happened_at,
         detected_at, created_at)
       select id || ':1:1', id, user_id, 1, 'BTCUSDT', 1, 0, $3, 110, 111, now(), now(), now() - $2 * interval '1 day' from made
         returning id, user_id)
     insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
       select id, user_id, 5, 'sent', now(), now(), now() from logged`,
    [many, daysAgo, frequency, isOpen, reopenedDaysAgo],
  );
};

test('old rows of the log go in pieces with deliveries and alerts that fired for the only time; what is younger stays', async () => {
  const logs = createLogStore(room.db.orm);
  await addFired(2_600, 200);
  await addFired(3, 200, { isOpen: true });
  await addFired(2, 200, { frequency: 1 });
  await addFired(4, 200, { reopenedDaysAgo: 10 });
  await query(
    `insert into alert_delivery (user_id, channel, status, created_at, due_at, expires_at)
     select gen_random_uuid(), 5, 'sent', now() - (n - 0.5) * interval '1 day', now(), now() from generate_series(1, 400) n`,
  );
  await addFired(5, 10);
  const removed = await logs.prune(new Date(Date.now() - 180 * 86_400_000), 500);
  assert.equal(removed, 2_609);
  assert.deepEqual(
    [await count('alert_log'), await count('alert_delivery where log_id is not null'), await count('alert_delivery where log_id is null')],
    [5, 5, 180],
  );
  assert.deepEqual(
    [await count('alert'), await count('alert_state'), await count('alert where is_open')],
    [3 + 2 + 4 + 5, 3 + 2 + 4 + 5, 3],
  );
  assert.equal(await logs.prune(new Date(Date.now() - 180 * 86_400_000), 500), 0);
});

test('deleted alerts go for good in pieces, by an index of their own', async () => {
  const store = createStore(room.db.orm, alertLimits);
  await addFired(1_200, 1);
  await query(`update alert set deleted_at = now() - interval '2 days' where id in (select id from alert order by id desc limit 1200)`);
  const before = await count('alert');
  await store.prune(new Date(Date.now() - 86_400_000), new Date(Date.now() - 180 * 86_400_000), 500);
  assert.equal(await count('alert'), before - 1_200);
  // The log shows the note of an alert as long as it shows what the alert did.
  await query(
    `update alert set note = 'mine', deleted_at = now() - interval '2 days' where id in (select id from alert order by id limit 2)`,
  );
  const noted = `alert where note = 'mine'`;
  await query(`update alert_state set fired_at = now() - interval '179 days' where alert_id in (select id from ${noted})`);
  await store.prune(new Date(Date.now() - 86_400_000), new Date(Date.now() - 180 * 86_400_000));
  assert.equal(await count(noted), 2);
  await store.prune(new Date(Date.now() - 86_400_000), new Date(Date.now() - 178 * 86_400_000));
  assert.equal(await count(noted), 0);
  assert.deepEqual(await query(`select indisvalid from pg_index where indexrelid = 'alert_deleted'::regclass`), [{ indisvalid: true }]);
});
