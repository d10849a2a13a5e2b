// A feed that stood still in the middle of a bucket and does not know yet that another one has taken its place, over a real Postgres.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { dayMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Source } from '@tidemark/source/source.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { LeaseHolder } from '../feed-lease.ts';
import { beginTerm, type FeedTerm } from '../feed-row.ts';
import { createMarket } from '../index.ts';
import { createTestSource, tickOf } from '../testing/test-source.ts';

const symbolId = 'AAVEUSDT';
const began = Date.UTC(2026, 10, 12, 12, 2);
const log = createLog({ level: 'silent' });

test('of a feed whose place another one has taken nothing is written any more: no sums, no points, no candles, no samples', async (t) => {
  const db = await openTestDatabase();
  t.after(() => db.close());
  const beginOne = async () => (await db.pool.query<FeedTerm>(beginTerm, [null])).rows[0]!;
  const clock = createHandClock(began);
  const simulator = createSimulator({ clock, seed: 1 });
  let sample = (_value: number) => {};
  let holder: LeaseHolder;
  const source: Source = {
    ...createTestSource([symbolId, 'BTCUSDT_UMCBL']),
    candlesKeptAs: 'far',
    trades: simulator.trades,
    candles: (query) => simulator.candles(query),
    madeFromTrades: () => ['fundFlow', 'takerVolume'],
    start: (onTicks) => onTicks([tickOf(symbolId, 100, clock.now())]),
    onSamples(listener) {
      sample = (value) =>
        listener([{ symbolId: 'BTCUSDT_UMCBL', metric: 'openInterest', ts: clock.now(), values: { base: value, value } }]);
      return () => {};
    },
  };
  const metrics = createMetrics();
  const market = createMarket({
    bus: createInProcessBus(),
    clock,
    log,
    metrics,
    db,
    feed: source,
    lease: {
      async start(given) {
        holder = given;
        await given.taken(await beginOne());
      },
      hear() {},
      async stop() {},
    },
  });
  await market.start();
  t.after(() => market.stop());
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 5 * secondMs) {
      clock.advance(Math.min(left, 5 * secondMs));
      await delay(0);
      await db.look();
    }
  };
  const flow = () => market.series([{ symbolId, metric: 'fundFlow', period: '5m', limit: 50 }]);
  const candles = () => market.candles([{ symbolId, interval: '1h', limit: 5, to: clock.now() - dayMs }]);
  const stored = async () =>
    (
      await db.pool.query(`select (select sums::text from running_sums) as sums, (select count(*)::int from kept_point) as points,
        (select count(*)::int from kept_candle) as candles`)
    ).rows[0];

  await flow();
  await pass(4 * minuteMs);
  sample(1);
  await candles();
  await pass(10 * secondMs);
  // Two sums of a bucket that is over, one sample of each of nine periods.
  await until('everything is written', async () => (await stored()).points === 11 && (await stored()).candles > 0);
  const before = await stored();
  assert.notEqual(before.sums, null);

  // It stands still in the middle of a bucket, another one begins its term, and it wakes with all of its timers overdue.
  await beginOne();
  await pass(7 * minuteMs);
  sample(2);
  clock.advance(dayMs);
  await candles();
  await pass(10 * secondMs);
  await until('all three are refused', async () => /market_old_epoch_writes_refused_total ([3-9]|\d\d)/.test(await metrics.text()));
  assert.deepEqual(await stored(), before);

  // It hears of it, and has another term later: then it counts and writes again.
  holder!.lost();
  await pass(10 * secondMs);
  await holder!.taken(await beginOne());
  await flow();
  await pass(6 * minuteMs);
  await until('it writes again', async () => (await stored()).points > before.points);
  assert.notEqual((await stored()).sums, before.sums);
});
