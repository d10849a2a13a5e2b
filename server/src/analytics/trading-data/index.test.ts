// Trading data through its calls: every series again, slowly, from the raw trades, candles and accounts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fundFlowThresholds } from '@tidemark/contract/analytics.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import { tradingDataCalls } from '@tidemark/contract/trading-data.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import * as v from 'valibot';
import { createMarket, type Market } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createNetwork, type Network } from './network.ts';
import { createTradingData, type TradingData } from './index.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27);
const clock = createHandClock(now);
const log = createLog({ level: 'silent' });
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };
const whole = createSimulator({ clock, seed: 1 });
/** Few symbols, so that the network can be added up twice in a test. */
const kept = new Set([
  'BTCUSDT',
  'ETHUSDT',
  'USDCUSDT',
  'ETHBTC',
  'AAVEUSDT',
  'BTCUSDT_UMCBL',
  'ETHUSDT_UMCBL',
  'BTCUSD_DMCBL',
  'BTCPERP_CMCBL',
]);
const data = await whole.catalog();
const symbols = data.symbols.filter(
  ({ symbolId, baseSymbol, instType, deliveryAt }) =>
    kept.has(symbolId) || (baseSymbol === 'BTC' && (instType === 'cmcbl' || deliveryAt !== undefined)),
);
const source = { ...whole, catalog: async () => ({ ...data, symbols }) };

let db: Database;
let market: Market;
let tradingData: TradingData;
let network: Network;
before(async () => {
  db = await openTestDatabase(log);
  market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db, feed: source });
  await market.start();
  clock.advance(2_000);
  network = createNetwork({ market, clock, db, log, restFactor: 0, reach: { '1d': 45, '1h': 2 } });
  tradingData = createTradingData({ market, clock, wallClock: clock, db, log, isKeeper: null });
});
after(async () => {
  await market.stop();
  await db.close();
});

type Calls = typeof tradingDataCalls;
async function ask<N extends keyof Calls>(name: N, input: unknown): Promise<v.InferOutput<Calls[N]['output']>> {
  const handler = tradingData.calls[name] as (caller: Caller, input: unknown) => unknown;
  const call = tradingDataCalls[name];
  return v.parse(call.output, await handler(visitor, v.parse(call.input, input)));
}
const near = (actual: string | null | undefined, expected: number, about: string) =>
  assert.ok(Math.abs(Number(actual) - expected) <= 1e-6 * Math.max(1, Math.abs(expected)), `${about}: ${actual} is not ${expected}`);

test("section 9: fund flow is the takers' orders by size, thresholds from the seven days before", async () => {
  const symbolId = 'AAVEUSDT';
  const { points, thresholds, forming, period } = await ask('tradingSeries', { symbolId, metric: 'fundFlow', period: '1h', limit: 8 });
  const today = Math.floor(now / dayMs) * dayMs;
  const [week] = (await market.candles([{ symbolId, interval: '1d', from: today - 7 * dayMs, to: today - 1, limit: 7 }]))!;
  const bounds = fundFlowThresholds(week!.reduce((sum, { turnover }) => sum + turnover, 0) / 7);
  near(thresholds?.whale, bounds.whale, 'whale');
  near(thresholds?.dolphin, bounds.dolphin, 'dolphin');
  assert.equal(period, '1h');
  assert.equal(forming, points.at(-1)?.[0]);
  for (const [ts, ...figures] of points.slice(0, -1)) {
    const [trades] = (await market.trades([{ symbolId, from: ts, to: ts + hourMs - 1, limit: 10_000 }]))!;
    assert.ok(trades!.length > 10);
    const sums = [0, 0, 0, 0, 0, 0];
    for (const { price, size, side } of trades!) {
      const amount = price * size;
      sums[(amount >= bounds.whale ? 0 : amount >= bounds.dolphin ? 2 : 4) + (side === 'buy' ? 0 : 1)]! += amount;
    }
    sums.forEach((amount, i) => near(figures[i], amount, `${new Date(ts).toISOString()} field ${i}`));
  }
});

test('net inflow and whale flow are sums of the same fund flow', async () => {
  const symbolId = 'AAVEUSDT';
  const flow = await ask('tradingSeries', { symbolId, metric: 'fundFlow', period: '1h', limit: 24 });
  const inflow = await ask('tradingSeries', { symbolId, metric: 'netInflow24h', period: '5m', limit: 24 });
  assert.equal(inflow.period, '1h', 'bars of hours, whatever was asked');
  assert.equal(inflow.points.length, 24);
  flow.points.forEach(([ts, whaleBuy, whaleSell, dolphinBuy, dolphinSell, fishBuy, fishSell], i) => {
    assert.equal(inflow.points[i]![0], ts);
    near(
      inflow.points[i]![1],
      Number(whaleBuy) - Number(whaleSell) + Number(dolphinBuy) - Number(dolphinSell) + Number(fishBuy) - Number(fishSell),
      'net',
    );
  });
  const { netInflow24h, mark, funding } = await ask('tradingNow', { symbolId });
  near(
    netInflow24h,
    inflow.points.reduce((sum, [, net]) => sum + Number(net), 0),
    'sum of the day',
  );
  assert.equal(mark, null);
  assert.equal(funding, null);
  const days = await ask('tradingSeries', { symbolId, metric: 'fundFlow', period: '1d', limit: 5 });
  const whales = await ask('tradingSeries', { symbolId, metric: 'whaleNetFlow5d', limit: 5 });
  assert.deepEqual(
    whales.points.map(([ts]) => ts),
    days.points.map(([ts]) => ts),
  );
  whales.points.forEach(([, net], i) => near(net, Number(days.points[i]![1]) - Number(days.points[i]![2]), 'whales'));
});

test('taker volume adds up to the candle; ratios are made from their two shares', async () => {
  const symbolId = 'ETHUSDT_UMCBL';
  const { points } = await ask('tradingSeries', { symbolId, metric: 'takerVolume', period: '4h', limit: 12 });
  const [candles] = (await market.candles([{ symbolId, interval: '4h', limit: 12 }]))!;
  points.slice(0, -1).forEach(([ts, buy, sell, ratio], i) => {
    assert.equal(ts, candles![i]!.ts);
    near(String(Number(buy) + Number(sell)), candles![i]!.volume, 'volume');
    near(ratio, Number(buy) / Number(sell), 'ratio');
  });
  for (const metric of ['longShortAccounts', 'largeAccounts', 'largePositions'] as const) {
    for (const [, long, short, ratio] of (await ask('tradingSeries', { symbolId, metric, limit: 10 })).points) {
      near(String(Number(long) + Number(short)), 1, metric);
      near(ratio, Number(long) / Number(short), metric);
    }
  }
});

test('funding has one point per settlement and its year; a basis has a year only where it comes due', async () => {
  const { points } = await ask('tradingSeries', { symbolId: 'BTCUSDT_UMCBL', metric: 'fundingRate', period: '4h', limit: 12 });
  assert.equal(points.length, 6, 'two days have six settlements');
  assert.ok(points.every(([ts], i) => i === 0 || ts - points[i - 1]![0] === 8 * hourMs));
  for (const [, rate, annual] of points) near(annual, Number(rate) * 3 * 365, 'annual');
  assert.ok(
    (await ask('tradingSeries', { symbolId: 'BTCUSDT_UMCBL', metric: 'basis', limit: 5 })).points.every(
      ([, , , annual]) => annual === null,
    ),
  );
  const delivery = symbols.find(({ deliveryAt }) => deliveryAt !== undefined && deliveryAt > now)!;
  const due = await ask('tradingSeries', { symbolId: delivery.symbolId, metric: 'basis', limit: 3 });
  for (const [ts, , rate, annual] of due.points) near(annual, (Number(rate) * 365 * dayMs) / (delivery.deliveryAt! - ts), 'annual basis');
});

test('what the source does not tell of a symbol is said to be missing; an unknown symbol is refused', async () => {
  const none = await ask('tradingSeries', { symbolId: 'BTCUSDT', metric: 'openInterest' });
  assert.deepEqual([none.available, none.points], [false, []]);
  const early = await ask('tradingSeries', { symbolId: 'BTCUSDT_UMCBL', metric: 'openInterest', from: 0, to: 1 });
  assert.deepEqual([early.available, early.points], [true, []], 'an empty stretch is not a missing metric');
  await assert.rejects(
    ask('tradingSeries', { symbolId: 'NOSUCHUSDT', metric: 'openInterest' }),
    (error) => error instanceof Refusal && error.error === 'unknownSymbol',
  );
  await assert.rejects(
    ask('tradingNow', { symbolId: 'NOSUCHUSDT' }),
    (error) => error instanceof Refusal && error.error === 'unknownSymbol',
  );
});

test('the funding table has every running perpetual contract, the dearest first', async () => {
  const { items } = await ask('fundingTable', {});
  const perpetual = symbols
    .filter(({ fundingIntervalHours, status }) => fundingIntervalHours && status === 'online')
    .map(({ symbolId }) => symbolId);
  assert.deepEqual(new Set(items.map(({ symbolId }) => symbolId)), new Set(perpetual));
  assert.ok(items.every(({ annual }, i) => i === 0 || Number(annual) <= Number(items[i - 1]!.annual)));
});

test('the whole network: the past is added up once, equals a slow sum, and never changes', async () => {
  assert.deepEqual((await ask('networkSeries', { metric: 'takerVolume' })).building, { done: 0, total: symbols.length });
  await network.extend();
  const dominance = await ask('networkSeries', { metric: 'dominance', limit: 400 });
  assert.equal(dominance.building, null);
  assert.equal(dominance.points.length, 47, 'mornings, and now');
  const ts = Math.floor(now / dayMs) * dayMs - 40 * dayMs;
  const opening = async (symbolId: string, interval: '1d' | '1h' = '1d', at = ts) =>
    (await market.candles([{ symbolId, interval, from: at, to: at, limit: 1 }]))![0]![0]!;
  const worth = await Promise.all(
    data.coins.map(async ({ ticker, supply, sectors }) => {
      if (supply === null || (ticker !== 'USDT' && !kept.has(`${ticker}USDT`))) return null;
      return {
        ticker,
        usd: supply * (ticker === 'USDT' ? 1 : (await opening(`${ticker}USDT`)).open),
        isStable: sectors.includes('stablecoin'),
      };
    }),
  );
  const total = (of: (row: { ticker: string; isStable: boolean }) => boolean) =>
    worth.reduce((sum, row) => sum + (row && of(row) ? row.usd : 0), 0);
  const that = dominance.points.find(([at]) => at === ts)!;
  near(that[1], total(({ ticker }) => ticker === 'BTC') / total(() => true), 'BTC of all');
  near(that[4], total(({ ticker }) => ticker === 'ETH') / total(({ isStable }) => !isStable), 'ETH without stablecoins');

  const contracts = symbols.filter(({ instType }) => instType !== 'sp');
  const held = await Promise.all(
    contracts.map(async ({ symbolId, pricedSymbol, fundingIntervalHours }) => {
      const [open] = (await market.series([{ metric: 'openInterest', symbolId, period: '1d', from: ts, to: ts, limit: 1 }]))!;
      const interest = open?.[0];
      const [settled] = (await market.series([{ metric: 'fundingRate', symbolId, period: '1h', to: ts, limit: 1 }]))!;
      const usdt =
        pricedSymbol === 'USDT'
          ? 1
          : market.catalog.symbol(`${pricedSymbol}USDT`)
            ? (await opening(`${pricedSymbol}USDT`)).open
            : market.usdtPer(pricedSymbol)!;
      return {
        usd: (interest?.values.value ?? 0) * usdt,
        rate: fundingIntervalHours ? (settled?.[0]?.values.rate ?? null) : null,
        per8h: 8 / (fundingIntervalHours ?? 8),
      };
    }),
  );
  const interest = (await ask('networkSeries', { metric: 'openInterest', limit: 400 })).points.find(([at]) => at === ts)!;
  near(
    interest[1],
    held.reduce((sum, { usd }) => sum + usd, 0),
    'open interest',
  );
  const weight = held.reduce((sum, { usd, rate }) => sum + (rate === null ? 0 : usd), 0);
  const funding = (await ask('networkSeries', { metric: 'fundingRate', limit: 400 })).points.find(([at]) => at === ts)!;
  near(funding[1], held.reduce((sum, { usd, rate, per8h }) => sum + (rate ?? 0) * per8h * usd, 0) / weight, 'weighted by what is open');

  const four = await ask('networkSeries', { metric: 'volumeByLine', period: '4h', limit: 5 });
  const [at, spot] = four.points[0]!;
  const spots = await Promise.all(
    symbols
      .filter(({ instType }) => instType === 'sp')
      .map(async ({ symbolId, pricedSymbol }) => {
        let sum = 0;
        for (let hour = at; hour < at + 4 * hourMs; hour += hourMs)
          sum +=
            (await opening(symbolId, '1h', hour)).turnover *
            (pricedSymbol === 'USDT' ? 1 : (await opening(`${pricedSymbol}USDT`, '1h', hour)).open);
        return sum;
      }),
  );
  near(
    spot,
    spots.reduce((sum, one) => sum + one, 0),
    'spot turnover',
  );

  const caps = (await ask('networkSeries', { metric: 'marketCap', limit: 400 })).points.find(([at]) => at === ts)!;
  near(
    caps[1],
    total(() => true),
    'all',
  );
  near(
    caps[2],
    total(({ isStable }) => !isStable),
    'without stablecoins',
  );
  near(that[2], total(({ ticker }) => ticker === 'ETH') / total(() => true), 'ETH of all');
  near(that[3], total(({ ticker }) => ticker === 'BTC') / total(({ isStable }) => !isStable), 'BTC without stablecoins');

  const hour = Math.floor(now / hourMs) * hourMs - 7 * hourMs;
  const sides = { long: 0, short: 0, buy: 0, sell: 0 };
  const lines = { umcbl: 0, cmcbl: 0, dmcbl: 0 };
  for (const { symbolId, instType, pricedSymbol } of contracts) {
    const usdt =
      pricedSymbol === 'USDT'
        ? 1
        : market.catalog.symbol(`${pricedSymbol}USDT`)
          ? (await opening(`${pricedSymbol}USDT`, '1h', hour)).open
          : market.usdtPer(pricedSymbol)!;
    const accounts = whole.accounts(symbolId, hour);
    if (accounts.length === 0) continue;
    const openUsd =
      accounts.reduce((sum, { side, position }) => sum + (side === 'long' ? position : 0), 0) * whole.priceAt(symbolId, hour)! * usdt;
    for (const { side } of accounts) sides[side] += openUsd / accounts.length;
    const trades = await whole.trades.range({ symbolId, from: hour, to: hour + hourMs - 1, limit: 100_000 });
    for (const { price, size, side } of trades) sides[side] += price * size * usdt;
    lines[instType as keyof typeof lines] += (await opening(symbolId, '1h', hour)).turnover * usdt;
  }
  const at7 = async (metric: string) =>
    (await ask('networkSeries', { metric, period: '1h', limit: 400 })).points.find(([at]) => at === hour)!;
  const longShort = await at7('longShortAccounts');
  near(longShort[1], sides.long / (sides.long + sides.short), 'long');
  near(longShort[3], sides.long / sides.short, 'long over short');
  const taker = await at7('takerVolume');
  // An hour's orders at their own prices against the hour's mean price.
  assert.ok(
    Math.abs(Number(taker[1]) / sides.buy - 1) < 0.01 && Math.abs(Number(taker[2]) / sides.sell - 1) < 0.01,
    `${String(taker)} of ${JSON.stringify(sides)}`,
  );
  near(String(Number(taker[1]) + Number(taker[2])), lines.umcbl + lines.cmcbl + lines.dmcbl, 'all of it');
  const byLine = await at7('volumeByLine');
  (['umcbl', 'cmcbl', 'dmcbl'] as const).forEach((line, i) => near(String(byLine[i + 2]), lines[line], line));

  // Two hours of ticks would be told on the way, and no subscriber needs them.
  await market.stop();
  clock.advance(2 * hourMs);
  await network.extend();
  const later = await ask('networkSeries', { metric: 'dominance', limit: 400 });
  assert.deepEqual(later.points.slice(0, -1), dominance.points.slice(0, -1), 'what was told stays');
  const hours = await ask('networkSeries', { metric: 'openInterest', period: '1h', limit: 4 });
  assert.equal(hours.points.at(-2)![0], Math.floor(clock.now() / hourMs) * hourMs - hourMs, 'and goes on');
});
