// The outbox under hosts whose clocks are wrong and rows that cannot be written: every other notice goes out in its time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { until } from '@tidemark/testbed/until.ts';
import type { Clock } from '#platform/clock.ts';
import { systemClock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { deliveriesDue, notice, noticeSeen } from '#topics/index.ts';
import { openCalls } from '../testing/test-calls.ts';
import { createTestDelivery } from '../testing/test-delivery.ts';
import { createOutboxStore } from './outbox-store.ts';

let room: Awaited<ReturnType<typeof openCalls>>;
const popped: string[] = [];
/** Whether a page says that it heard. */
let isHeard = true;
before(async () => {
  room = await openCalls({ isRealTime: true });
  room.bus.subscribe(notice, ({ userId, deliveryIds }) => {
    popped.push(userId);
    if (isHeard) room.bus.publish(noticeSeen, { deliveryIds });
  });
});
after(() => room.close());

const skewed = (byMs: number): Clock => ({ ...systemClock, now: () => Date.now() + byMs });
const deliver = async (
  clock: Clock,
  work: () => Promise<void>,
  {
    people = room.people,
    bus = room.bus,
    metrics = createMetrics(),
  }: Partial<Pick<typeof room, 'people' | 'bus'> & { metrics: Metrics }> = {},
): Promise<void> => {
  const delivery = await createTestDelivery(room, { bus, clock, metrics, people });
  delivery.start();
  try {
    await work();
  } finally {
    await delivery.stop();
  }
};
/** A firing in the log with a pop-up of it, as the judge writes them. */
const addFirings = async (userIds: readonly string[]): Promise<void> => {
  await room.db.pool.query(
    `with logged as (
       insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price, happened_at,
         detected_at, created_at)
       select u || ':1:1', 1, u::uuid, 1, 'BTCUSDT', 1, 0, 3, 110, 111, clock_timestamp(), clock_timestamp(), clock_timestamp()
         from unnest($1::text[]) u returning id, user_id)
     insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
     select id, user_id, ${noticeChannel.pop}, 'pending', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '2 minutes'
       from logged`,
    [userIds],
  );
};
const newPeople = (count: number): string[] => Array.from({ length: count }, () => room.deviceOf({}, newId() as never).userId);
const outcomesOf = async (userIds: readonly string[]) =>
  (
    await room.db.pool.query<{ status: string; reason: string | null }>(
      'select status, reason from alert_delivery where user_id = any($1) order by id',
      [userIds],
    )
  ).rows;

for (const seconds of [150, -30]) {
  const clock = seconds > 0 ? `${seconds} s ahead` : `${-seconds} s behind`;
  test(`a delivery host whose clock is ${clock} delivers at once and calls nothing expired`, async () => {
    const [person] = newPeople(1);
    await deliver(skewed(seconds * 1000), async () => {
      await addFirings([person!]);
      await until('the acknowledgement', async () => (await outcomesOf([person!]))[0]?.status === 'acknowledged');
    });
    const { rows } = await room.db.pool.query<{ late: number }>(
      'select extract(epoch from acknowledged_at - created_at)::float8 as late from alert_delivery where user_id = $1',
      [person],
    );
    // By its own clock it would be half a minute at least; a busy machine takes seconds.
    assert.ok(rows[0]!.late >= 0 && rows[0]!.late < 25, `${rows[0]!.late} s`);
  });
}

test('a pop-up taken by a host that hangs before it tells anybody is another host’s within 5 s, which shows it', async () => {
  const [person] = newPeople(1);
  const asked = Promise.withResolvers<void>();
  const hanging = {
    ...room.people,
    find: () => {
      asked.resolve();
      return new Promise<never>(() => {});
    },
  };
  await deliver(
    systemClock,
    async () => {
      await addFirings([person!]);
      await asked.promise;
    },
    { people: hanging },
  );
  assert.equal((await outcomesOf([person!]))[0]?.status, 'pending');
  const { rows } = await room.db.pool.query<{ wait: number }>(
    'select extract(epoch from due_at - clock_timestamp())::float8 as wait from alert_delivery where user_id = $1',
    [person],
  );
  assert.ok(rows[0]!.wait < 5, `${rows[0]!.wait} s`);
  await deliver(systemClock, async () => {
    await until('the acknowledgement', async () => (await outcomesOf([person!]))[0]?.status === 'acknowledged');
  });
});

test('a pop-up waits for a bus that is away; one whose time ends meanwhile is called expired and not unheard', async () => {
  const [patient, late] = newPeople(2) as [string, string];
  let [isConnected, looks] = [false, 0];
  const bus: typeof room.bus = {
    ...room.bus,
    isConnected() {
      looks++;
      return isConnected;
    },
  };
  await deliver(
    systemClock,
    async () => {
      await addFirings([patient, late]);
      await room.db.pool.query('update alert_delivery set expires_at = clock_timestamp() where user_id = $1', [late]);
      const before = looks;
      const waits = { status: 'pending', reason: null };
      room.bus.publish(deliveriesDue, { isTrial: false });
      await until('it looked again', () => looks > before + 1);
      assert.deepEqual(await outcomesOf([patient, late]), [waits, waits]);
      isConnected = true;
      await until('the acknowledgement', async () => (await outcomesOf([patient]))[0]?.status === 'acknowledged');
    },
    { bus },
  );
  assert.deepEqual(await outcomesOf([late]), [{ status: 'failed', reason: 'expired' }]);
});

test('a pop-up that was shown by itself and not acknowledged stays by itself when others of its second are tried with it', async () => {
  const [person] = newPeople(1) as [string];
  const keys: string[] = [];
  const stop = room.bus.subscribe(notice, ({ userId, payload }) => void (userId === person && keys.push(payload.key)));
  isHeard = false;
  try {
    await deliver(systemClock, async () => {
      await addFirings([person]);
      await until('it is shown', () => keys.length === 1);
      await room.db.pool.query(
        `with firing as (select log_id, user_id, channel, created_at, expires_at from alert_delivery where user_id = $1),
           logged as (
             insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price,
               happened_at, detected_at, created_at)
             select key || n, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price,
               happened_at, detected_at, created_at
             from alert_log, generate_series(1, 4) n where user_id = $1 returning id)
         insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
           select l.id, user_id, channel, 'pending', created_at, clock_timestamp(), expires_at from firing, logged l`,
        [person],
      );
      await room.db.pool.query('update alert_delivery set due_at = clock_timestamp() where user_id = $1', [person]);
      isHeard = true;
      await until('all are told', async () => (await outcomesOf([person])).every(({ status }) => status === 'acknowledged'));
    });
  } finally {
    isHeard = true;
    stop();
  }
  const single = `${person}:1:1`;
  assert.deepEqual(
    [...new Set(keys)].map((key) => (key === single ? 'itself' : key[0])),
    ['itself', 's'],
  );
});

test('one row that cannot be written fails alone: those taken with it are tried again as ever, and its own time ends it', async () => {
  const others = newPeople(20);
  const poisoned = room.deviceOf({ preference: null as never }).userId;
  await addFirings([poisoned, ...others]);
  await deliver(systemClock, async () => {
    isHeard = false;
    await until('a second try for all the others', () => others.every((userId) => popped.filter((each) => each === userId).length >= 2));
    isHeard = true;
    await until('all the others', async () => (await outcomesOf(others)).every(({ status }) => status === 'acknowledged'));
    assert.deepEqual(await outcomesOf([poisoned]), [{ status: 'pending', reason: null }]);
    assert.ok(!popped.includes(poisoned));
    await room.db.pool.query(`update alert_delivery set due_at = clock_timestamp(), expires_at = clock_timestamp() where user_id = $1`, [
      poisoned,
    ]);
    await until('its end', async () => (await outcomesOf([poisoned]))[0]?.status === 'failed');
  });
});

test('how old the oldest notice is that waits, and how long after its price a notice was handed over', async () => {
  const [person] = newPeople(1);
  const metrics = createMetrics();
  const told = async (sample: string) =>
    Number(
      (await metrics.text())
        .split('\n')
        .find((line) => line.startsWith(`${sample}{channel="pop"} `))
        ?.split(' ')
        .at(-1),
    );
  let isConnected = false;
  const bus = { ...room.bus, isConnected: () => isConnected };
  await deliver(
    systemClock,
    async () => {
      await addFirings([person!]);
      await room.db.pool.query(`update alert_delivery set created_at = created_at - interval '1 minute' where user_id = $1`, [person]);
      await room.db.pool.query(`update alert_log set happened_at = happened_at - interval '90 seconds' where user_id = $1`, [person]);
      await until('the age of what waits', async () => (await told('alerts_outbox_age_seconds')) >= 60);
      assert.equal(await told('alerts_tick_to_notice_seconds_count'), 0);
      isConnected = true;
      await until('the acknowledgement', async () => (await outcomesOf([person!]))[0]?.status === 'acknowledged');
      assert.equal(await told('alerts_tick_to_notice_seconds_count'), 1);
      const [sinceTick, sinceFiring] = [await told('alerts_tick_to_notice_seconds_sum'), await told('alerts_delivery_seconds_sum')];
      assert.ok(sinceTick >= 90 && sinceFiring >= 60 && sinceTick - sinceFiring >= 29, `${sinceTick} s, ${sinceFiring} s`);
      await until('nothing that waits', async () => (await told('alerts_outbox_age_seconds')) === 0);
    },
    { bus, metrics },
  );
});

test('what tells of no firing travels by itself: a summary would live no longer than a trial, and be tried as often', async () => {
  const [person] = newPeople(1) as [string];
  const { pool } = room.db;
  await pool.query(
    `with first as (
       insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
       select null, $1, ${noticeChannel.email}, 'pending', second, second, second + interval '30 seconds'
         from date_trunc('second', clock_timestamp()) second returning created_at),
     logged as (
       insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price, happened_at,
         detected_at, created_at)
       select 'trial ' || n, n, $1, 1, 'BTCUSDT', 1, 0, 3, 110, 111, created_at, created_at, created_at
         from first, generate_series(1, 4) n returning id, created_at)
     insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
     select id, $1, ${noticeChannel.email}, 'pending', created_at, created_at, created_at + interval '1 hour' from logged`,
    [person],
  );
  const parcels = await createOutboxStore(pool).claim(noticeChannel.email, 60_000, 100);
  assert.deepEqual(
    parcels.filter(({ userId }) => userId === person).map(({ rows }) => rows.map(({ firing }) => firing !== null)),
    [[false], [true, true, true, true]],
  );
});
