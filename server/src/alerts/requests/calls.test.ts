import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { alertCalls } from '@tidemark/contract/alerts.ts';
import type { InputToSend } from '@tidemark/contract/wire.ts';
import { adOf } from '../testing/test-market.ts';
import { alertForm as form, openCalls, startMs } from '../testing/test-calls.ts';

type Create = InputToSend<(typeof alertCalls)['createAlert']>;
let room: Awaited<ReturnType<typeof openCalls>>;
before(async () => {
  room = await openCalls();
});
after(() => room.close());
beforeEach(() => {
  room.market.set('BTCUSDT', { last: 100, open24h: 95 });
  room.market.set('ETHUSDT', 10);
  room.market.set('BTCUSDT_UMCBL', { last: 100, mark: 100.5, index: 99.5 });
  room.market.set('BTCUSD_DMCBL', { last: 100, mark: 100.5, index: 99.5 });
  room.market.setAds([
    adOf('sell', 0.92),
    adOf('sell', 0.9, { available: 0 }),
    adOf('sell', 0.8, { merchant: { ...adOf('sell', 1).merchant, completion: 0.5 } }),
    adOf('buy', 0.91),
  ]);
});

test('section 4: each of the eight types is created on spot and listed with its state and distance', async () => {
  const ada = room.deviceOf();
  const forms = [
    form(),
    form({ alertType: 2, configurePrice: '90' }),
    form({ alertType: 3, configurePrice: '0.05' }),
    form({ alertType: 4, configurePrice: '0.1' }),
    form({ alertType: 5, configurePrice: '0.1' }),
    form({ alertType: 6, configurePrice: '0.05' }),
    form({ alertType: 7, configurePrice: null, configurePriceUp: '120', configurePriceDown: '110' }),
    form({ alertType: 8, configurePrice: null, configurePriceUp: '120', configurePriceDown: '90' }),
  ];
  for (const each of forms) assert.equal((await ada.ask('createAlert', each)).startsLatched, false);
  const { items, total, open, limits } = await ada.ask('listAlerts');
  assert.deepEqual([total, open, limits], [8, { spot: 8, futures: 0, p2p: 0, total: 8 }, { perLine: 20, total: 50 }]);
  assert.deepEqual(
    items.map(({ alertType }) => alertType),
    [8, 7, 6, 5, 4, 3, 2, 1],
  );
  assert.deepEqual(
    items.map(({ distance }) => Number(distance).toFixed(4)),
    [-0.1, 0.1, -0.05 - 5 / 95, 0.1 - 5 / 95, -0.1, 0.05, -0.1, 0.1].map((expected) => expected.toFixed(4)),
  );
  assert.ok(
    items.every(({ state, isFavorite, symbolCodeDisplayName }) => state === 'armed' && isFavorite && symbolCodeDisplayName === 'BTC/USDT'),
  );
  assert.equal(items[5]!.anchor, '100');
  room.clock.advance(31_000);
  assert.ok((await ada.ask('listAlerts')).items.every(({ state }) => state === 'stale'));
});

test('futures have three price sources, each with its own price', async () => {
  const ada = room.deviceOf();
  const futures = (over: Partial<Create>) => form({ businessLine: 2, symbolId: 'BTCUSDT_UMCBL', ...over });
  assert.equal(
    await ada.refusal('createAlert', futures({ priceSource: 1, configurePrice: '100.4' })),
    'alertInvalidPrice',
    'the mark is above it',
  );
  for (const priceSource of [0, 1, 2] as const) await ada.ask('createAlert', futures({ priceSource, configurePrice: '100.6' }));
  await ada.ask('createAlert', form({ businessLine: 2, symbolId: 'BTCUSD_DMCBL', configurePrice: '101' }));
  const { items } = await ada.ask('listAlerts', { params: { businessLine: 2 } });
  assert.deepEqual(
    items.map(({ contractLine, priceSource, markPrice, indexPrice }) => [contractLine, priceSource, markPrice, indexPrice]),
    [
      [11, 0, '100.5', '99.5'],
      [10, 2, '100.5', '99.5'],
      [10, 1, '100.5', '99.5'],
      [10, 0, '100.5', '99.5'],
    ],
  );
  assert.equal(
    await ada.refusal('createAlert', form({ symbolId: 'BTCUSDT_UMCBL' })),
    'unknownSymbol',
    'a contract is not on the spot line',
  );
});

test('the change of 24 hours is told of the last trade whatever price is named, so that the same alert is not set twice', async () => {
  const ada = room.deviceOf();
  room.market.set('BTCUSDT_UMCBL', { last: 100, mark: 100.5, index: 99.5, open24h: 95 });
  const ofDay = (over: Partial<Create>) =>
    form({ businessLine: 2, symbolId: 'BTCUSDT_UMCBL', alertType: 5, configurePrice: '0.1', ...over });
  const { alert } = await ada.ask('createAlert', ofDay({ priceSource: 1 }));
  assert.equal(alert.priceSource, 0);
  for (const priceSource of [0, 1, 2] as const)
    assert.equal(await ada.refusal('createAlert', ofDay({ priceSource })), 'alertDuplicate', `source ${priceSource}`);
});

test('the price of now beside a P2P alert is that of the ads it waits for: sellers pay, buyers ask', async () => {
  const ada = room.deviceOf();
  const p2p = (over: Partial<Create>) => form({ businessLine: 3, symbolId: 'USDT_EUR', frequency: 3, ...over });
  await ada.ask('createAlert', p2p({ alertType: 2, configurePrice: '0.85' }));
  await ada.ask('createAlert', p2p({ alertType: 1, configurePrice: '0.95' }));
  assert.deepEqual(
    (await ada.ask('listAlerts')).items.map(({ alertType, price }) => [alertType, price]),
    [
      [1, '0.91'],
      [2, '0.92'],
    ],
  );
});

test('section 5: P2P waits for less than the lowest ad and for more than the highest, of merchants that keep their word', async () => {
  const ada = room.deviceOf();
  const p2p = (over: Partial<Create>) => form({ businessLine: 3, symbolId: 'USDT_EUR', frequency: 3, ...over });
  assert.deepEqual((await ada.ask('alertParameters', { businessLine: 3, symbolId: 'USDT_EUR' })).ads, { lowest: '0.92', highest: '0.91' });
  assert.equal(await ada.refusal('createAlert', p2p({ alertType: 2, configurePrice: '0.92' })), 'p2pBuyPriceTooHigh');
  assert.equal(await ada.refusal('createAlert', p2p({ alertType: 1, configurePrice: '0.91' })), 'p2pSellPriceTooLow');
  assert.equal(await ada.refusal('createAlert', p2p({ alertType: 3, configurePrice: '0.05' })), 'alertWrongType');
  await ada.ask('createAlert', p2p({ alertType: 2, configurePrice: '0.85' }));
  await ada.ask('createAlert', p2p({ alertType: 1, configurePrice: '0.95' }));
  room.market.setAds([]);
  assert.equal(await ada.refusal('createAlert', p2p({ alertType: 2, configurePrice: '0.5' })), 'alertNoFreshPrice');
  assert.deepEqual(
    (await ada.ask('listAlerts')).items.map(({ state, distance }) => [state, distance]),
    [
      ['stale', null],
      ['stale', null],
    ],
  );
});

test('section 5: what is wrong with a form has its own refusal', async () => {
  const ada = room.deviceOf();
  const cases: [Partial<Create>, string][] = [
    [{ configurePrice: '100' }, 'alertInvalidPrice'],
    [{ configurePrice: '99' }, 'alertInvalidPrice'],
    [{ alertType: 2, configurePrice: '101' }, 'alertInvalidPrice'],
    [{ configurePrice: null }, 'alertInvalidPrice'],
    [{ alertType: 3, configurePrice: '0' }, 'alertInvalidPercent'],
    [{ alertType: 3, configurePrice: '10.01' }, 'alertInvalidPercent'],
    [{ alertType: 4, configurePrice: '1' }, 'alertInvalidPercent'],
    [{ alertType: 3, configurePrice: '0.00001' }, 'alertInvalidPercent'],
    [{ alertType: 7, configurePriceUp: '110', configurePriceDown: '120' }, 'alertUpperNotAboveLower'],
    [{ channels: [] }, 'alertChannelMissing'],
    [{ symbolId: 'NOPEUSDT' }, 'unknownSymbol'],
    [{ priceSource: 1 }, 'alertParameters'],
  ];
  for (const [over, refusal] of cases) assert.equal(await ada.refusal('createAlert', form(over)), refusal, JSON.stringify(over));
  room.clock.advance(30_001);
  assert.equal(await ada.refusal('createAlert', form()), 'alertNoFreshPrice');
  assert.equal((await ada.ask('listAlerts')).total, 0);
});

test('what holds already starts latched, and the answer says so', async () => {
  const ada = room.deviceOf();
  const inside = await ada.ask('createAlert', form({ alertType: 7, configurePriceUp: '120', configurePriceDown: '90' }));
  const outside = await ada.ask('createAlert', form({ alertType: 8, configurePriceUp: '130', configurePriceDown: '120' }));
  assert.deepEqual([inside.startsLatched, outside.startsLatched, inside.alert.state], [true, true, 'latched']);
});

test('the same values twice are refused however they are spelled, and also while the first is switched off', async () => {
  const ada = room.deviceOf();
  const { alert } = await ada.ask('createAlert', form());
  await ada.ask('updateAlert', { id: alert.id, switch: 0 });
  assert.equal(await ada.refusal('createAlert', form({ configurePrice: '110.00' })), 'alertDuplicate');
  assert.equal(await ada.refusal('createAlert', form({ frequency: 3, channels: [3] })), 'alertDuplicate');
  const other = await ada.ask('createAlert', form({ configurePrice: '111' }));
  assert.equal(await ada.refusal('updateAlert', { id: other.alert.id, configurePrice: '110' }), 'alertDuplicate');
  await room.deviceOf().ask('createAlert', form());
  await ada.ask('deleteAlerts', { ids: [alert.id] });
  await ada.ask('createAlert', form());
});

test('a create that is sent again makes no second alert, at once or later', async () => {
  const ada = room.deviceOf();
  const sent = form();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ada.ask('createAlert', sent)));
  assert.equal(new Set(answers.map(({ alert }) => alert.id)).size, 1);
  room.clock.advance(60_000);
  assert.equal((await ada.ask('createAlert', sent)).alert.id, answers[0]!.alert.id, 'also when no fresh price is there');
  assert.equal((await ada.ask('listAlerts')).total, 1);
});

test('section 9: 20 open alerts a line and 50 in total hold under concurrent creation, re-opening and restoring', async () => {
  const ada = room.deviceOf();
  const many = (line: 1 | 2 | 3, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const over: Partial<Create> =
        line === 1
          ? { configurePrice: `${200 + at}` }
          : line === 2
            ? { businessLine: 2, symbolId: 'BTCUSDT_UMCBL', configurePrice: `${200 + at}` }
            : { businessLine: 3, symbolId: 'USDT_EUR', alertType: 1, configurePrice: `${2 + at}` };
      return ada.refusal('createAlert', form(over));
    });
  const spot = await Promise.all(many(1, 26));
  assert.deepEqual(
    [spot.filter((refusal) => refusal === null).length, spot.filter((refusal) => refusal === 'alertLineLimit').length],
    [20, 6],
  );
  const rest = await Promise.all([...many(2, 16), ...many(3, 16)]);
  assert.deepEqual(
    [rest.filter((refusal) => refusal === null).length, rest.filter((refusal) => refusal === 'alertTotalLimit').length],
    [30, 2],
  );
  const { items, open } = await ada.ask('listAlerts', { params: { businessLine: 1 } });
  assert.deepEqual([open.spot, open.total], [20, 50]);
  const [first, second] = items;
  await ada.ask('updateAlert', { id: first!.id, switch: 0 });
  await ada.ask('createAlert', form({ configurePrice: '500' }));
  assert.equal(await ada.refusal('updateAlert', { id: first!.id, switch: 1 }), 'alertTotalLimit');
  await ada.ask('deleteAlerts', { ids: [second!.id] });
  await ada.ask('createAlert', form({ configurePrice: '501' }));
  assert.deepEqual(await ada.ask('restoreAlerts', { ids: [second!.id] }), { restored: 0 });
  assert.equal((await ada.ask('listAlerts')).open.total, 50);
});

test('section 4: switched off and on again it starts anew on the price of then', async () => {
  const ada = room.deviceOf();
  const { alert } = await ada.ask('createAlert', form({ alertType: 3, configurePrice: '0.05' }));
  const off = await ada.ask('updateAlert', { id: alert.id, switch: 0 });
  assert.deepEqual([off.alert.switch, off.alert.state], [0, 'off']);
  room.market.set('BTCUSDT', 120);
  const on = await ada.ask('updateAlert', { id: alert.id, switch: 1 });
  assert.deepEqual([on.alert.switch, on.alert.state, on.alert.anchor, on.alert.version], [1, 'armed', '120', 2]);
});

test('an edit is judged like a create, raises the version, and is refused to whoever saw an older one', async () => {
  const ada = room.deviceOf();
  const { alert } = await ada.ask('createAlert', form());
  assert.equal(await ada.refusal('updateAlert', { id: alert.id, configurePrice: '90' }), 'alertInvalidPrice');
  const edited = await ada.ask('updateAlert', { id: alert.id, version: 1, alertType: 2, configurePrice: '90', channels: [3] });
  assert.deepEqual([edited.alert.version, edited.alert.alertType, edited.alert.configurePrice, edited.alert.channels], [2, 2, '90', [3]]);
  assert.equal(await ada.refusal('updateAlert', { id: alert.id, version: 1, configurePrice: '80' }), 'alertChanged');
});

test('a deleted alert comes back within ten minutes and not after, and not twice', async () => {
  const ada = room.deviceOf();
  const { alert } = await ada.ask('createAlert', form());
  assert.deepEqual(await ada.ask('deleteAlerts', { ids: [alert.id, '999999999', 'x'] }), { deleted: 1 });
  assert.deepEqual(await ada.ask('deleteAlerts', { ids: [alert.id] }), { deleted: 0 });
  assert.equal((await ada.ask('listAlerts')).total, 0);
  // The price went beyond the target meanwhile: brought back, it does not fire on what it missed.
  room.market.set('BTCUSDT', 115);
  assert.deepEqual(await ada.ask('restoreAlerts', { ids: [alert.id] }), { restored: 1 });
  assert.deepEqual(
    (await ada.ask('listAlerts')).items.map(({ id, state, version }) => [id, state, version]),
    [[alert.id, 'latched', 2]],
  );
  assert.deepEqual(await ada.ask('restoreAlerts', { ids: [alert.id] }), { restored: 0 });
  await ada.ask('deleteAlerts', { ids: [alert.id] });
  room.clock.advance(10 * 60_000 + 1);
  assert.deepEqual(await ada.ask('restoreAlerts', { ids: [alert.id] }), { restored: 0 });
});

test("another user's alert can be neither seen, changed, deleted nor brought back", async () => {
  const [ada, eve] = [room.deviceOf(), room.deviceOf()];
  const { alert } = await ada.ask('createAlert', form());
  assert.deepEqual((await eve.ask('listAlerts')).items, []);
  assert.equal(await eve.refusal('updateAlert', { id: alert.id, switch: 0 }), 'alertNotFound');
  assert.equal(await eve.refusal('updateAlert', { id: alert.id, configurePrice: '300' }), 'alertNotFound');
  assert.deepEqual(await eve.ask('deleteAlerts', { ids: [alert.id] }), { deleted: 0 });
  await ada.ask('deleteAlerts', { ids: [alert.id] });
  assert.deepEqual(await eve.ask('restoreAlerts', { ids: [alert.id] }), { restored: 0 });
  assert.deepEqual(await ada.ask('restoreAlerts', { ids: [alert.id] }), { restored: 1 });
  for (const id of ['0', '-1', '1e3', "1' or 1=1", '99999999999999999999'])
    assert.equal(await ada.refusal('updateAlert', { id, switch: 0 }), 'alertNotFound');
});

test('the dialog is told limits, channels with what they need, and the pair with its prices', async () => {
  const ada = room.deviceOf({ email: null });
  const parameters = await ada.ask('alertParameters', { businessLine: 1, symbolId: 'BTCUSDT' });
  assert.deepEqual(parameters.frequencyLimits, { inSecond: 1, frequencys: 2, perHour: 2, perDay: 2 });
  assert.deepEqual(
    parameters.channels.slice(0, 5).map(({ channel, available, needs }) => [channel, available, needs]),
    [
      [1, false, 'allowPush'],
      [2, false, 'smsNotSet'],
      [3, false, 'bindEmail'],
      [4, true, null],
      [5, true, null],
    ],
  );
  assert.deepEqual([parameters.pair?.price, parameters.pair?.chgUTC, parameters.pair?.isFavorite], ['100', '0.052632', true]);
  assert.ok(parameters.vapidPublicKey.length > 80);
  assert.equal(parameters.vapidPublicKey, (await ada.ask('alertParameters')).vapidPublicKey);
  assert.equal(await ada.refusal('alertParameters', { businessLine: 1, symbolId: 'NOPEUSDT' }), 'unknownSymbol');
  assert.equal(await ada.refusal('createAlert', form({ channels: [2] })), null, 'a channel may be chosen before it is ready');
});

test('a browser is taken for push only at a known push service, and belongs to who subscribed it last', async () => {
  const [ada, eve] = [room.deviceOf(), room.deviceOf()];
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  for (const endpoint of [
    'https://10.0.0.1/x',
    'http://push.example.com/x',
    'https://push.example.com.evil.example/x',
    'https://user@push.example.com/x',
  ]) {
    assert.equal(await ada.refusal('subscribePush', { endpoint, keys }), 'alertParameters', endpoint);
  }
  const endpoint = 'https://push.example.com/abc';
  assert.deepEqual(await ada.ask('subscribePush', { endpoint, keys }), { browsers: 1 });
  assert.equal((await ada.ask('alertParameters')).channels[0]!.available, true);
  assert.deepEqual(await eve.ask('unsubscribePush', { endpoint }), { browsers: 0 });
  assert.deepEqual(await eve.ask('subscribePush', { endpoint, keys }), { browsers: 1 });
  assert.equal((await ada.ask('alertParameters')).channels[0]!.available, false);
});

test('pairs to set alerts on are found by line, contract line and keyword', async () => {
  const ada = room.deviceOf();
  const ids = async (input: InputToSend<(typeof alertCalls)['alertExchangeSetting']>) =>
    (await ada.ask('alertExchangeSetting', input)).items.map(({ symbolId }) => symbolId);
  assert.deepEqual(await ids({ businessLine: 1 }), ['BTCUSDT', 'ETHUSDT']);
  assert.deepEqual(await ids({ businessLine: 1, keyword: 'eth/' }), ['ETHUSDT']);
  assert.deepEqual(await ids({ businessLine: 2, contractLine: 11 }), ['BTCUSD_DMCBL']);
  const p2p = await ada.ask('alertExchangeSetting', { businessLine: 3 });
  assert.deepEqual(
    [p2p.items.map(({ symbolId }) => symbolId), p2p.fiats, p2p.coins.map(({ coinName }) => coinName)],
    [['USDT_EUR', 'BTC_EUR'], ['EUR'], ['USDT', 'BTC']],
  );
});

test('the preview counts what would have fired in thirty days of candles', async () => {
  const ada = room.deviceOf();
  const stepMs = 900_000;
  const begin = startMs - 31 * 86_400_000;
  // Every day one hour at 111, else 100.
  const candles = Array.from({ length: 31 * 96 + 60 }, (_, at) => {
    const price = at % 96 >= 40 && at % 96 < 44 ? 111 : 100;
    return { ts: begin + at * stepMs, open: price, high: price, low: price, close: price, volume: 1, turnover: 1 };
  });
  room.market.setCandles('BTCUSDT', '15m', candles);
  const { clientKey: _, channels: __, ...asked } = form();
  const { preview } = await ada.ask('previewAlert', asked);
  assert.equal(preview?.days, 30);
  assert.ok(preview.fired === 30 || preview.fired === 31, JSON.stringify(preview));
  assert.deepEqual((await ada.ask('previewAlert', { ...asked, configurePrice: '150' })).preview?.fired, 0);
  assert.equal((await ada.ask('previewAlert', { ...asked, frequency: 3 })).preview?.fired, 1);
  const { firings, fired } = preview;
  assert.deepEqual([firings.length, ...new Set(firings.map(({ price }) => price))], [fired, '111']);
  assert.deepEqual(
    firings,
    firings.toSorted((a, b) => b.at - a.at),
  );
  assert.equal((await ada.ask('previewAlert', { ...asked, symbolId: 'ETHUSDT', configurePrice: '20' })).preview, null);
  assert.equal(await ada.refusal('previewAlert', { ...asked, configurePrice: null }), 'alertInvalidPrice');
});

test('a visitor is told what the form needs, and its preview; what is sent to an address waits for them to log in', async () => {
  const visitor = room.visitor();
  const { pair, open, channels } = await visitor.ask('alertParameters', { businessLine: 1, symbolId: 'BTCUSDT' });
  assert.deepEqual([pair?.price, open.total], ['100', 0]);
  assert.equal(channels.filter(({ needs }) => needs === 'logIn').length, 3);
  assert.ok((await visitor.ask('alertExchangeSetting', { businessLine: 1, keyword: 'btc' })).items.length > 0);
  const { clientKey: _, channels: __, ...asked } = form();
  assert.equal((await visitor.ask('previewAlert', { ...asked, symbolId: 'ETHUSDT', configurePrice: '20' })).preview, null);
});

test('the preview of a mark or index alert judges that price and not the last one', async () => {
  const ada = room.deviceOf();
  const begin = startMs - 31 * 86_400_000;
  const times = Array.from({ length: 31 * 96 }, (_, at) => begin + at * 900_000);
  room.market.setCandles(
    'BTCUSDT_UMCBL',
    '15m',
    times.map((ts) => ({ ts, open: 100, high: 150, low: 100, close: 100, volume: 1, turnover: 1 })),
  );
  // Every day one hour at 112 by the mark; the index never leaves 100.
  room.market.setPoints(
    'BTCUSDT_UMCBL',
    'markPrice',
    times.map((ts, at) => ({ ts, values: { price: at % 96 >= 40 && at % 96 < 44 ? 112 : 100 } })),
  );
  room.market.setPoints(
    'BTCUSDT_UMCBL',
    'indexPrice',
    times.map((ts) => ({ ts, values: { price: 100 } })),
  );
  const { clientKey: _, channels: __, ...asked } = form({ businessLine: 2, symbolId: 'BTCUSDT_UMCBL', configurePrice: '110' });
  const firedOn = async (priceSource: 0 | 1 | 2) => (await ada.ask('previewAlert', { ...asked, priceSource })).preview;
  const [last, mark, index] = [await firedOn(0), await firedOn(1), await firedOn(2)];
  assert.ok(mark!.fired === 30 || mark!.fired === 31, JSON.stringify(mark));
  assert.ok(last!.fired + last!.suppressed > 1_000, JSON.stringify(last));
  assert.deepEqual([index!.days, index!.fired], [30, 0]);
});

test('what was deleted goes for good after a day, and not before', async () => {
  const ada = room.deviceOf();
  const { alert } = await ada.ask('createAlert', form());
  await ada.ask('deleteAlerts', { ids: [alert.id] });
  const rows = async () => (await room.db.pool.query('select 1 from alert where id = $1', [alert.id])).rows.length;
  const [pruningRoom] = room.rooms;
  pruningRoom!.start(() => {});
  room.clock.advance(12 * 3_600_000);
  await pruningRoom!.stop();
  assert.equal(await rows(), 1, 'half a day later it is still kept');
  pruningRoom!.start(() => {});
  room.clock.advance(13 * 3_600_000);
  while ((await rows()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await pruningRoom!.stop();
});
