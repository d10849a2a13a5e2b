// Trades of a far source added up by a real process over a real Postgres, killed in the middle of a bucket.
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fundFlowThresholds } from '@tidemark/contract/analytics.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { intervalMs } from '@tidemark/source/candle.ts';
import type { SeriesPoint, Trade, TradeMetric, TradeSource } from '@tidemark/source/source.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase, type TestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { TradeProcessAnswer, TradeProcessAsk } from '../testing/trade-process.ts';
import type { SeriesStore } from './store.ts';
import { createTradeSeries } from './trade-series.ts';

const symbolId = 'AAVEUSDT';
const [second, minute, dayMs] = [1_000, 60_000, 86_400_000];
/** Eight minutes before midnight: five minutes, an hour and a day end under way. */
const began = Date.UTC(2026, 10, 12, 23, 52);
const midnight = Date.UTC(2026, 10, 13);
const program = fileURLToPath(new URL('../testing/trade-process.ts', import.meta.url));
const simulator = createSimulator({ clock: createHandClock(midnight + 40 * minute), seed: 1 });

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(async () => {
  await db.close();
});
beforeEach(() => db.pool.query('delete from kept_point; delete from running_sums'));

async function startProcess(t: { after(fn: () => void): void }, at: number, reachMs = dayMs) {
  const { databaseUrl } = db;
  const child: ChildProcess = fork(program, [JSON.stringify({ databaseUrl, symbolId, at, reachMs })], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  t.after(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const ask = async <A extends TradeProcessAnswer>(question: TradeProcessAsk): Promise<A> => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [A];
    return answer;
  };
  const read = async (metric: TradeMetric, period: CandleInterval) =>
    (await ask<{ points: readonly SeriesPoint[] }>({ read: { metric, symbolId, period, limit: 50 } })).points;
  return {
    read,
    advanceTo: (ms: number) => ask({ advanceTo: ms }),
    /** It is told to go on and dies somewhere on the way. */
    async killOnTheWayTo(ms: number, afterMs: number) {
      child.send({ advanceTo: ms });
      await delay(afterMs);
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The slow way, from the trades themselves. */
async function recompute(metric: TradeMetric, period: CandleInterval, ts: number): Promise<number[]> {
  const sums = metric === 'fundFlow' ? [0, 0, 0, 0, 0, 0] : [0, 0];
  for (let from = ts; from < ts + intervalMs[period]; from += 5 * minute) {
    const today = Math.floor(from / dayMs) * dayMs;
    const week = await simulator.candles({ symbolId, interval: '1d', from: today - 7 * dayMs, to: today - 1, limit: 7 });
    const { whale, dolphin } = fundFlowThresholds(week.reduce((sum, { turnover }) => sum + turnover, 0) / 7);
    for (const { price, size, side } of await simulator.trades.range({ symbolId, from, to: from + 5 * minute - 1, limit: 10_000 })) {
      const sold = side === 'buy' ? 0 : 1;
      const amount = price * size;
      if (metric === 'fundFlow') sums[(amount >= whale ? 0 : amount >= dolphin ? 2 : 4) + sold]! += amount;
      else sums[sold]! += size;
    }
  }
  return sums;
}

async function assertWhole(metric: TradeMetric, period: CandleInterval, { ts, values, isPartial }: SeriesPoint): Promise<void> {
  assert.equal(isPartial, undefined, `${metric} ${period} ${new Date(ts).toISOString()} is whole`);
  const expected = await recompute(metric, period, ts);
  Object.values(values).forEach((value, i) =>
    assert.ok(
      Math.abs(value - expected[i]!) <= 1e-9 * Math.max(1, expected[i]!),
      `${metric} ${period} ${new Date(ts).toISOString()} field ${i}: ${value} is not ${expected[i]}`,
    ),
  );
}
const minutesOf = (points: readonly SeriesPoint[]) => points.map(({ ts, isPartial }) => [(ts - midnight) / minute, isPartial === true]);

test('killed in the middle of a bucket, twice, and started again: it is completed from the trades; what was closed stays', async (t) => {
  const first = await startProcess(t, began);
  assert.deepEqual(await first.read('fundFlow', '5m'), [], 'somebody asked: from now on it is kept');
  await first.advanceTo(midnight - 2 * minute);
  await first.killOnTheWayTo(midnight - minute, 60);
  const next = await startProcess(t, midnight - 30 * second);
  await next.read('fundFlow', '5m');
  await next.advanceTo(midnight + 2 * minute);
  const before = (await next.read('fundFlow', '5m')).filter(({ ts }) => ts < midnight);
  await next.killOnTheWayTo(midnight + 4 * minute, 60);
  const third = await startProcess(t, midnight + 4 * minute + 10 * second);
  await third.read('fundFlow', '5m');
  await third.advanceTo(midnight + 17 * minute);
  for (const metric of ['fundFlow', 'takerVolume'] as const) {
    const points = await third.read(metric, '5m');
    assert.deepEqual(
      minutesOf(points),
      [
        [-10, true],
        [-5, false],
        [0, false],
        [5, false],
        [10, false],
        [15, false],
      ],
      'only the one it began in is partial',
    );
    for (const point of points.slice(1, -1)) await assertWhole(metric, '5m', point);
    const quarters = await third.read(metric, '15m');
    assert.deepEqual(minutesOf(quarters), [
      [-15, true],
      [0, false],
      [15, false],
    ]);
    await assertWhole(metric, '15m', quarters[1]!);
    assert.deepEqual(minutesOf(await third.read(metric, '1d')), [
      [-1440, true],
      [0, false],
    ]);
  }
  assert.deepEqual(
    (await third.read('fundFlow', '5m')).filter(({ ts }) => ts < midnight),
    before,
    'what was closed is as it was',
  );
});

test('where the exchange no longer has the trades of the standstill, its buckets say so, and only they', async (t) => {
  const first = await startProcess(t, began);
  await first.read('fundFlow', '5m');
  await first.advanceTo(midnight - 2 * minute);
  await first.killOnTheWayTo(midnight - minute, 60);
  const reachMs = 20 * second;
  const late = await startProcess(t, midnight + 6 * minute, reachMs);
  await late.read('fundFlow', '5m');
  await late.advanceTo(midnight + 21 * minute);
  const points = await late.read('takerVolume', '5m');
  assert.deepEqual(
    minutesOf(points),
    [
      [-10, true],
      [-5, true],
      [5, true],
      [10, false],
      [15, false],
      [20, false],
    ],
    'of the five minutes after midnight nothing is known, so nothing is told',
  );
  for (const point of points.slice(3, 5)) await assertWhole('takerVolume', '5m', point);
  assert.deepEqual(minutesOf(await late.read('takerVolume', '1h')), [
    [-60, true],
    [0, true],
  ]);
});

test('a trade heard just before a bucket ends counts in it, though the store answers after', async () => {
  const clock = createHandClock(midnight - 100);
  const asked = Promise.withResolvers<null>();
  const store = { range: async () => [], runningSums: () => asked.promise, addClosed: async () => {} } as unknown as SeriesStore;
  let tell: (trades: readonly Trade[]) => void = () => {};
  const trades: TradeSource = { range: async () => [], watch: (_ids, onTrades) => ((tell = onTrades), () => {}) };
  const series = createTradeSeries({
    clock,
    store,
    trades,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    madeFromTrades: () => ['fundFlow'],
    thresholds: async () => ({ whale: 1_000, dolphin: 100 }),
    popular: () => [],
  });
  series.start();
  const read = () => series.read({ metric: 'fundFlow', symbolId, period: '5m', limit: 50 });
  assert.equal(await read(), null);
  tell([{ id: '1', symbolId, ts: midnight - 100, price: 10, size: 5, side: 'buy' }]);
  clock.advance(200);
  asked.resolve(null);
  await delay(0);
  assert.deepEqual(
    (await read())?.map(({ ts, values }) => [ts, values]),
    [[midnight - 5 * minute, { whaleBuy: 0, whaleSell: 0, dolphinBuy: 0, dolphinSell: 0, fishBuy: 50, fishSell: 0 }]],
  );
  series.stop();
});
