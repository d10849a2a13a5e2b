// From a tick to people: judged in its thread, committed, delivered by real local servers. Market time is turned by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultUserPreference } from '@tidemark/contract/users.ts';
import { until } from '@tidemark/testbed/until.ts';
import { partitionOf } from './partition.ts';
import { newStanding } from './engine/standing.ts';
import { adOf } from './testing/test-market.ts';
import { smtp, sms, push, room, metrics, logOf, noticesTo, person, tick } from './testing/firing-world.ts';
import { alertForm as form } from './testing/test-calls.ts';

test('one firing reaches every channel once, in the language of the user and with the anti-phishing code', async () => {
  const ada = person({ locale: 'zh-CN', email: 'ada@people.example', phone: '+491701234567', antiPhishingCode: 'Blue 7' });
  const browser = push.newBrowser();
  await ada.ask('subscribePush', browser);
  const { alert } = await ada.ask('createAlert', form({ frequency: 3, channels: [1, 2, 3, 4, 5], note: 'Sell a third' }));
  tick('BTCUSDT', 111.5);
  const letter = await smtp.nextTo('ada@people.example');
  const text = await sms.nextTo('+491701234567');
  const pushed = JSON.parse((await push.nextTo(browser)).payload) as { key: string; title: string; body: string; url: string };
  const [notice] = await until('the pop-up', () => noticesTo(ada).length > 0 && noticesTo(ada));
  const firingKey = `${alert.id}:1:1`;
  assert.match(letter.subject, /BTC\/USDT.*已涨至.*110/);
  assert.match(letter.text, /111\.5[\s\S]*https:\/\/site\.example\/zh-CN\/price-alert[\s\S]*Blue 7/);
  assert.equal(letter.headers.get('message-id'), `<alert.${alert.id}.1.1@site.example>`);
  assert.match(text.text, /已涨至.*Blue 7/s);
  assert.deepEqual([pushed.key, pushed.url], [firingKey, 'https://site.example/zh-CN/price-alert']);
  assert.deepEqual([notice!.key, notice!.isShow, notice!.sound, notice!.tone, notice!.count], [firingKey, true, true, 'tide', 1]);
  const [row] = await until('all of it in the log', async () => {
    const { items } = await ada.ask('listAlertLog');
    return items[0]?.deliveries.every(({ status }) => status === 'sent' || status === 'acknowledged') && items;
  });
  assert.deepEqual([row!.firingPrice, row!.priceBefore, row!.target, row!.late, row!.suppressedBy], ['111.5', '100', '110', false, null]);
  assert.deepEqual(
    row!.deliveries.map(({ channel, status }) => [channel, status]),
    [
      [1, 'sent'],
      [2, 'sent'],
      [3, 'sent'],
      [4, 'sent'],
      [5, 'acknowledged'],
    ],
  );
  for (const said of [letter.text, text.text, pushed.body, notice!.popContent]) assert.match(said, /备注：Sell a third/);
  assert.match(row!.content, /Note: Sell a third/);
  assert.equal(row!.note, 'Sell a third');
  const ofPair = async (symbolId: string) => (await ada.ask('listAlertLog', { params: { symbolId } })).total;
  assert.deepEqual([await ofPair('BTCUSDT'), await ofPair('ETHUSDT')], [1, 0]);
  const { items } = await ada.ask('listAlerts');
  assert.deepEqual([items[0]!.switch, items[0]!.state, items[0]!.firedCount], [0, 'off', 1]);
  assert.deepEqual(await ada.ask('alertUnreadFlag'), { unread: true, count: 1 });
  assert.deepEqual(await ada.ask('markAlertLogRead', {}), { updated: 1 });
  assert.deepEqual(await ada.ask('alertUnreadFlag'), { unread: false, count: 0 });
  const station = async () => (await ada.ask('listAlertLog')).items[0]!.deliveries.find(({ channel }) => channel === 4);
  const read = await station();
  assert.equal(read?.status, 'acknowledged', 'whoever reads it in the station has it');
  await ada.ask('markAlertLogRead', { status: 0 });
  await ada.ask('markAlertLogRead', {});
  assert.deepEqual(await station(), read, 'and had it when they read it first');
});

test('a wick between the making of an alert and its arming is judged', async () => {
  const ada = person();
  await ada.ask('createAlert', form({ configurePrice: '120' }));
  // The test does not wait: these two may well be there before the judge has heard of the alert.
  tick('BTCUSDT', 121, 1);
  tick('BTCUSDT', 100, 1);
  const [row] = await logOf(ada);
  assert.deepEqual([row!.firingPrice, row!.fromCandles], ['121', false]);
});

test('worked case 7: the mark crosses and the last does not: only the alert on the mark fires', async () => {
  const ada = person();
  const futures = (priceSource: 0 | 1 | 2) => form({ businessLine: 2, symbolId: 'BTCUSDT_UMCBL', priceSource, configurePrice: '105' });
  for (const source of [0, 1, 2] as const) await ada.ask('createAlert', futures(source));
  tick('BTCUSDT_UMCBL', { last: 101, mark: 106, index: 102 });
  const rows = await logOf(ada);
  assert.deepEqual(
    rows.map(({ priceSource, firingPrice }) => [priceSource, firingPrice]),
    [[1, '106']],
  );
  const ofLine = async (line: 1 | 2 | 3) => (await ada.ask('listAlertLog', { params: { businessLine: line } })).items;
  assert.deepEqual([(await ofLine(1)).length, (await ofLine(3)).length], [0, 0], 'section 7: the log is narrowed to a business line');
  assert.match((await ofLine(2))[0]!.content, /Mark price 106/);
});

test('worked case 3: a jump over three targets fires three, and four in a second come as one summary', async () => {
  const ada = person({ email: 'sum@people.example' });
  for (const target of ['101', '102', '103', '104']) await ada.ask('createAlert', form({ configurePrice: target, channels: [3, 5] }));
  await delay(50);
  tick('BTCUSDT', 112);
  assert.equal((await logOf(ada, 4)).length, 4);
  const letter = await smtp.nextTo('sum@people.example');
  assert.match(letter.subject, /4 price alerts/);
  assert.equal(letter.text.match(/• BTC\/USDT/g)?.length, 4, 'each line names its pair');
  await until('every delivery done', async () =>
    (await ada.ask('listAlertLog')).items.every(({ deliveries }) => deliveries.every(({ status }) => status !== 'pending')),
  );
  assert.equal(smtp.mails.filter(({ to }) => to.includes('sum@people.example')).length, 1);
  assert.deepEqual(
    noticesTo(ada).map(({ count }) => count),
    [4],
  );
});

test('worked case 8: what a limit holds back is in the log and not delivered, and the state says so', async () => {
  const ada = person();
  await ada.ask('createAlert', form({ alertType: 3, configurePrice: '0.01' }));
  for (const price of [101, 103, 105, 107]) {
    await delay(20);
    tick('BTCUSDT', price, 3_600_000);
  }
  const rows = await logOf(ada, 4);
  assert.deepEqual(
    rows.map(({ suppressedBy, deliveries }) => [suppressedBy, deliveries.length > 0]),
    [
      ['perDay', false],
      ['perDay', false],
      [null, true],
      [null, true],
    ],
  );
  assert.equal((await ada.ask('listAlerts')).items[0]!.state, 'limited');
  assert.equal((await ada.ask('alertUnreadFlag')).count, 2);
});

test('in quiet hours nothing pops up, sounds or rings; mail and station stay', async () => {
  const quiet = { ...defaultUserPreference, quietFrom: 0, quietTo: 1439 };
  const isNow = new Date().getUTCHours() * 60 + new Date().getUTCMinutes() < 1438;
  const ada = person({
    email: 'quiet@people.example',
    phone: '+491709999999',
    preference: isNow ? quiet : { ...quiet, quietFrom: 720, quietTo: 700 },
  });
  await ada.ask('createAlert', form({ channels: [2, 3, 5] }));
  tick('BTCUSDT', 111);
  await smtp.nextTo('quiet@people.example');
  const [row] = await until('all done', async () => {
    const { items } = await ada.ask('listAlertLog');
    return items[0]?.deliveries.every(({ status }) => status !== 'pending') && items;
  });
  assert.deepEqual(
    row!.deliveries.map(({ channel, status, reason }) => [channel, status, reason]),
    [
      [2, 'suppressed', 'quiet'],
      [3, 'sent', null],
      [4, 'sent', null],
      [5, 'acknowledged', null],
    ],
  );
  assert.deepEqual(
    noticesTo(ada).map(({ isShow, sound }) => [isShow, sound]),
    [[false, false]],
  );
});

test('P2P: the best ad of a merchant that stays meets the target and is told with its terms', async () => {
  const ada = person();
  room.market.setAds([adOf('sell', 0.92), adOf('buy', 0.91)]);
  await ada.ask('createAlert', form({ businessLine: 3, symbolId: 'USDT_EUR', alertType: 2, configurePrice: '0.9', frequency: 3 }));
  room.market.setAds([adOf('sell', 0.89), adOf('buy', 0.91)]);
  const [row] = await until('the firing', async () => {
    room.clock.advance(1_000);
    const { items } = await ada.ask('listAlertLog');
    return items.length > 0 && items;
  }).catch(async () => logOf(ada));
  assert.deepEqual(
    [row!.firingPrice, row!.ad],
    ['0.89', { price: '0.89', minAmount: '10', maxAmount: '900', paymentMethods: ['SEPA', 'Wise'] }],
  );
  assert.match(row!.content, /SEPA, Wise/);
});

test('a trial notice goes the way of a real one; who is not there is told so', async () => {
  const ada = person({ email: 'trial@people.example' });
  assert.deepEqual(await ada.ask('testAlertChannel', { channel: 3 }), { status: 'sent', reason: null });
  assert.match((await smtp.nextTo('trial@people.example')).subject, /price alert/i);
  assert.deepEqual(await ada.ask('testAlertChannel', { channel: 5 }), { status: 'acknowledged', reason: null });
  assert.deepEqual(await ada.ask('testAlertChannel', { channel: 2 }), { status: 'failed', reason: 'noAddress' });
  assert.equal(await ada.refusal('testAlertChannel', { channel: 3 }), 'alertTooFast');
});

test('metrics tell ticks, firings, what was held back, the outbox and how long it took', async () => {
  const text = await until('figures', async () => {
    const said = await metrics.text();
    return /alerts_firings_total [1-9]/.test(said) && said;
  });
  for (const name of [
    'alerts_ticks_judged_total',
    'alerts_suppressed_total',
    'alerts_outbox_depth',
    'alerts_delivery_seconds_bucket',
    'alerts_feed_lag_seconds',
  ])
    assert.ok(text.includes(name), name);
});

test('an alert whose commit is seen 30 s after its time of change is armed all the same', async () => {
  const { rows } = await room.db.pool.query<{ id: string }>(
    `with made as (
       insert into alert (user_id, client_key, business_line, contract_line, symbol_id, type, source, frequency, price, channels, is_open,
         version, tick, time_zone, partition, created_at, updated_at, changed_at)
       values (gen_random_uuid(), 'late', 2, 12, 'ETHUSDC_CMCBL', 1, 0, 3, 70, '{4}', true, 1, '0.01', -1, $1, now(), now(),
         clock_timestamp() - interval '30 seconds') returning id)
     insert into alert_state (alert_id, version, fire_seq, judged_at, standing) select id, 1, 0, $2::bigint, $3::jsonb from made
     returning alert_id as id`,
    [partitionOf('ETHUSDC_CMCBL'), room.clock.now(), newStanding(1, room.clock.now())],
  );
  tick('ETHUSDC_CMCBL', 71);
  await until(
    'its firing',
    async () => (await room.db.pool.query('select 1 from alert_log where alert_id = $1', [rows[0]!.id])).rowCount === 1,
  );
});
