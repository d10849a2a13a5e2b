// Laws of the trading data: for any query, in any order and by any process, the answers fit together and into
// the candles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candleIntervals, type CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Metric, SeriesQuery, Trade } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import fc from 'fast-check';
import { createHandClock } from './testing/hand-clock.ts';
import { fundingRate, fundingStart } from './contracts.ts';
import { createSimulator } from './index.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);
const clock = createHandClock(now);
const simulator = createSimulator({ clock, seed: 1 });
const catalog = await simulator.catalog();
const online = catalog.symbols.filter(({ status }) => status === 'online');
const anyOf = (symbols: readonly { symbolId: string }[]) => fc.constantFrom(...symbols.map(({ symbolId }) => symbolId));
const anySpot = anyOf(online.filter(({ instType }) => instType === 'sp'));
const anyOnMargin = anyOf(online.filter(({ margin }) => margin));
const anyContract = anyOf(online.filter(({ instType }) => instType !== 'sp'));
const anyPerpetual = anyOf(online.filter(({ fundingIntervalHours }) => fundingIntervalHours));
const anySymbol = anyOf(online);

const symbolFor: Record<Metric, fc.Arbitrary<string>> = {
  fundFlow: anySpot,
  marginLongShort: anyOnMargin,
  marginLoanGrowth: anyOnMargin,
  isolatedBorrowRatio: anyOnMargin,
  takerVolume: anySymbol,
  openInterest: anyContract,
  liquidations: anyContract,
  longShortAccounts: anyContract,
  largeAccountsPositions: anyContract,
  basis: anyContract,
  fundingRate: anyPerpetual,
  markPrice: anyContract,
  indexPrice: anyContract,
};
const metrics = Object.keys(symbolFor) as Metric[];
const periods: readonly CandleInterval[] = ['5m', '15m', '1h', '4h', '1d'];
const anyQuery: fc.Arbitrary<SeriesQuery> = fc.constantFrom(...metrics).chain((metric) =>
  fc.record({
    metric: fc.constant(metric),
    symbolId: symbolFor[metric],
    period: fc.constantFrom(...periods),
    to: fc.integer({ min: now - (metric === 'fundFlow' ? 3 : 300) * dayMs, max: now }),
    limit: fc.integer({ min: 1, max: 12 }),
  }),
);

const almost = (a: number, b: number, by: number, about: string) => assert.ok(Math.abs(a - b) <= by, `${about}: ${a} != ${b}`);

test('every series is the same from another process, in another order and after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyQuery, { minLength: 2, maxLength: 6 }), async (queries) => {
      const here = await Promise.all(queries.map((query) => simulator.series(query)));
      const there = await Promise.all(queries.toReversed().map((query) => other.series(query)));
      assert.deepEqual(there.reverse(), here);
      for (const points of here)
        for (const { values } of points) for (const value of Object.values(values)) assert.ok(Number.isFinite(value));
    }),
    { seed: 11, numRuns: 40 },
  );
});
const other = createSimulator({ clock: createHandClock(now), seed: 1 });

test('a point does not depend on how many are asked for, none lies after now, and past ones never change', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const points = await simulator.series(query);
      const more = await simulator.series({ ...query, limit: query.limit + 5 });
      assert.deepEqual(more.slice(more.length - points.length), points);
      assert.ok(points.every(({ ts }) => ts <= now));
      const later = createHandClock(now);
      const restarted = createSimulatorAt(later);
      later.advance(26 * minuteMs);
      // The last period may still have been running.
      assert.deepEqual(
        (await restarted.series(query)).slice(0, -1).filter(({ ts }) => points.some((point) => point.ts === ts)),
        points.slice(0, -1),
      );
    }),
    { seed: 12, numRuns: 12 },
  );
});
const createSimulatorAt = (hand: ReturnType<typeof createHandClock>) => createSimulator({ clock: hand, seed: 1 });

test('shares add up to one, and ratios stay believable', async () => {
  await fc.assert(
    fc.asyncProperty(anyContract, fc.integer({ min: now - 200 * dayMs, max: now }), async (symbolId, to) => {
      for (const { values } of await simulator.series({ metric: 'longShortAccounts', symbolId, period: '1h', to, limit: 5 })) {
        almost(values.long + values.short, 1, 1e-12, symbolId);
        assert.ok(values.long > 0.28 && values.long < 0.86, symbolId);
      }
      for (const { values } of await simulator.series({ metric: 'largeAccountsPositions', symbolId, period: '1h', to, limit: 5 })) {
        almost(values.longAccounts + values.shortAccounts, 1, 1e-12, symbolId);
        almost(values.longPositions + values.shortPositions, 1, 1e-12, symbolId);
      }
    }),
    { seed: 13, numRuns: 60 },
  );
});

test('what takers bought and sold is the volume of the candle, in every period', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySymbol,
      fc.constantFrom(...candleIntervals.filter((interval) => interval !== '1M')),
      fc.integer({ min: now - 100 * dayMs, max: now }),
      async (symbolId, interval, to) => {
        const candles = await simulator.candles({ symbolId, interval, to, limit: 3 });
        const points = await simulator.series({ metric: 'takerVolume', symbolId, period: interval, to, limit: 3 });
        const byTs = new Map(points.map((point) => [point.ts, point.values]));
        for (const { ts, volume } of candles) {
          const values = byTs.get(ts);
          if (!values) continue;
          assert.ok(values.buy >= 0 && values.sell >= 0, symbolId);
          almost(values.buy + values.sell, volume, 1e-9 * volume + 1e-9, `${symbolId} ${interval}`);
        }
      },
    ),
    { seed: 14, numRuns: 80 },
  );
});

test('the trades of a minute add up to its volume on both sides, are in order, and keep to its prices', async () => {
  await fc.assert(
    fc.asyncProperty(anySymbol, fc.integer({ min: now - 200 * dayMs, max: now - 2 * minuteMs }), async (symbolId, at) => {
      const [candle] = await simulator.candles({ symbolId, interval: '1m', to: at, limit: 1 });
      if (!candle) return;
      const trades = await simulator.trades.range({ symbolId, from: candle.ts, to: candle.ts + minuteMs - 1, limit: 1_000 });
      const sum = (list: readonly Trade[]) => list.reduce((total, { size }) => total + size, 0);
      almost(sum(trades), candle.volume, 1e-9 * candle.volume + 1e-9, symbolId);
      const [taker] = await simulator.series({ metric: 'takerVolume', symbolId, period: '1m', from: candle.ts, to: candle.ts, limit: 1 });
      almost(sum(trades.filter(({ side }) => side === 'buy')), taker!.values.buy, 1e-9 * candle.volume + 1e-9, symbolId);
      for (const [i, trade] of trades.entries()) {
        assert.ok(trade.size > 0 && trade.price >= candle.low && trade.price <= candle.high, symbolId);
        if (i > 0) assert.ok(trade.ts >= trades[i - 1]!.ts && Number(trade.id) > Number(trades[i - 1]!.id));
        assert.equal(trade.price, simulator.priceAt(symbolId, trade.ts));
      }
    }),
    { seed: 15, numRuns: 150 },
  );
});

test('watched trades are those of the range, each once', async () => {
  const hand = createHandClock(now);
  const live = createSimulatorAt(hand);
  const heard: Trade[] = [];
  const stop = live.trades.watch(['BTCUSDT', 'DOGEUSDT_UMCBL', 'NOSUCH'], (trades) => heard.push(...trades));
  hand.advance(130_000);
  stop();
  hand.advance(10_000);
  for (const symbolId of ['BTCUSDT', 'DOGEUSDT_UMCBL']) {
    const trades = await live.trades.range({ symbolId, from: now + 1, to: now + 130_000, limit: 10_000 });
    assert.ok(trades.length > 20);
    assert.deepEqual(
      heard.filter((trade) => trade.symbolId === symbolId),
      trades,
    );
  }
  assert.deepEqual(await live.trades.range({ symbolId: 'NOSUCH', limit: 10 }), []);
  assert.equal((await live.trades.range({ symbolId: 'BTCUSDT', limit: 7 })).length, 7);
});

test('money by size of order is that of the trades, with many fish and few whales', async () => {
  const [candle] = await simulator.candles({ symbolId: 'BTCUSDT', interval: '4h', to: now - 6 * hourMs, limit: 1 });
  const [point] = await simulator.series({ metric: 'fundFlow', symbolId: 'BTCUSDT', period: '4h', to: now - 6 * hourMs, limit: 1 });
  assert.equal(point!.ts, candle!.ts);
  const { whaleBuy, whaleSell, dolphinBuy, dolphinSell, fishBuy, fishSell } = point!.values;
  const total = whaleBuy + whaleSell + dolphinBuy + dolphinSell + fishBuy + fishSell;
  let traded = 0;
  for (let ts = candle!.ts; ts < candle!.ts + 4 * hourMs; ts += hourMs) {
    for (const { price, size } of await simulator.trades.range({ symbolId: 'BTCUSDT', from: ts, to: ts + hourMs - 1, limit: 10_000 }))
      traded += price * size;
  }
  almost(total, traded, 1e-9 * traded, 'of the trades');
  almost(total, candle!.turnover, 0.02 * candle!.turnover, 'about the turnover of the candle');
  for (const part of [whaleBuy + whaleSell, dolphinBuy + dolphinSell, fishBuy + fishSell])
    assert.ok(part > 0.02 * total && part < 0.9 * total, String(part / total));
});

test('a year of fund flow is added up in the background, newest day first, and is what the days are by themselves', async () => {
  const source = createSimulatorAt(createHandClock(now));
  const ask = (to = now, limit = 40) => source.series({ metric: 'fundFlow', symbolId: 'ARUSDT', period: '1d', to, limit });
  const first = await ask();
  assert.equal(first.length, 10, 'what can be told at once');
  let points = first;
  for (const end = Date.now() + 60_000; points.length < 40; points = await ask()) {
    assert.ok(Date.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(points.slice(-10), first);
  const early = createSimulatorAt(createHandClock(points[3]!.ts + 2 * dayMs));
  assert.deepEqual(
    await early.series({ metric: 'fundFlow', symbolId: 'ARUSDT', period: '1d', from: points[3]!.ts, to: points[3]!.ts, limit: 1 }),
    [points[3]],
  );
  source.stop();
});

test('funding is the formula over the premium: at rest exactly the interest, beyond it with the premium, within its cap', () => {
  const terms = { interest: 0.0001, cap: 0.0075 };
  for (const premium of [-0.0004, -0.0001, 0, 0.0003, 0.0006]) assert.equal(fundingRate(premium, terms), 0.0001);
  assert.equal(fundingRate(-0.0008, terms), -0.0003);
  assert.equal(fundingRate(0.0009, terms), 0.0004);
  assert.equal(fundingRate(-0.05, terms), -0.0075);
  assert.equal(fundingRate(0.05, terms), 0.0075);
});

test('settlements come at the hours of the contract, and the quote leads up to the next one', async () => {
  for (const symbol of online.filter(({ fundingIntervalHours }) => fundingIntervalHours).slice(0, 60)) {
    const intervalMs = symbol.fundingIntervalHours! * hourMs;
    const points = await simulator.series({ metric: 'fundingRate', symbolId: symbol.symbolId, period: '1h', limit: 6 });
    assert.equal(points.at(-1)!.ts, fundingStart(now, { intervalMs }));
    points.slice(1).forEach(({ ts }, i) => assert.equal(ts - points[i]!.ts, intervalMs));
  }
  const hand = createHandClock(Date.UTC(2026, 10, 12, 15, 59, 30));
  const live = createSimulatorAt(hand);
  const before = new Map<string, number>();
  live.start((ticks) =>
    ticks.forEach(
      ({ symbolId, fundingRate: rate, nextFundingAt }) => nextFundingAt === Date.UTC(2026, 10, 12, 16) && before.set(symbolId, rate!),
    ),
  );
  hand.advance(60_000);
  live.stop();
  assert.ok(before.size > 550);
  for (const symbolId of ['BTCUSDT_UMCBL', 'SOLUSDC_CMCBL', 'ETHUSD_DMCBL', 'WIFUSDT_UMCBL']) {
    const [settled] = await live.series({ metric: 'fundingRate', symbolId, period: '1h', limit: 1 });
    assert.equal(settled!.ts, Date.UTC(2026, 10, 12, 16));
    assert.equal(settled!.values.rate, before.get(symbolId));
  }
});

test('contract quotes carry mark, index, funding and open interest that agree with the series', async () => {
  const at = Math.floor(now / (5 * minuteMs)) * 5 * minuteMs;
  const live = createSimulatorAt(createHandClock(at));
  const quotes = new Map<string, Tick>();
  live.start((ticks) => ticks.forEach((tick) => quotes.set(tick.symbolId, tick)));
  live.stop();
  for (const { symbolId, instType, deliveryAt } of online) {
    const { last, mark, index, openInterest, fundingRate: rate, nextFundingAt } = quotes.get(symbolId)!;
    if (instType === 'sp') {
      assert.equal(mark ?? index ?? openInterest ?? rate ?? nextFundingAt, undefined, symbolId);
      continue;
    }
    const isDelivery = deliveryAt !== undefined;
    assert.ok(
      Math.abs(mark! / last - 1) < 0.004 && Math.abs(index! / last - 1) < (isDelivery ? 0.03 : 0.006),
      `${symbolId} ${last} ${mark} ${index}`,
    );
    assert.ok(openInterest! > 0, symbolId);
    assert.equal(rate === undefined, isDelivery);
    if (!isDelivery) assert.ok(nextFundingAt! > at && nextFundingAt! - at <= 8 * hourMs && Math.abs(rate!) <= 0.02, symbolId);
  }
  for (const symbolId of ['BTCUSDT_UMCBL', 'ETHUSD_DMCBL_261225', 'SOLUSDC_CMCBL']) {
    const value = async <M extends Metric>(metric: M) =>
      (await live.series({ metric, symbolId, period: '5m', from: at, limit: 1 }))[0]!.values;
    const quote = quotes.get(symbolId)!;
    almost((await value('markPrice')).price, quote.mark!, 0.01, symbolId);
    almost((await value('indexPrice')).price, quote.index!, 0.01, symbolId);
    almost((await value('openInterest')).base, quote.openInterest!, 0.01, symbolId);
    const basis = await value('basis');
    almost(basis.rate, basis.contract / basis.index - 1, 1e-12, symbolId);
  }
});

test('delivery contracts meet their index at the end, and then are gone', async () => {
  const deliveryAt = Date.UTC(2026, 11, 25, 8);
  const hand = createHandClock(deliveryAt - 40 * dayMs);
  const live = createSimulatorAt(hand);
  const rateAt = async (ms: number) =>
    (await live.series({ metric: 'basis', symbolId: 'BTCUSD_DMCBL_261225', period: '1h', to: ms, limit: 1 }))[0]!.values.rate;
  const early = await rateAt(hand.now());
  assert.ok(early > 0.001 && early < 0.012, String(early));
  hand.advance(40 * dayMs + hourMs);
  almost(await rateAt(deliveryAt), 0, 0.0005, 'basis at delivery');
  const status = new Map((await live.catalog()).symbols.map((symbol) => [symbol.symbolId, symbol.status]));
  assert.equal(status.get('BTCUSD_DMCBL_261225'), 'delisted');
  assert.equal(status.get('BTCUSD_DMCBL_270625'), 'online');
  assert.equal((await live.candles({ symbolId: 'BTCUSD_DMCBL_261225', interval: '1h', limit: 1 }))[0]!.ts, deliveryAt);
  assert.equal(live.priceAt('BTCUSD_DMCBL_261225', deliveryAt + 1), undefined);
});

test('a metric that a symbol does not have is empty', async () => {
  const ask = (metric: Metric, symbolId: string) => simulator.series({ metric, symbolId, period: '1h', limit: 5 });
  assert.deepEqual(await ask('openInterest', 'BTCUSDT'), []);
  assert.deepEqual(await ask('fundFlow', 'BTCUSDT_UMCBL'), []);
  assert.deepEqual(await ask('fundingRate', 'BTCUSD_DMCBL_261225'), []);
  assert.deepEqual(await ask('marginLongShort', 'BTCEUR'), []);
  assert.deepEqual(await ask('takerVolume', 'NOSUCH'), []);
  assert.deepEqual(await ask('openInterest', 'BTCUSD_DMCBL_270625'), []);
  assert.equal(
    (await simulator.series({ metric: 'longShortAccounts', symbolId: 'BTCUSDT_UMCBL', period: '1h', limit: 1e9 })).length,
    1_000,
  );
});
