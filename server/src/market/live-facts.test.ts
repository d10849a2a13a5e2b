// What other rooms get through the front door, in the feed's process and in another one.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { minuteMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { P2pAd, Trade } from '@tidemark/source/source.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Quote } from './board.ts';
import { releaseAfterMs } from './live-streams.ts';
import { room, settled, start, stopAfter } from './testing/test-room.ts';
import { createTestSource, tickOf, type TestSource } from './testing/test-source.ts';

const candleOf = (ts: number, close: number): Candle => ({
  ts,
  open: 100,
  high: Math.max(100, close),
  low: Math.min(100, close),
  close,
  volume: 7,
  turnover: 700,
});
const tradeOf = (id: number): Trade => ({ id: String(id), symbolId: 'BTCUSDT', ts: start + id, price: 100, size: 1, side: 'buy' });
const adOf = (price: number): P2pAd => ({
  id: 'a',
  side: 'sell',
  price,
  available: 1,
  minAmount: 1,
  maxAmount: 2,
  paymentMethods: ['Bank'],
  merchant: { name: 'm', isVerified: true, orders30d: 1, completion: 1, releaseMinutes: 1 },
  updatedAt: start,
});

interface FakeSource {
  readonly source: TestSource;
  readonly followed: string[][];
  readonly streams: Map<string, (trades: readonly Trade[]) => void>;
  ads: readonly P2pAd[];
  candles: readonly Candle[];
}

function createFakeSource(): FakeSource {
  const fake: FakeSource = {
    followed: [],
    streams: new Map(),
    ads: [adOf(5)],
    candles: [],
    source: {
      ...createTestSource(['BTCUSDT', 'ETHUSDT', 'BTCUSDT_UMCBL'], () => fake.candles),
      follow: (ids) => void fake.followed.push([...ids]),
      p2pAds: async () => fake.ads,
      orderBook: async (symbolId) => ({ ts: start, bids: [[symbolId.length, 1]], asks: [] }),
      blocks: async () => ({ height: 900_000, recent: [{ height: 900_000, at: start }], averageIntervalMs: 600_000 }),
      series: async ({ metric }) => (metric === 'openInterest' ? [{ ts: start, values: { base: 1, value: 100 } as never }] : []),
      trades: {
        range: async ({ limit }) => [tradeOf(1), tradeOf(2), tradeOf(3)].slice(-limit),
        watch(symbolIds, onTrades) {
          for (const symbolId of symbolIds) fake.streams.set(symbolId, onTrades);
          return () => symbolIds.forEach((symbolId) => fake.streams.delete(symbolId));
        },
      },
    },
  };
  return fake;
}

async function world(t: TestContext, bus: Bus = createInProcessBus()) {
  const fake = createFakeSource();
  const clock = createHandClock(start);
  const { market: feed } = room(bus, fake.source, clock);
  const { market: replica } = room(bus, null, clock);
  stopAfter(t, replica, feed);
  await feed.start();
  await replica.start();
  /** In steps, because what one timer says another process may answer with a timer. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 100) {
      await settled();
      clock.advance(Math.min(left, 100));
    }
    await settled();
  };
  return { fake, clock, feed, replica, each: [feed, replica] as const, pass };
}

test('asks are answered the same by the feed and by a replica; what the source lacks is null', async (t) => {
  const { each, fake } = await world(t);
  fake.source.tell([
    { ...tickOf('BTCUSDT_UMCBL', 100, start), mark: 101, index: 99, fundingRate: 0.0001, nextFundingAt: start + 1, openInterest: 5 },
  ]);
  for (const market of each) {
    await settled();
    assert.equal(market.board.quote('BTCUSDT_UMCBL')!.mark, 101);
    assert.deepEqual(await market.series([{ metric: 'openInterest', symbolId: 'BTCUSDT_UMCBL', period: '1h', limit: 5 }]), [
      [{ ts: start, values: { base: 1, value: 100 } }],
    ]);
    assert.deepEqual(
      (await market.trades([{ symbolId: 'BTCUSDT', limit: 2 }]))![0]!.map(({ id }) => id),
      ['2', '3'],
    );
    assert.equal((await market.p2pAds({ fiat: 'EUR', coin: 'USDT' }))![0]!.price, 5);
    assert.equal((await market.blocks())!.height, 900_000);
    assert.deepEqual(await market.orderBook('BTCUSDT'), { ts: start, bids: [[7, 1]], asks: [] });
  }
  const bare = createInProcessBus();
  const { market: poor } = room(bare, createTestSource(['BTCUSDT']));
  const { market: poorReplica } = room(bare, null);
  stopAfter(t, poor, poorReplica);
  await poor.start();
  await poorReplica.start();
  for (const market of [poor, poorReplica]) {
    assert.equal(await market.series([{ metric: 'openInterest', symbolId: 'BTCUSDT', period: '1h', limit: 5 }]), null);
    assert.equal(await market.trades([{ symbolId: 'BTCUSDT', limit: 5 }]), null);
    assert.equal(await market.p2pAds({ fiat: 'EUR', coin: 'USDT' }), null);
    assert.equal(await market.blocks(), null);
    assert.equal(await market.orderBook('BTCUSDT'), null);
  }
});

test('every single quote is told in its order, not only the newest', async (t) => {
  const { each, fake } = await world(t);
  const heard = each.map((market) => {
    const prices: number[] = [];
    market.onQuotes((quotes) => prices.push(...quotes.map(({ last }: Quote) => last)));
    return prices;
  });
  fake.source.tell([tickOf('BTCUSDT', 100, start), tickOf('BTCUSDT', 103, start + 1), tickOf('BTCUSDT', 99, start + 2)]);
  await settled();
  for (const prices of heard) assert.deepEqual(prices, [100, 103, 99]);
});

test('a symbol is followed while anybody in any process watches it, and a little longer', async (t) => {
  const { feed, replica, fake, pass } = await world(t);
  const here = feed.follow('BTCUSDT');
  const there = replica.follow('BTCUSDT');
  const other = replica.follow('ETHUSDT');
  await pass(200);
  assert.deepEqual(fake.followed.at(-1)!.toSorted(), ['BTCUSDT', 'ETHUSDT']);
  other();
  here();
  await pass(200);
  assert.deepEqual(fake.followed.at(-1), ['BTCUSDT', 'ETHUSDT'], 'what was let go of comes last');
  await pass(releaseAfterMs);
  assert.deepEqual(fake.followed.at(-1), ['BTCUSDT']);
  there();
  await pass(releaseAfterMs + 200);
  assert.deepEqual(fake.followed.at(-1), []);
});

test('whoever comes and goes in quick turns costs the source nothing', async (t) => {
  const { replica, fake, pass } = await world(t);
  replica.follow('ETHUSDT', 'alert');
  await pass(200);
  replica.follow('BTCUSDT')();
  const calls: number[] = [];
  for (let round = 0; round < 30; round++) {
    const stops = [replica.follow('BTCUSDT'), replica.watchTrades('BTCUSDT', () => {})];
    await pass(100);
    stops.forEach((stop) => stop());
    await pass(100);
    calls.push(fake.followed.length);
  }
  assert.equal(calls.at(-1), calls[0], 'the same symbols all the time');
  assert.deepEqual(fake.followed.at(-1), ['ETHUSDT', 'BTCUSDT']);
  assert.equal(fake.streams.size, 1);
});

test('symbols with an alert come before those on pages, and those before what was looked at longer ago, over all processes', async (t) => {
  const { feed, replica, fake, pass } = await world(t);
  for (const symbolId of ['A1', 'A2', 'A3']) replica.follow(symbolId);
  await pass(200);
  feed.follow('B1');
  replica.follow('Z9', 'alert');
  feed.follow('A2');
  await pass(200);
  assert.deepEqual(fake.followed.at(-1), ['Z9', 'A3', 'A2', 'B1', 'A1']);
  replica.follow('A1');
  await pass(200);
  assert.deepEqual(fake.followed.at(-1), ['Z9', 'A1', 'A2', 'A3', 'B1'], 'looked at again it is the newest');
});

test('a process that falls silent is forgotten', async (t) => {
  const bus = createInProcessBus();
  let isCut = false;
  const cutBus: Bus = { ...bus, publish: (to, payload) => void (isCut || bus.publish(to, payload)) };
  const fake = createFakeSource();
  const clock = createHandClock(start);
  const { market: feed } = room(bus, fake.source, clock);
  const { market: replica } = room(cutBus, null, clock);
  stopAfter(t, replica, feed);
  await feed.start();
  await replica.start();
  replica.follow('BTCUSDT');
  for (let i = 0; i < 12; i++) {
    await settled();
    clock.advance(5_000);
  }
  await settled();
  assert.deepEqual(fake.followed, [['BTCUSDT']], 'a living process keeps what it wants');
  isCut = true;
  for (let i = 0; i < 9; i++) {
    await settled();
    clock.advance(5_000);
  }
  await settled();
  assert.deepEqual(fake.followed.at(-1), []);
});

test('trades stream only while watched, to every watcher in every process', async (t) => {
  const { each, fake, pass } = await world(t);
  assert.equal(fake.streams.size, 0);
  const heard: string[][] = [[], []];
  const stops = each.map((market, i) => market.watchTrades('BTCUSDT', (trades) => heard[i]!.push(...trades.map(({ id }) => id))));
  await pass(200);
  assert.deepEqual([...fake.streams.keys()], ['BTCUSDT']);
  fake.streams.get('BTCUSDT')!([tradeOf(4), tradeOf(5)]);
  await settled();
  assert.deepEqual(heard, [
    ['4', '5'],
    ['4', '5'],
  ]);
  stops.forEach((stop) => stop());
  await pass(releaseAfterMs + 200);
  assert.equal(fake.streams.size, 0);
});

test("a watched candle is the source's, moves with the quotes, and closes when its time is over", async (t) => {
  const { feed, replica, fake, clock, pass } = await world(t);
  const minute = Math.floor(start / minuteMs) * minuteMs;
  fake.candles = [candleOf(minute - minuteMs, 90), candleOf(minute, 95)];
  const heard: Candle[][] = [];
  replica.watchCandle('BTCUSDT', '1m', (candles) => heard.push([...candles]));
  await pass(300);
  await pass(300);
  assert.deepEqual(heard.at(-1), fake.candles);
  fake.source.tell([tickOf('BTCUSDT', 120, clock.now()), tickOf('BTCUSDT', 110, clock.now())]);
  await pass(250);
  assert.deepEqual(heard.at(-1), [{ ...candleOf(minute, 95), high: 120, close: 110 }]);
  // A watcher that comes later is told at once.
  const late: (readonly Candle[])[] = [];
  replica.watchCandle('BTCUSDT', '1m', (candles) => late.push(candles));
  await settled();
  assert.equal(late.at(-1)!.at(-1)!.close, 110);
  const next = minute + minuteMs;
  await pass(next + 10 - clock.now());
  fake.candles = [candleOf(minute, 111), candleOf(next, 130)];
  fake.source.tell([tickOf('BTCUSDT', 130, clock.now())]);
  await pass(250);
  assert.deepEqual(heard.at(-1), [candleOf(minute, 111), candleOf(next, 130)]);
  assert.equal(feed.board.quote('BTCUSDT')!.last, 130);
});

test('ads are told at once and when they change', async (t) => {
  const { each, fake, pass } = await world(t);
  const prices: number[][] = [[], []];
  each.forEach((market, i) => market.watchP2p({ fiat: 'EUR', coin: 'USDT' }, (ads) => prices[i]!.push(ads[0]!.price)));
  await pass(200);
  await pass(5_000);
  await pass(5_000);
  for (const seen of prices) assert.equal(seen.at(-1), 5);
  const count = prices.map(({ length }) => length);
  fake.ads = [adOf(6)];
  await pass(5_000);
  assert.deepEqual(
    prices.map((seen) => seen.at(-1)),
    [6, 6],
  );
  assert.deepEqual(
    prices.map(({ length }) => length),
    count.map((before) => before + 1),
  );
});

test('listings are told, and a replica that missed something says so', async (t) => {
  const bus = createInProcessBus();
  let isCut = false;
  const cutBus: Bus = { ...bus, subscribe: (to, handler) => bus.subscribe(to, (payload) => void (isCut || handler(payload))) };
  let changed = () => {};
  const fake = createFakeSource();
  const source = { ...fake.source, onCatalogChange: (listener: () => void) => ((changed = listener), () => {}) };
  const clock = createHandClock(start);
  const { market: feed } = room(bus, source, clock);
  const { market: replica } = room(cutBus, null, clock);
  stopAfter(t, replica, feed);
  await feed.start();
  await replica.start();
  const events: string[] = [];
  feed.onCatalogChange((catalog) => events.push(`feed ${catalog.data.symbols.length}`));
  replica.onCatalogChange((catalog) => events.push(`replica ${catalog.data.symbols.length}`));
  replica.onMissed(() => events.push('missed'));
  const before = await source.catalog();
  source.catalog = async () => ({ ...before, symbols: before.symbols.slice(1) });
  changed();
  await settled();
  assert.deepEqual(events, ['feed 2', 'replica 2', 'missed']);
  events.length = 0;
  fake.source.tell([tickOf('ETHUSDT', 1, start)]);
  await settled();
  isCut = true;
  fake.source.tell([tickOf('ETHUSDT', 2, start)]);
  await settled();
  isCut = false;
  fake.source.tell([tickOf('ETHUSDT', 3, start)]);
  await settled();
  clock.advance(600);
  await settled();
  assert.deepEqual(events, ['missed']);
});
