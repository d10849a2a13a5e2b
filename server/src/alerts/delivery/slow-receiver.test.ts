// Receivers that are slow, or leave a message without an answer, in the middle of a burst that is more than a turn has time for.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { until } from '@tidemark/testbed/until.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { ChannelSettings } from '../channels/settings.ts';
import { type AlertDeliveryDeps, type Part } from '../index.ts';
import { openCalls } from '../testing/test-calls.ts';
import { createTestDelivery } from '../testing/test-delivery.ts';

/** Twenty seconds of a turn are a tenth of one. */
const hasty: Clock = { ...systemClock, now: () => Date.now() * 200 };

interface Opened {
  readonly listener: (id: string, response: ServerResponse) => void;
  readonly burst: number;
  readonly timeoutMs?: number;
}
type Db = AlertDeliveryDeps['db'];
/** A database that answers no query of which this is said. */
const faulty = (db: Db, fails: (name: string | undefined) => boolean): Db => ({
  orm: db.orm,
  pool: new Proxy(db.pool, {
    get: (pool, name) =>
      name !== 'query'
        ? Reflect.get(pool, name)
        : (query: { name?: string }, ...rest: []) =>
            fails(query.name) ? Promise.reject(new Error('away')) : pool.query(query as never, ...rest),
  }),
});

/** Somebody with a webhook to this listener, and a burst of firings for it. */
const open = async (t: TestContext, { listener, burst, timeoutMs = 30_000 }: Opened) => {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    arrived.push(id);
    request.resume();
    listener(id, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const channels: ChannelSettings = {
    key: 'a key of the tests, long enough to be one',
    allowHttp: true,
    privateHosts: [host],
    telegram: null,
    timeoutMs,
  };
  const room = await openCalls({ isRealTime: true, channels });
  const deliveries: Part[] = [];
  t.after(async () => {
    for (const delivery of deliveries) await delivery.stop();
    await room.close();
    server.closeAllConnections();
    server.close();
  });
  const ada = room.deviceOf();
  await ada.ask('saveChannel', { channel: noticeChannel.webhook, address: `http://${host}/hook` });
  await room.db.pool.query(
    `with logged as (
       insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price, happened_at,
         detected_at, created_at)
       select n || ':1:1', n, $1::uuid, 1, 'BTCUSDT', 1, 0, 3, 110, 111, clock_timestamp(), clock_timestamp(), clock_timestamp()
         from generate_series(1, ${burst}) n returning id, user_id)
     insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
     select id, user_id, ${noticeChannel.webhook}, 'pending', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 hour'
       from logged`,
    [ada.userId],
  );
  const outcomes = async () =>
    (
      await room.db.pool.query<{ status: string; tries: number }>(
        'select status, tries from alert_delivery where log_id is not null order by id',
      )
    ).rows;
  return {
    db: room.db,
    arrived,
    outcomes,
    allEnded: () => until('all of them', async () => (await outcomes()).every(({ status }) => status !== 'pending'), { everyMs: 50 }),
    async startDelivery(over: Partial<AlertDeliveryDeps> = {}): Promise<Part> {
      const delivery = await createTestDelivery(room, { channels, ...over });
      deliveries.push(delivery);
      delivery.start();
      return delivery;
    },
  };
};

test('all of a burst reaches a receiver that is slow: what its turn has no time for counts as no try, and waits for nothing', async (t) => {
  const burst = 40;
  const { arrived, outcomes, allEnded, startDelivery } = await open(t, {
    burst,
    listener: (_id, response) => void setTimeout(() => response.writeHead(204).end(), 40),
  });
  await startDelivery({ clock: hasty });
  await allEnded();
  assert.deepEqual([...new Set((await outcomes()).map(({ status, tries }) => `${status} ${tries}`))], ['sent 1']);
  assert.deepEqual([arrived.length, new Set(arrived).size], [burst, burst]);
});

test('a message that is not answered among many that are is tried again itself: the others have lost no try by it', async (t) => {
  // A turn ends with four messages that are not answered, after about sixty: of three turns that count, some would never be sent.
  const burst = 220;
  const seen = new Set<string>();
  const { arrived, outcomes, allEnded, startDelivery } = await open(t, {
    burst,
    timeoutMs: 1_500,
    listener(id, response) {
      const isFirst = !seen.has(id);
      seen.add(id);
      if (!isFirst || seen.size % 15 !== 0) response.writeHead(204).end();
    },
  });
  await startDelivery({ linkedRetryMs: [100, 100] });
  await allEnded();
  assert.deepEqual([...new Set((await outcomes()).map(({ status }) => status))], ['sent']);
  assert.equal(new Set(arrived).size, burst);
});

test('a delivery that is stopped within a burst has written down what was taken: the next one sends the rest, once', async (t) => {
  const [burst, answered] = [40, 8];
  const held: ServerResponse[] = [];
  let [asked, isHolding, isGone] = [0, true, false];
  const { db, arrived, outcomes, allEnded, startDelivery } = await open(t, {
    burst,
    listener(_id, response) {
      if (++asked > answered && isHolding) held.push(response);
      else response.writeHead(204).end();
    },
  });
  const letGo = () => held.splice(0).forEach((response) => response.writeHead(204).end());
  const first = await startDelivery({ db: faulty(db, () => isGone) });
  const sent = async () => (await outcomes()).filter(({ status }) => status === 'sent').length;
  await until('four wait for their answer', () => held.length === 4);
  await until('what was answered is written down before the others end', async () => (await sent()) === answered);
  const stopped = first.stop();
  letGo();
  await stopped;
  isGone = true;
  isHolding = false;
  letGo();
  assert.deepEqual([arrived.length, await sent()], [answered + 4, answered + 4]);
  await startDelivery();
  await allEnded();
  assert.deepEqual([...new Set((await outcomes()).map(({ status, tries }) => `${status} ${tries}`))], ['sent 1']);
  assert.deepEqual([arrived.length, new Set(arrived).size], [burst, burst]);
});

test('a message that was taken is not sent again because the time of it could not be written down', async (t) => {
  const burst = 3;
  const { db, arrived, outcomes, allEnded, startDelivery } = await open(t, {
    burst,
    listener: (_id, response) => void response.writeHead(204).end(),
  });
  await startDelivery({ db: faulty(db, (name) => name === 'alerts_channel_worked') });
  await allEnded();
  assert.deepEqual([...new Set((await outcomes()).map(({ status, tries }) => `${status} ${tries}`))], ['sent 1']);
  assert.equal(arrived.length, burst);
});

test('a receiver that says it is asked too much is asked later: no try of the message, no failure of the channel', async (t) => {
  const burst = 4;
  const tries = new Map<string, number>();
  const { db, outcomes, allEnded, startDelivery } = await open(t, {
    burst,
    listener(id, response) {
      const nth = (tries.get(id) ?? 0) + 1;
      tries.set(id, nth);
      response.writeHead(nth > 3 ? 204 : 429, { 'retry-after': '1' }).end();
    },
  });
  await startDelivery({ linkedRetryMs: [100, 100] });
  await allEnded();
  assert.deepEqual([...new Set((await outcomes()).map(({ status, tries }) => `${status} ${tries}`))], ['sent 1']);
  assert.deepEqual((await db.pool.query('select is_on, failures from alert_channel')).rows, [{ is_on: true, failures: 0 }]);
});
