// Liquidations of a source without a past: judged, handed on, added up and kept; what was not heard is unknown, and what was heard
// without a liquidation is zero.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Liquidation, LiquidationSource, SeriesPoint } from '@tidemark/source/source.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { noFence } from '../history/fence.ts';
import { createLiquidationSeries } from './liquidation-series.ts';
import { createSeriesStore } from './store.ts';

const hour = Date.UTC(2026, 10, 12, 10);
const log = createLog({ level: 'silent' });

async function bed(t: TestContext, startsAt: number) {
  const db = await openTestDatabase(log);
  t.after(() => db.close());
  const clock = createHandClock(startsAt);
  const start = () => {
    let hear: Parameters<LiquidationSource['watch']>[2] = () => {};
    let tellAll: Parameters<LiquidationSource['watch']>[1] = () => {};
    const told: Liquidation[] = [];
    const metrics = createMetrics();
    const series = createLiquidationSeries({
      clock,
      log,
      metrics,
      source: {
        watch(symbolIds, onLiquidations, onHearing) {
          [tellAll, hear] = [onLiquidations, onHearing];
          onHearing(symbolIds, 'heard');
          return () => {};
        },
      },
      store: createSeriesStore(db, 'test', noFence),
      isContract: (symbolId) => symbolId.endsWith('_UMCBL'),
      contracts: () => ['BTCUSDT_UMCBL', 'ETHUSDT_UMCBL'],
      tell: (liquidations) => told.push(...liquidations),
    });
    series.start();
    return {
      series,
      metrics,
      told,
      hear: (what: 'heard' | 'cut') => hear(['BTCUSDT_UMCBL'], what),
      tell: (...all: Liquidation[]) => tellAll(all),
    };
  };
  /** Second by second, as it passes; the store answers in between. */
  const until = async (ms: number) => {
    while (clock.now() < ms) {
      clock.advance(Math.min(1_000, ms - clock.now()));
      await new Promise(setImmediate);
      if (clock.now() % minuteMs === 0) await settle();
    }
    await settle();
  };
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 15));
  return { clock, start, until };
}

const closedAt = (ts: number, more: Partial<Liquidation> = {}): Liquidation => ({
  symbolId: 'BTCUSDT_UMCBL',
  ts,
  side: 'long',
  price: 50_000,
  size: 0.1,
  value: 5_000,
  ...more,
});
const query = { metric: 'liquidations', symbolId: 'BTCUSDT_UMCBL', period: '5m', limit: 50 } as const;
const rowsOf = (points: readonly SeriesPoint[]) =>
  points.map(({ ts, values, isPartial }) => {
    const { long, short } = values as { long: number; short: number };
    return [(ts - hour) / minuteMs, long, short, ...(isPartial ? ['partial'] : [])];
  });

test('five minutes by side; before it was heard nothing is known, in a quiet time zero is', async (t) => {
  const { clock, start, until } = await bed(t, hour + 2 * minuteMs);
  const { series, told, tell } = start();
  await until(hour + 6 * minuteMs);
  tell(closedAt(clock.now()), closedAt(clock.now(), { side: 'short', size: 0.02, value: 1_000 }));
  assert.equal(told.length, 2);
  assert.deepEqual(rowsOf((await series.read(query))!), [
    [0, 0, 0, 'partial'],
    [5, 5_000, 1_000],
  ]);
  await until(hour + 16 * minuteMs);
  assert.deepEqual(rowsOf((await series.read(query))!), [
    [0, 0, 0, 'partial'],
    [5, 5_000, 1_000],
    [10, 0, 0],
    [15, 0, 0],
  ]);
  assert.deepEqual(await series.read({ ...query, symbolId: 'SOLUSDT_UMCBL' }), [], 'a contract that is not listened to');
  series.stop();
});

test('a cut leaves its periods marked, and a long one leaves a hole', async (t) => {
  const { start, until } = await bed(t, hour);
  const { series, hear, tell } = start();
  await until(hour + 6 * minuteMs);
  tell(closedAt(hour + 6 * minuteMs));
  hear('cut');
  await until(hour + 17 * minuteMs);
  hear('heard');
  await until(hour + 26 * minuteMs);
  assert.deepEqual(rowsOf((await series.read(query))!), [
    [0, 0, 0, 'partial'],
    [5, 5_000, 0, 'partial'],
    [15, 0, 0, 'partial'],
    [20, 0, 0],
    [25, 0, 0],
  ]);
  series.stop();
});

test('hours are made from what is kept, also of a process that is gone', async (t) => {
  const { start, until } = await bed(t, hour - 10 * minuteMs);
  const first = start();
  await until(hour + 20 * minuteMs);
  first.tell(closedAt(hour + 20 * minuteMs));
  await until(hour + 30 * minuteMs + 30_000);
  first.series.stop();
  const second = start();
  await until(hour + 45 * minuteMs);
  second.tell(closedAt(hour + 45 * minuteMs, { side: 'short' }));
  assert.deepEqual(
    rowsOf((await second.series.read({ ...query, period: '1h', limit: 1 }))!),
    [[0, 5_000, 5_000, 'partial']],
    'as far as it is over',
  );
  await until(hour + 62 * minuteMs);
  second.series.stop();
  const third = start();
  await until(hour + 63 * minuteMs);
  const [last] = (await third.series.read({ ...query, period: '1h', to: hour, limit: 1 }))!;
  assert.deepEqual(rowsOf([last!]), [[0, 5_000, 5_000, 'partial']]);
  third.series.stop();
});

test('what makes no sense is refused and counted by its reason, and heard by nobody', async (t) => {
  const { clock, start, until } = await bed(t, hour);
  const { series, metrics, told, tell } = start();
  await until(hour + minuteMs);
  const now = clock.now();
  tell(
    closedAt(now, { price: 0 }),
    closedAt(now, { size: -1, value: -50_000 }),
    closedAt(now, { value: NaN }),
    closedAt(now, { value: 50_000 }),
    closedAt(now, { side: 'both' as never }),
    closedAt(now, { symbolId: 'BTCUSDT' }),
    closedAt(now - hourMs),
    closedAt(now + hourMs),
    closedAt(now, { price: '50000' as never }),
  );
  assert.deepEqual(told, []);
  const text = await metrics.text();
  const counted = Object.fromEntries(
    [...text.matchAll(/market_liquidations_refused_total\{fault="(\w+)"\} (\d+)/g)].map(([, fault, count]) => [fault, Number(count)]),
  );
  assert.deepEqual(counted, { notPositive: 2, notANumber: 2, worthDiffers: 1, badSide: 1, unknownSymbol: 1, old: 1, early: 1 });
  series.stop();
});

test('the largest of the last day, and since when they are known', async (t) => {
  const { clock, start, until } = await bed(t, hour);
  const { series, tell } = start();
  await until(hour + minuteMs);
  tell(
    closedAt(clock.now()),
    closedAt(clock.now(), { size: 1, value: 50_000 }),
    closedAt(clock.now(), { symbolId: 'ETHUSDT_UMCBL', size: 0.2, value: 10_000 }),
  );
  const all = { from: clock.now() - 24 * hourMs, to: clock.now(), limit: 2 };
  const { since, items } = await series.largest(all);
  assert.deepEqual(
    items.map(({ value }) => value),
    [50_000, 10_000],
  );
  assert.equal(since, hour + 10_000, 'it began to listen then');
  assert.deepEqual((await series.largest({ ...all, symbolId: 'ETHUSDT_UMCBL' })).items.length, 1);
  series.stop();
});
