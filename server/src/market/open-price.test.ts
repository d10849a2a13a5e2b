import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '@tidemark/contract/errors.ts';
import { last24h, quoteAt, timeZoneOffsets } from '@tidemark/contract/market.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { candleStart, type Candle, type CandleQuery } from '@tidemark/source/candle.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { dayStart } from './day-opens.ts';
import { ask, isRefusal, room, settled, start, stopAfter } from './testing/test-room.ts';
import { createTestSource, tickOf } from './testing/test-source.ts';

test('a day begins at midnight of its base, whichever side of Greenwich', () => {
  const noonUtc = Date.UTC(2026, 10, 12, 12);
  assert.equal(dayStart(0, noonUtc), Date.UTC(2026, 10, 12));
  assert.equal(dayStart(480, noonUtc), Date.UTC(2026, 10, 11, 16));
  assert.equal(dayStart(-300, noonUtc), Date.UTC(2026, 10, 12, 5));
  assert.equal(dayStart(720, noonUtc), noonUtc);
  assert.equal(dayStart(720, noonUtc - 1), noonUtc - dayMs);
  assert.equal(dayStart(-720, noonUtc), noonUtc);
});

test('getOpenPrice over the simulator: the open of every quoted symbol is the price of that moment, on feed and replica', async (t) => {
  const bus = createInProcessBus();
  const clock = createHandClock(start);
  const simulator = createSimulator({ clock, seed: 1 });
  const { market: feed } = room(bus, simulator, clock);
  const { market: replica } = room(bus, null, clock);
  stopAfter(t, feed, replica);
  await feed.start();
  await replica.start();
  await settled();
  for (const [bussiness, line] of [
    ['sp', ['sp']],
    ['mc', ['umcbl', 'cmcbl', 'dmcbl']],
  ] as const) {
    const quoted = line.flatMap((instType) => feed.board.ids(instType)).filter((id) => feed.board.quote(id));
    // What is halted and has not traded since midnight has no open of the day.
    const traded = quoted.filter((id) => feed.catalog.symbol(id)!.status === 'online');
    for (const timezone of timeZoneOffsets.filter((_, i) => i % 8 === 0)) {
      const { symbolKlines, isWhole } = await ask(feed, 'getOpenPrice', { bussiness, timezone });
      assert.equal(isWhole, true);
      assert.ok(symbolKlines.length >= traded.length && symbolKlines.length <= quoted.length, `${bussiness} ${timezone}`);
      assert.deepEqual(
        traded.filter((id) => !symbolKlines.some(({ symbolId }) => symbolId === id)),
        [],
      );
      for (const { symbolId, openPrice, openTime } of symbolKlines.filter((_, i) => i % 97 === 0)) {
        assert.equal(openTime, Math.max(dayStart(timezone, start), candleStart('1h', feed.catalog.symbol(symbolId)!.listedAt!)), symbolId);
        const listedAt = feed.catalog.symbol(symbolId)!.listedAt!;
        if (openTime >= listedAt) assert.equal(Number(openPrice), simulator.priceAt(symbolId, openTime), symbolId);
      }
      assert.deepEqual(await ask(replica, 'getOpenPrice', { bussiness, timezone }), { symbolKlines, isWhole });
    }
    const rolling = (await ask(replica, 'getOpenPrice', { bussiness })).symbolKlines;
    assert.deepEqual(await ask(replica, 'getOpenPrice', { bussiness, timezone: last24h }), { symbolKlines: rolling, isWhole: true });
    assert.equal(rolling.length, quoted.length);
    for (const { symbolId, openPrice, openTime } of rolling) {
      assert.equal(openPrice, replica.board.row(symbolId)![quoteAt.open24h]);
      assert.equal(openTime, replica.board.quote(symbolId)!.ts - dayMs);
    }
  }
});

/** Opens with the number of its hour. */
const hourly = ({ symbolId, from, to }: CandleQuery): Candle[] => {
  if (symbolId === 'NEVERUSDT') return [];
  const candles: Candle[] = [];
  for (let ts = Math.ceil(from! / hourMs) * hourMs; ts <= to!; ts += hourMs)
    candles.push({ ts, open: ts / hourMs, high: ts, low: 1, close: 2, volume: 1, turnover: 1 });
  return candles;
};

test('one reading serves all bases; when the hour turns, the day of one base does, and only that hour is read', async (t) => {
  const asked: CandleQuery[] = [];
  const source = createTestSource(['BTCUSDT', 'NEVERUSDT'], (query) => (asked.push(query), hourly(query)));
  const { market, clock } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  source.tell([tickOf('BTCUSDT', 1, start), tickOf('NEVERUSDT', 1, start)]);
  const openOn = async (timezone: number) =>
    (await ask(market, 'getOpenPrice', { bussiness: 'sp', timezone })).symbolKlines.map(({ symbolId, openPrice, openTime }) => [
      symbolId,
      Number(openPrice),
      openTime,
    ]);
  // 14:13 UTC: on UTC+10 the day began with the running hour, on all others before it.
  for (const timezone of timeZoneOffsets.filter((offset) => offset !== 600)) {
    const midnight = dayStart(timezone, start);
    assert.deepEqual(await openOn(timezone), [['BTCUSDT', midnight / hourMs, midnight]], String(timezone));
  }
  const two = candleStart('1h', start);
  const askedOfBitcoin = () => asked.filter(({ symbolId }) => symbolId === 'BTCUSDT').map(({ from, to }) => [from, to]);
  assert.deepEqual(askedOfBitcoin(), [[two - 23 * hourMs, two - 1]]);
  assert.equal(
    asked.filter(({ symbolId }) => symbolId === 'NEVERUSDT').length,
    2,
    'closed hours, then the running one; then not again at once',
  );
  assert.deepEqual(await openOn(600), [['BTCUSDT', two / hourMs, two]]);
  assert.deepEqual(askedOfBitcoin().slice(1), [[two, start]]);
  asked.length = 0;
  // At 15:00 it is midnight on UTC+9.
  clock.advance(hourMs);
  const three = candleStart('1h', clock.now());
  assert.deepEqual(await openOn(480), [['BTCUSDT', dayStart(480, start) / hourMs, dayStart(480, start)]]);
  assert.deepEqual(askedOfBitcoin(), []);
  assert.ok(asked.length > 0, 'what never traded is asked for again');
  assert.deepEqual(await openOn(540), [['BTCUSDT', three / hourMs, three]]);
  assert.deepEqual(askedOfBitcoin(), [[three, clock.now()]]);
});

test('one symbol that cannot be read takes nobody with it; if none can, the reason is told', async (t) => {
  let isDown = false;
  const source = createTestSource(['BTCUSDT', 'ETHUSDT', 'BTCUSDT_UMCBL'], (query) =>
    isDown || query.symbolId === 'ETHUSDT' ? refuse('timeout') : hourly(query),
  );
  const { market } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  source.tell(['BTCUSDT', 'ETHUSDT', 'BTCUSDT_UMCBL'].map((id) => tickOf(id, 1, start)));
  assert.deepEqual(
    (await ask(market, 'getOpenPrice', { bussiness: 'sp', timezone: 0 })).symbolKlines.map(({ symbolId }) => symbolId),
    ['BTCUSDT'],
  );
  isDown = true;
  await assert.rejects(ask(market, 'getOpenPrice', { bussiness: 'mc', timezone: 0 }), isRefusal('timeout'));
});

test('a slow source: who asks gets what is known in time, and the rest later', async (t) => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const quick = createTestSource(['BTCUSDT', 'ETHUSDT'], hourly);
  const source = { ...quick, candles: async (query: CandleQuery) => (query.symbolId === 'ETHUSDT' && (await gate), hourly(query)) };
  const { market, clock } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  quick.tell([tickOf('BTCUSDT', 1, start), tickOf('ETHUSDT', 1, start)]);
  const openOnUtc = async () => {
    const { symbolKlines, isWhole } = await ask(market, 'getOpenPrice', { bussiness: 'sp', timezone: 0 });
    return { known: symbolKlines.map(({ symbolId }) => symbolId), isWhole };
  };
  const first = openOnUtc();
  await settled();
  clock.advance(5_000);
  assert.deepEqual(await first, { known: ['BTCUSDT'], isWhole: false });
  release();
  assert.deepEqual(await openOnUtc(), { known: ['BTCUSDT', 'ETHUSDT'], isWhole: true });
});

test('without candles only the last 24 hours have an opening', async (t) => {
  const source = createTestSource(['BTCUSDT']);
  const { market } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  source.tell([tickOf('BTCUSDT', 7, start)]);
  assert.equal(Number((await ask(market, 'getOpenPrice', { bussiness: 'sp' })).symbolKlines[0]!.openPrice), 7);
  await assert.rejects(ask(market, 'getOpenPrice', { bussiness: 'sp', timezone: 60 }), isRefusal('sourceLacksData'));
});

test('topExchangeList: markets by turnover in USDT; shares and pairs add up', async (t) => {
  const bus = createInProcessBus();
  const clock = createHandClock(start);
  const { market } = room(bus, createSimulator({ clock, seed: 1 }), clock);
  stopAfter(t, market);
  await market.start();
  await settled();
  const { items, total } = await ask(market, 'topExchangeList', {});
  assert.equal(total, items.length);
  assert.deepEqual(items.map(({ name }) => name).sort(), [
    'Coin-M',
    'Spot BTC',
    'Spot ETH',
    'Spot EUR',
    'Spot USDC',
    'Spot USDT',
    'USDC-M',
    'USDT-M',
  ]);
  const turnovers = items.map((item) => Number(item.turnover24hUsdt));
  assert.deepEqual(
    turnovers,
    turnovers.toSorted((a, b) => b - a),
  );
  assert.ok(turnovers.at(-1)! > 0);
  assert.ok(Math.abs(items.reduce((sum, { share }) => sum + Number(share), 0) - 1) < 1e-5);
  assert.deepEqual(
    items.map(({ rank }) => rank),
    items.map((_, i) => i + 1),
  );
  const spot = await ask(market, 'getHomeQuotation', { businessLine: 1, quote: 'USDT', pageSize: 5000 });
  const online = spot.items.filter(({ status }) => status === 'online');
  const spotUsdt = items.find(({ name }) => name === 'Spot USDT')!;
  assert.equal(spotUsdt.pairs, online.length);
  const sum = online.reduce((total, item) => total + Number(item.quote[quoteAt.turnover24h]), 0);
  assert.ok(Math.abs(Number(spotUsdt.turnover24hUsdt) / sum - 1) < 1e-6);
  assert.equal(spotUsdt.businessLine, 1);
});
