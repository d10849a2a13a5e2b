// What is kept of people ends when they go: push with its session, everything with the account, also when the word of it was lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountDeleted, sessionsEnded } from '#topics/index.ts';
import { until } from '@tidemark/testbed/until.ts';
import { alertForm, openCalls, type Device } from './testing/test-calls.ts';

let room: Awaited<ReturnType<typeof openCalls>>;
before(async () => {
  room = await openCalls();
  for (const each of room.rooms) each.start(() => {});
});
after(() => room.close());

const tables = ['alert_user', 'alert', 'alert_log', 'alert_delivery', 'push_subscription'] as const;
const rowsOf = async ({ userId }: Device): Promise<Record<string, number>> => {
  const counts = await Promise.all(
    tables.map(
      async (table) =>
        [table, Number((await room.db.pool.query(`select count(*) as n from ${table} where user_id = $1`, [userId])).rows[0].n)] as const,
    ),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
};
let nth = 0;
const subscribe = (device: Device) =>
  device.ask('subscribePush', { endpoint: `https://push.example.com/${++nth}`, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } });
const endpoints = async ({ userId }: Device) =>
  (
    await room.db.pool.query<{ endpoint: string }>('select endpoint from push_subscription where user_id = $1 order by endpoint', [userId])
  ).rows.map(({ endpoint }) => endpoint);

/** A user with something in every table of the room. */
async function settle(): Promise<Device> {
  const device = room.deviceOf({ email: 'ada@people.example' });
  room.market.set('BTCUSDT', { last: 100, open24h: 100 });
  await device.ask('createAlert', alertForm());
  await subscribe(device);
  const { rows } = await room.db.pool.query<{ id: number }>(
    `insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price, happened_at,
     detected_at, created_at)
     select id || ':1:1', id, user_id, business_line, symbol_id, type, source, frequency, price, 110, now(), now(), now() from alert
       where user_id = $1 returning id`,
    [device.userId],
  );
  for (const logId of [rows[0]!.id, null]) {
    await room.db.pool.query(
      `insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
       values ($1, $2, 5, 'pending', now(), now() + interval '1 day', now() + interval '1 day')`,
      [logId, device.userId],
    );
  }
  assert.deepEqual(Object.keys(await rowsOf(device)), tables, 'something in every table');
  return device;
}

test('a browser is pushed to as long as its session lasts: told of the end, or found without it', async () => {
  const first = room.deviceOf();
  const second = room.deviceOf({}, first.userId);
  const third = room.deviceOf({}, first.userId);
  for (const device of [first, second, third]) await subscribe(device);
  const [, kept, last] = await endpoints(first);
  room.bus.publish(sessionsEnded, [{ sessionId: first.sessionId, reason: 'revoked', endedAt: room.clock.now() }]);
  await until('the end of the first', async () => (await endpoints(first)).length === 2);
  assert.deepEqual(await endpoints(first), [kept, last]);
  // No event tells of it, as when a session has expired.
  room.gone.add(second.sessionId);
  room.clock.advance(3_600_000);
  await until('the end of the second', async () => (await endpoints(first)).length === 1);
  assert.deepEqual(await endpoints(first), [last]);
});

test('a deleted account leaves nothing: log, deliveries and browsers at once, alerts as soon as the judges have heard', async () => {
  const [ada, bob] = [await settle(), await settle()];
  const ofBob = await rowsOf(bob);
  room.bus.publish(accountDeleted, { userId: ada.userId });
  await until('the first step', async () => Object.keys(await rowsOf(ada)).join() === 'alert');
  const { rows } = await room.db.pool.query('select deleted_at from alert where user_id = $1', [ada.userId]);
  assert.ok(
    rows.every(({ deleted_at: deletedAt }) => deletedAt !== null),
    'nobody judges them any more',
  );
  room.clock.advance(20_000);
  await until('the second step', async () => Object.keys(await rowsOf(ada)).length === 0);
  assert.deepEqual(await rowsOf(bob), ofBob);
});

test('the word of the deletion is lost: within the hour what it left is found', async () => {
  const [ada, bob] = [await settle(), await settle()];
  const ofBob = await rowsOf(bob);
  room.gone.add(ada.userId);
  room.clock.advance(3_600_000);
  await until('the first step', async () => Object.keys(await rowsOf(ada)).join() === 'alert');
  room.clock.advance(20_000);
  await until('the second step', async () => Object.keys(await rowsOf(ada)).length === 0);
  assert.deepEqual(await rowsOf(bob), ofBob);
});

test('the export names where pushes go and what became of every notice', async () => {
  const ada = await settle();
  const whole = (await room.rooms[0]!.exportOf(ada.userId)) as {
    alerts: unknown[];
    firings: { deliveries: unknown[] }[];
    trials: unknown[];
    browsers: { endpoint: string }[];
  };
  assert.deepEqual(
    [whole.alerts.length, whole.firings.length, whole.trials.length, whole.browsers.map(({ endpoint }) => endpoint)],
    [1, 1, 1, await endpoints(ada)],
  );
  assert.ok(whole.firings[0]!.deliveries.length >= 1);
  assert.doesNotMatch(JSON.stringify(whole), /p256dh|auth/);
});
