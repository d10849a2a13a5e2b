// A day of every series of a pair, as the calls tell it, against the raw trades, quotes and candles of the simulator, added up the
// slow way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fundFlowThresholds } from '@tidemark/contract/analytics.ts';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { tradingDataCalls, tradingPeriodMs, tradingPeriods, type PairMetric, type TradingPeriod } from '@tidemark/contract/trading-data.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createTradingData } from './index.ts';

/** Early in a day, so that the day before reaches over midnight and its change of thresholds. */
const now = Date.UTC(2026, 10, 12, 14, 13, 27);
const clock = createHandClock(now);
const log = createLog({ level: 'silent' });
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };
const simulator = createSimulator({ clock, seed: 1 });
const db = {} as Database;
const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db, feed: simulator });
await market.start();
await market.stop();
const { calls } = createTradingData({ market, clock, wallClock: clock, db, log, isKeeper: null });
const ask = async (symbolId: string, metric: PairMetric, period: TradingPeriod, limit: number) => {
  const { points, fields, thresholds } = v.parse(
    tradingDataCalls.tradingSeries.output,
    await calls.tradingSeries(visitor, v.parse(tradingDataCalls.tradingSeries.input, { symbolId, metric, period, limit })),
  );
  return {
    points: points.map(([ts, ...figures]) => ({ ts, figures: figures.map((text) => (text === null ? null : Number(text))) })),
    fields,
    thresholds,
  };
};
const near = (actual: number | null | undefined, expected: number, about: string) =>
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= 1e-7 * Math.max(1e-3, Math.abs(expected)),
    `${about}: ${actual} is not ${expected}`,
  );
const at = (ts: number) => new Date(ts).toISOString();

const tradesOf = async (symbolId: string, from: number, end: number) => {
  const all = [];
  for (let ts = from; ts < end; ts += hourMs)
    all.push(...(await simulator.trades.range({ symbolId, from: ts, to: Math.min(end, ts + hourMs) - 1, limit: 10_000 })));
  return all;
};
const thresholdsAt = async (symbolId: string, ts: number) => {
  const day = Math.floor(ts / dayMs) * dayMs;
  const week = await simulator.candles({ symbolId, interval: '1d', from: day - 7 * dayMs, to: day - 1, limit: 7 });
  return fundFlowThresholds(week.reduce((sum, { turnover }) => sum + turnover, 0) / 7);
};
const online = market.catalog.data.symbols.filter(
  ({ status, pricedSymbol, listedAt }) => status === 'online' && pricedSymbol === 'USDT' && listedAt! < now - 30 * dayMs,
);
/** Quiet ones too: a pair without trades in a bucket has nothing bought and nothing sold. */
const anyOf = (isSpot: boolean) =>
  fc.constantFrom(
    ...online
      .filter(({ instType }) => (instType === 'sp') === isSpot)
      .map(({ symbolId }) => symbolId)
      .filter((_, i) => i % 7 === 3),
  );
const anyPeriod = fc.constantFrom(...tradingPeriods);

test('fund flow, net inflow and whale flow of any pair and period over a day: the orders, by the thresholds of their own day', async () => {
  await fc.assert(
    fc.asyncProperty(anyOf(true), anyPeriod, fc.integer({ min: 1, max: 24 * 60 }), async (symbolId, period, agoMinutes) => {
      const length = tradingPeriodMs[period];
      const { points, thresholds } = await ask(
        symbolId,
        'fundFlow',
        period,
        Math.ceil((2 * dayMs) / length) > 1_000 ? 1_000 : Math.ceil((2 * dayMs) / length) + 1,
      );
      near(Number(thresholds?.whale), (await thresholdsAt(symbolId, now)).whale, 'printed whale');
      const ts = Math.floor((now - agoMinutes * minuteMs - length) / length) * length;
      const point = points.find((one) => one.ts === ts);
      assert.ok(point, `${symbolId} ${period} ${at(ts)}`);
      const sums = [0, 0, 0, 0, 0, 0];
      const { whale, dolphin } = await thresholdsAt(symbolId, ts);
      for (const { price, size, side } of await tradesOf(symbolId, ts, ts + length))
        sums[(price * size >= whale ? 0 : price * size >= dolphin ? 2 : 4) + (side === 'buy' ? 0 : 1)]! += price * size;
      sums.forEach((sum, i) => near(point.figures[i], sum, `${symbolId} ${period} ${at(ts)} field ${i}`));
    }),
    { seed: 21, numRuns: 25 },
  );
  const hours = (await ask('AAVEUSDT', 'netInflow24h', '1h', 24)).points.slice(0, -1);
  assert.equal(hours.length, 23);
  for (const { ts, figures } of hours)
    near(
      figures[0],
      (await tradesOf('AAVEUSDT', ts, ts + hourMs)).reduce(
        (sum, { price, size, side }) => sum + (side === 'buy' ? 1 : -1) * price * size,
        0,
      ),
      at(ts),
    );
  const [day] = (await ask('AAVEUSDT', 'whaleNetFlow5d', '1d', 5)).points.slice(-2);
  const { whale } = await thresholdsAt('AAVEUSDT', day!.ts);
  near(
    day!.figures[0],
    (await tradesOf('AAVEUSDT', day!.ts, day!.ts + dayMs)).reduce(
      (sum, { price, size, side }) => sum + (price * size >= whale ? (side === 'buy' ? 1 : -1) * price * size : 0),
      0,
    ),
    'whales of yesterday',
  );
});

test("takers' volume of any contract and period over a day: the orders by what the taker did", async () => {
  await fc.assert(
    fc.asyncProperty(anyOf(false), anyPeriod, fc.integer({ min: 1, max: 24 * 60 }), async (symbolId, period, agoMinutes) => {
      const length = tradingPeriodMs[period];
      const ts = Math.floor((now - agoMinutes * minuteMs - length) / length) * length;
      const point = (await ask(symbolId, 'takerVolume', period, Math.min(1_000, Math.ceil((2 * dayMs) / length) + 1))).points.find(
        (one) => one.ts === ts,
      );
      assert.ok(point, `${symbolId} ${period} ${at(ts)}`);
      const sums = [0, 0];
      for (const { size, side } of await tradesOf(symbolId, ts, ts + length)) sums[side === 'buy' ? 0 : 1]! += size;
      sums.forEach((sum, i) => near(point.figures[i], sum, `${symbolId} ${period} ${at(ts)} ${i === 0 ? 'bought' : 'sold'}`));
      if (sums[1]! > 0) near(point.figures[2], sums[0]! / sums[1]!, 'ratio');
    }),
    { seed: 22, numRuns: 25 },
  );
});

test('open interest and basis at every hour of a day: as the quotes of that moment said', async () => {
  const symbolIds = ['BTCUSDT_UMCBL', 'ETHUSD_DMCBL', 'SOLUSDC_CMCBL'];
  const read = async (metric: PairMetric) =>
    new Map(
      await Promise.all(
        symbolIds.map(
          async (symbolId) =>
            [symbolId, new Map((await ask(symbolId, metric, '1h', 25)).points.map(({ ts, figures }) => [ts, figures]))] as const,
        ),
      ),
    );
  const [interest, basis] = [await read('openInterest'), await read('basis')];
  for (let ts = Math.floor(now / hourMs) * hourMs; ts > now - dayMs; ts -= 6 * hourMs) {
    const then = createSimulator({ clock: createHandClock(ts), seed: 1 });
    const quotes = new Map<string, Tick>();
    then.start((ticks) => ticks.forEach((tick) => quotes.set(tick.symbolId, tick)));
    then.stop();
    for (const symbolId of symbolIds) {
      const quote = quotes.get(symbolId)!;
      const symbol = market.catalog.symbol(symbolId)!;
      const [usd, base, contracts] = interest.get(symbolId)!.get(ts)!;
      near(base, quote.openInterest!, `${symbolId} ${at(ts)} open`);
      near(usd, quote.openInterest! * quote.last, `${symbolId} ${at(ts)} in dollars`);
      near(contracts, symbol.instType === 'dmcbl' ? usd! / symbol.contractSize! : base! / symbol.contractSize!, 'contracts');
      const [difference, rate] = basis.get(symbolId)!.get(ts)!;
      assert.ok(
        Math.abs(difference! - (quote.last - quote.index!)) <= 0.02 * Math.max(1, quote.last / 10_000),
        `${symbolId} ${at(ts)} basis ${difference} of ${quote.last} and ${quote.index}`,
      );
      assert.ok(Math.abs(rate! - difference! / (quote.last - difference!)) < 1e-9, 'as a share of the index');
    }
  }
});

test('who is long, by number and by what they hold, of any contract and period over a day: the accounts, counted one by one', async () => {
  await fc.assert(
    fc.asyncProperty(anyOf(false), anyPeriod, fc.integer({ min: 1, max: 24 * 60 }), async (symbolId, period, agoMinutes) => {
      const ts = Math.floor((now - agoMinutes * minuteMs) / tradingPeriodMs[period]) * tradingPeriodMs[period];
      const figures = async (metric: PairMetric) =>
        (await ask(symbolId, metric, period, Math.ceil((1.1 * dayMs) / tradingPeriodMs[period]) + 1)).points.find((one) => one.ts === ts)!
          .figures;
      const accounts = simulator.accounts(symbolId, ts).toSorted((a, b) => b.marginBalance - a.marginBalance);
      const large = accounts.slice(0, accounts.length / 5);
      const count = (of: typeof accounts, side: string) => of.filter((account) => account.side === side).length;
      const held = (of: typeof accounts, side: string) =>
        of.reduce((sum, account) => sum + (account.side === side ? account.position : 0), 0);
      const about = (what: string) => `${symbolId} ${period} ${at(ts)} ${what}`;
      const expectSides = async (metric: PairMetric, long: number, short: number) => {
        const [longShare, shortShare, ratio] = await figures(metric);
        near(longShare, long / (long + short), about(metric));
        near(shortShare, short / (long + short), about(metric));
        near(ratio, long / short, about(metric));
      };
      await expectSides('longShortAccounts', count(accounts, 'long'), count(accounts, 'short'));
      await expectSides('largeAccounts', count(large, 'long'), count(large, 'short'));
      await expectSides('largePositions', held(large, 'long'), held(large, 'short'));
      assert.ok(accounts.length >= 2_000 && accounts.every(({ position, marginBalance }) => position > 0 && marginBalance > 0));
      const [, base] = await figures('openInterest');
      near(base, held(accounts, 'long'), about('open, by longs'));
      near(base, held(accounts, 'short'), about('open, by shorts'));
    }),
    { seed: 23, numRuns: 25 },
  );
});

test('margin figures of any pair and period over a day: the loans, added up at the price of the moment', async () => {
  const onMargin = fc.constantFrom(...online.filter(({ margin }) => margin).map(({ symbolId }) => symbolId));
  await fc.assert(
    fc.asyncProperty(onMargin, anyPeriod, fc.integer({ min: 1, max: 24 * 60 }), async (symbolId, period, agoMinutes) => {
      const ts = Math.floor((now - agoMinutes * minuteMs) / tradingPeriodMs[period]) * tradingPeriodMs[period];
      const figure = async (metric: PairMetric) =>
        (await ask(symbolId, metric, period, Math.ceil((1.1 * dayMs) / tradingPeriodMs[period]) + 1)).points.find((one) => one.ts === ts)!
          .figures[0];
      const borrowed = async (when: number, isMeant: (loan: ReturnType<typeof simulator.loans>[number]) => boolean) => {
        const [candle] = await simulator.candles({ symbolId, interval: '5m', from: when, to: when, limit: 1 });
        return simulator
          .loans(symbolId, when)
          .filter(isMeant)
          .reduce((sum, { coin, amount }) => sum + amount * (coin === 'base' ? candle!.open : 1), 0);
      };
      near(
        await figure('marginLongShort'),
        (await borrowed(ts, ({ coin }) => coin === 'quote')) / (await borrowed(ts, ({ coin }) => coin === 'base')),
        `${symbolId} ${at(ts)} quote over base`,
      );
      near(
        await figure('marginLoanGrowth'),
        (await borrowed(ts, () => true)) / (await borrowed(ts - dayMs, () => true)) - 1,
        `${symbolId} ${at(ts)} growth`,
      );
      const isolated = (side: string) => borrowed(ts, ({ mode, coin }) => mode === 'isolated' && coin === side);
      near(
        await figure('isolatedBorrowRatio'),
        (await isolated('base')) / (await isolated('quote')),
        `${symbolId} ${at(ts)} isolated, base over quote`,
      );
    }),
    { seed: 24, numRuns: 25 },
  );
});
