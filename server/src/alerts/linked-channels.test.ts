// From a price to the channels that users connected: each channel against a server that speaks its protocol, and receivers that misbehave.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { alertForm, openCalls, type Device } from './testing/test-calls.ts';
import { createTestDelivery } from './testing/test-delivery.ts';
import { startChatServices, type LocalChats } from '@tidemark/testbed/chat-servers.ts';
import { until } from '@tidemark/testbed/until.ts';
import { startWebhookReceiver, type LocalReceiver } from '@tidemark/testbed/webhook-receiver.ts';
import { systemClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { ChannelSettings } from './channels/settings.ts';
import { createAlertJudge, type Part } from './index.ts';

let [chats, receiver, stranger, room]: [LocalChats, LocalReceiver, LocalReceiver, Awaited<ReturnType<typeof openCalls>>] = [] as never;
let parts: Part[] = [];
const logged: string[] = [];
const metrics = createMetrics();
/** The fastest three tries. */
const linkedRetryMs = [200, 200];

before(async () => {
  [chats, receiver, stranger] = await Promise.all([startChatServices(), startWebhookReceiver(), startWebhookReceiver()]);
  const channels: ChannelSettings = {
    key: 'a key of the tests, long enough to be one',
    allowHttp: true,
    privateHosts: [new URL(chats.url).host, new URL(receiver.url).host, new URL(stranger.url).host],
    telegram: { token: chats.botToken, apiUrl: chats.url },
    // Longer than an answer takes on a busy machine: one that is late is sent once more.
    timeoutMs: 4_000,
  };
  room = await openCalls({ isRealTime: true, channels });
  const { db, bus, log, market, clock } = room;
  market.keepPast();
  room.rooms[0]!.start(() => {});
  for (const level of ['info', 'warn', 'error'] as const) log[level] = (...line: unknown[]) => void logged.push(JSON.stringify(line));
  const judge = createAlertJudge({
    db,
    bus,
    clock: systemClock,
    marketClock: clock,
    log,
    metrics,
    market,
    scanEveryMs: 200,
  });
  await judge.start();
  const delivery = await createTestDelivery(room, { channels, linkedRetryMs });
  delivery.start();
  parts = [judge, delivery];
});
after(async () => {
  for (const part of parts) await part.stop();
  await room.close();
  await Promise.all([chats.stop(), receiver.stop(), stranger.stop()]);
});
beforeEach(() => {
  receiver.setManner('takes');
  stranger.setManner('takes');
  room.clock.advance(1_000);
  room.market.set('BTCUSDT', { last: 100, open24h: 100 });
});

const fire = (price: number) => {
  room.clock.advance(1_000);
  room.market.set('BTCUSDT', { last: price, open24h: 100 });
};
const armed = async (): Promise<number> => Number(/^alerts_armed (\d+)$/m.exec(await metrics.text())?.[1] ?? 0);
const open = async (): Promise<number> =>
  (await room.db.pool.query<{ count: number }>('select count(*)::int as count from alert where is_open and deleted_at is null')).rows[0]!
    .count;
const deliveriesOf = async (device: Device, channel: number) =>
  (await device.ask('listAlertLog')).items.map(({ deliveries }) => deliveries.find((row) => row.channel === channel)!);
const ended = (device: Device, channel: number, count: number) =>
  until(`${count} ends on channel ${channel}`, async () => {
    const rows = (await deliveriesOf(device, channel)).filter((row) => row.status !== 'pending');
    return rows.length >= count && rows;
  });
const linked = async (device: Device, channel: number) =>
  (await device.ask('listChannels')).items.find((item) => item.channel === channel)!.linked;

test('a library of Standard Webhooks says yes to the signature; the id is the key of the firing, each comes by itself', async () => {
  const ada = room.deviceOf();
  const { secret, item } = await ada.ask('saveChannel', { channel: 6, address: receiver.url });
  assert.equal(item.linked?.label, new URL(receiver.url).host);
  const made: string[] = [];
  for (const target of ['101', '102', '103', '104', '105'])
    made.push(
      (await ada.ask('createAlert', alertForm({ configurePrice: target, frequency: 3, channels: [4, 6], note: `At ${target}` }))).alert.id,
    );
  fire(106);
  const arrived = [];
  for (const _ of made) arrived.push(await receiver.next());
  assert.deepEqual(new Set(arrived.map(({ id }) => id)), new Set(made.map((id) => `${id}:1:1`)));
  for (const { headers, body } of arrived) {
    const told = new Webhook(secret!).verify(body, headers) as { type: string; data: Record<string, unknown> };
    assert.equal(told.type, 'alert.fired');
    assert.equal(told.data['symbolId'], 'BTCUSDT');
    assert.equal(told.data['firingPrice'], '106');
    assert.match(String(told.data['title']), /BTC\/USDT/);
    assert.equal(told.data['note'], `At ${String(told.data['configurePrice'])}`);
    assert.throws(() => new Webhook('whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldA==').verify(body, headers));
  }
  assert.equal((await ended(ada, 6, 5)).filter(({ status }) => status === 'sent').length, 5);
  assert.equal(receiver.repeats(), 0);
});

test('Discord, Slack and ntfy get what their own servers take, four firings of a second in one message', async () => {
  const bob = room.deviceOf();
  await bob.ask('saveChannel', { channel: 8, address: chats.discordHook });
  await bob.ask('saveChannel', { channel: 9, address: chats.slackHook });
  const { topic, token } = chats.closedTopic;
  const { item } = await bob.ask('saveChannel', { channel: 10, address: `${chats.url}/`, topic, accessToken: token });
  assert.equal(item.linked?.label, `${new URL(chats.url).host}/${topic}`);
  for (const target of ['101', '102', '103', '104'])
    await bob.ask('createAlert', alertForm({ configurePrice: target, frequency: 3, channels: [8, 9, 10], note: '@everyone' }));
  fire(106);
  for (const service of ['discord', 'slack', 'ntfy'] as const) {
    const { text, fields } = await chats.nextFrom(service);
    assert.match(service === 'ntfy' ? String(fields['title']) : text, /4 price alerts triggered/, service);
    assert.match(text, /BTC\/USDT rose to 104.*Note: @everyone/, service);
  }
  for (const channel of [8, 9, 10]) assert.ok((await ended(bob, channel, 4)).every(({ status }) => status === 'sent'));
  assert.equal(chats.messages.filter(({ service }) => service === 'ntfy').length, 1);
});

test('Telegram: a code connects one private chat, once; quiet hours make no sound; a chat that is blocked is off', async () => {
  const minute = Math.floor(Date.now() / 60_000) % 1440;
  const eve = room.deviceOf({
    preference: { ...room.persons.get(room.deviceOf().userId)!.preference, quietFrom: minute, quietTo: (minute + 60) % 1440 },
  });
  assert.equal((await eve.ask('alertParameters')).channels.find(({ channel }) => channel === 7)?.needs, 'linkChannel');
  const { url } = await until('the bot has a name', () => eve.ask('linkTelegram').catch(() => false as const));
  assert.match(url, new RegExp(`^https://t.me/${chats.botName}\\?start=`));
  const code = new URL(url).searchParams.get('start')!;
  chats.write(-5, `/start ${code}`, {}, 'group');
  chats.write(7, '/start wrong', { language_code: 'de' });
  assert.match((await chats.nextFrom('telegram')).text, /^Dieser Link/);
  chats.write(42, `/start ${code}`, { username: 'eve' });
  assert.equal((await chats.nextFrom('telegram')).to, '42');
  assert.equal((await linked(eve, 7))?.label, '@eve');
  chats.write(99, `/start ${code}`);
  const refused = await chats.nextFrom('telegram');
  assert.equal(refused.to, '99', 'the code is used up');
  await eve.ask('createAlert', alertForm({ configurePrice: '101', frequency: 3, channels: [7] }));
  fire(102);
  const told = await chats.nextFrom('telegram');
  assert.deepEqual([told.to, told.isSilent], ['42', true]);
  assert.match(told.text, /BTC\/USDT rose to 101/);
  chats.close('telegram');
  assert.deepEqual(await eve.ask('testAlertChannel', { channel: 7 }), { status: 'failed', reason: 'refused' });
  assert.equal((await linked(eve, 7))?.on, false);
  assert.equal((await eve.ask('alertParameters')).channels.find(({ channel }) => channel === 7)?.needs, 'channelOff');
});

test('a receiver that is silent, endless or broken makes nobody wait; three tries; five failures turn it off', async () => {
  const [mallory, ada] = [room.deviceOf(), room.deviceOf()];
  await mallory.ask('saveChannel', { channel: 6, address: stranger.url });
  await ada.ask('saveChannel', { channel: 6, address: receiver.url });
  /** What does not answer is asked four times at once, and spared the rest: the fifth failure comes with the next message. */
  const manners = [
    ['silent', true],
    ['hangsUp', false],
    ['redirect', false],
    [500, false],
  ] as const;
  for (const [manner, isStillOn] of manners) {
    stranger.setManner(manner);
    const askedBefore = stranger.asked();
    for (const target of ['101', '102', '103', '104', '105', '106', '107', '108'])
      await mallory.ask(
        'createAlert',
        alertForm({ configurePrice: target, frequency: 3, channels: [6], clientKey: `${manner} ${target}` }),
      );
    await ada.ask('createAlert', alertForm({ configurePrice: '101', frequency: 3, channels: [6], clientKey: `ada ${manner}` }));
    const ids = (await mallory.ask('listAlerts', { pageSize: 100 })).items.map(({ id }) => id);
    // What is armed later fires later, and is sent by itself.
    await until('all of them are armed', async () => (await armed()) === (await open()), { everyMs: 50 });
    const before = Date.now();
    fire(110);
    await receiver.next();
    assert.ok(Date.now() - before < 8_000, `${manner}: somebody else waited`);
    const ends = await until(`the end of ${manner}`, async () => {
      const rows = (await deliveriesOf(mallory, 6)).slice(0, 8);
      return rows.length === 8 && rows.every((row) => row.status !== 'pending') && rows;
    });
    assert.deepEqual(
      [...new Set(ends.map(({ reason }) => reason))].filter((reason) => reason !== 'channelOff'),
      ['unreachable'],
      String(manner),
    );
    if (manner === 'silent') assert.ok(stranger.asked() - askedBefore <= 12, 'four at a time, and the rest is spared');
    assert.equal((await linked(mallory, 6))?.on, isStillOn, String(manner));
    await mallory.ask('deleteAlerts', { ids });
    await ada.ask('deleteAlerts', { ids: (await ada.ask('listAlerts')).items.map(({ id }) => id) });
    if (!isStillOn) assert.equal((await mallory.ask('resumeChannel', { channel: 6 })).item.linked?.failures, 0);
    room.market.set('BTCUSDT', { last: 100, open24h: 100 });
  }
  const { rows } = await room.db.pool.query<{ channel: number }>(
    'select channel from alert_delivery where user_id = $1 and about = 6 order by channel',
    [mallory.userId],
  );
  assert.deepEqual([...new Set(rows.map(({ channel }) => channel))], [1, 3, 5], 'word of it by push, mail and pop-up');
  for (const manner of ['endless', 'huge'] as const) {
    stranger.setManner(manner);
    await room.db.pool.query('delete from alert_delivery where log_id is null and about is null');
    assert.equal((await mallory.ask('testAlertChannel', { channel: 6 })).status, 'sent', `${manner}: its status is its answer`);
    await until('its connection is closed', async () => (await stranger.connections()) === 0);
  }
});

test('an answer that is lost is asked for again under the same id', async () => {
  const ada = room.deviceOf();
  await ada.ask('saveChannel', { channel: 6, address: receiver.url });
  const before = receiver.asked();
  let tries = 0;
  receiver.setManner(() => (++tries < 3 ? 503 : 'takes'));
  const { alert } = await ada.ask('createAlert', alertForm({ configurePrice: '101', frequency: 3, channels: [6] }));
  fire(102);
  assert.equal((await receiver.next()).id, `${alert.id}:1:1`);
  assert.equal((await ended(ada, 6, 1))[0]!.status, 'sent');
  assert.equal(receiver.asked() - before, 3);
});

test('secrets stand nowhere as they are, and another person reaches none of it', async () => {
  const [ada, bob] = [room.deviceOf(), room.deviceOf()];
  const address = `${receiver.url}?token=very-secret-part`;
  const { secret } = await ada.ask('saveChannel', { channel: 6, address });
  const { rows } = await room.db.pool.query<{ all: string }>('select row_to_json(c)::text as all from alert_channel c where user_id = $1', [
    ada.userId,
  ]);
  const kept = [rows[0]!.all, JSON.stringify(await ada.ask('listChannels')), JSON.stringify(await room.rooms[0]!.exportOf(ada.userId))];
  for (const text of [...kept, logged.join('\n')]) {
    assert.ok(!text.includes('very-secret-part'), text);
    assert.ok(!text.includes(secret!.slice(6)), text);
    assert.ok(!text.includes(chats.botToken), text);
  }
  assert.equal(await linked(bob, 6), null);
  assert.equal(await bob.refusal('resumeChannel', { channel: 6 }), 'channelNotLinked');
  await bob.ask('removeChannel', { channel: 6 });
  assert.notEqual(await linked(ada, 6), null);
  // Moved to another user's row it opens nothing.
  await room.db.pool.query(
    `insert into alert_channel (user_id, channel, target, label, linked_at)
     select $2, channel, target, label, linked_at from alert_channel where user_id = $1`,
    [ada.userId, bob.userId],
  );
  assert.deepEqual(await bob.ask('testAlertChannel', { channel: 6 }), { status: 'failed', reason: 'noAddress' });
  await ada.ask('removeChannel', { channel: 6 });
  assert.equal(await linked(ada, 6), null);
});

test('what is no address of the service is refused', async () => {
  const ada = room.deviceOf();
  const refused = (channel: 6 | 8 | 9 | 10, address: string, more = {}) => ada.refusal('saveChannel', { channel, address, ...more });
  assert.equal(await refused(6, 'ftp://example.com/x'), 'channelAddress');
  assert.equal(await refused(6, 'not an address'), 'channelAddress');
  assert.equal(await refused(6, 'https://user:pass@8.8.8.8/hook'), 'channelAddress');
  assert.equal(await refused(6, 'http://127.0.0.1:1/hook'), 'channelPrivate');
  assert.equal(await refused(8, 'https://8.8.8.8/api/webhooks/1/x'), 'channelAddress');
  assert.equal(await refused(9, 'https://8.8.8.8/services/x'), 'channelAddress');
  assert.equal(await refused(10, chats.url), 'channelAddress', 'ntfy needs a topic');
});
