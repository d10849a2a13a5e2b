// Many people are told at once by the one bot of the site, which may send only so much.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { startChatServices } from '@tidemark/testbed/chat-servers.ts';
import { until } from '@tidemark/testbed/until.ts';
import { newId } from '#platform/ids.ts';
import { createVault } from '#platform/vault.ts';
import { createChannelStore } from '../channels/store.ts';
import { sealTarget } from '../channels/targets.ts';
import type { ChannelSettings } from '../channels/settings.ts';
import { openCalls } from '../testing/test-calls.ts';
import { createTestDelivery } from '../testing/test-delivery.ts';

const { telegram } = noticeChannel;
const count = 30;
const perSecond = 5;

test('a bot that is told to wait waits: everybody gets their message once, and no chat counts as failing', async (t) => {
  const chats = await startChatServices();
  const key = 'a key of the tests, long enough to be one';
  const channels: ChannelSettings = {
    key,
    allowHttp: true,
    privateHosts: [],
    telegram: { token: chats.botToken, apiUrl: chats.url },
    timeoutMs: 30_000,
  };
  const room = await openCalls({ isRealTime: true, channels });
  const { db } = room;
  const [vault, channelStore] = [createVault(key, 'addresses of alerts'), createChannelStore(db.pool)];
  const userIds: string[] = [];
  for (let n = 1; n <= count; n++) {
    const { userId } = room.deviceOf({}, newId() as never);
    const target = sealTarget(vault, userId, telegram, { address: '', secret: String(n), topic: null });
    await channelStore.save(userId, telegram, target, `@user${n}`);
    userIds.push(userId);
  }
  await db.pool.query(
    `with logged as (
       insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, firing_price, happened_at,
         detected_at, created_at)
       select u || ':1:1', 1, u::uuid, 1, 'BTCUSDT', 1, 0, 3, 110, 111, clock_timestamp(), clock_timestamp(), clock_timestamp()
         from unnest($1::text[]) u returning id, user_id)
     insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
     select id, user_id, ${telegram}, 'pending', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 hour' from logged`,
    [userIds],
  );
  chats.limitBot(perSecond);
  const delivery = await createTestDelivery(room, { channels, linkedRetryMs: [200, 200] });
  t.after(async () => {
    await delivery.stop();
    await room.close();
    await chats.stop();
  });
  delivery.start();
  const ends = async () =>
    (await db.pool.query<{ status: string; tries: number }>('select status, tries from alert_delivery where log_id is not null')).rows;
  await until('all of them', async () => (await ends()).every(({ status }) => status !== 'pending'), { everyMs: 50 });
  assert.deepEqual([...new Set((await ends()).map(({ status, tries }) => `${status} ${tries}`))], ['sent 1']);
  const { rows } = await db.pool.query<{ failures: number; isOn: boolean }>('select failures, is_on as "isOn" from alert_channel');
  assert.ok(rows.every(({ failures, isOn }) => failures === 0 && isOn));
  assert.deepEqual([chats.messages.length, new Set(chats.messages.map(({ to }) => to)).size], [count, count]);
});
