// A receiver that answers everything, and each message so slowly that a burst is more than its turn has time for.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { until } from '@tidemark/testbed/until.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { ChannelSettings } from '../channels/settings.ts';
import { createAlertDelivery } from '../index.ts';
import { openCalls, words } from '../testing/test-calls.ts';

/** Twenty seconds of a turn are a tenth of one. */
const hasty: Clock = { ...systemClock, now: () => Date.now() * 200 };
const burst = 40;

test('all of a burst reaches a receiver that is slow: what its turn has no time for counts as no try, and waits for nothing', async (t) => {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(String(request.headers['webhook-id']));
    request.resume();
    setTimeout(() => response.writeHead(204).end(), 40);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const channels: ChannelSettings = {
    key: 'a key of the tests, long enough to be one',
    allowHttp: true,
    privateHosts: [host],
    telegram: null,
    timeoutMs: 30_000,
  };
  const room = await openCalls({ isRealTime: true, channels });
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
  const { db, bus, log, market, people } = room;
  const delivery = await createAlertDelivery({
    db,
    bus,
    clock: hasty,
    log,
    metrics: createMetrics(),
    words,
    market,
    people,
    mail: null,
    sms: null,
    publicUrl: 'https://site.example',
    channels,
  });
  delivery.start();
  t.after(async () => {
    await delivery.stop();
    await room.close();
    server.closeAllConnections();
    server.close();
  });
  const outcomes = async () =>
    (await db.pool.query<{ status: string; tries: number }>('select status, tries from alert_delivery order by id')).rows;
  await until('all of them', async () => (await outcomes()).every(({ status }) => status !== 'pending'), { everyMs: 50 });
  assert.deepEqual([...new Set((await outcomes()).map(({ status, tries }) => `${status} ${tries}`))], ['sent 1']);
  assert.deepEqual([arrived.length, new Set(arrived).size], [burst, burst]);
});
