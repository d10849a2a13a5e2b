import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart } from '@tidemark/contract/time.ts';
import fc from 'fast-check';
import { intervalMs } from '@tidemark/source/candle.ts';
import type { Trade } from '@tidemark/source/source.ts';
import { bucketFields, bucketPeriods, createTradeBuckets, type Bucket, type TradeBuckets } from './trade-buckets.ts';

const start = Date.UTC(2026, 10, 12, 23, 40);
/** Another day, another measure. */
const thresholdsOf = (symbolId: string, day: number) => ({
  whale: symbolId === 'A' ? 900 : 400 + ((day / intervalMs['1d']) % 7) * 100,
  dolphin: 90,
});

/** Some are fills: those of one order have its moment, its side and its name. */
const anyTrades = fc
  .array(
    fc.record({
      symbolId: fc.constantFrom('A', 'B'),
      afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200_000 })),
      prices: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
      size: fc.integer({ min: 1, max: 40 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      isFills: fc.boolean(),
    }),
    { maxLength: 150 },
  )
  .map((steps) => {
    let ts = start;
    return steps.flatMap(({ symbolId, afterMs, prices, size, side, isFills }, i): Trade[] => {
      ts += afterMs;
      const parts = isFills ? prices : prices.slice(0, 1);
      return parts.map((price, k) =>
        Object.assign({ id: `${i}.${k}`, symbolId, ts, price, size, side }, isFills && { order: `order ${i}` }),
      );
    });
  });

/** The slow way: orders put together first, then every bucket by itself. */
function recompute(trades: readonly Trade[], untilMs: number): Map<string, number[]> {
  const orders = new Map<string, { symbolId: string; ts: number; side: string; amount: number; size: number }>();
  for (const { id, order = id, symbolId, ts, price, size, side } of trades) {
    const known = orders.get(`${symbolId} ${order}`) ?? { symbolId, ts, side, amount: 0, size: 0 };
    orders.set(`${symbolId} ${order}`, { ...known, amount: known.amount + price * size, size: known.size + size });
  }
  const buckets = new Map<string, number[]>();
  for (const period of bucketPeriods) {
    for (const symbolId of new Set(trades.map((trade) => trade.symbolId))) {
      for (
        let from = Math.floor(start / intervalMs[period]) * intervalMs[period];
        from + intervalMs[period] <= untilMs;
        from += intervalMs[period]
      )
        buckets.set(
          `${symbolId} ${period} ${from}`,
          bucketFields.map(() => 0),
        );
    }
    for (const { symbolId, ts, side, amount, size } of orders.values()) {
      const values = buckets.get(`${symbolId} ${period} ${Math.floor(ts / intervalMs[period]) * intervalMs[period]}`);
      if (!values) continue;
      const { whale, dolphin } = thresholdsOf(symbolId, dayStart(ts));
      const who = amount >= whale ? 'whale' : amount >= dolphin ? 'dolphin' : 'fish';
      values[bucketFields.indexOf(`${who}${side === 'buy' ? 'Buy' : 'Sell'}`)]! += amount;
      values[bucketFields.indexOf(side as 'buy' | 'sell')]! += size;
    }
  }
  return buckets;
}
const keyed = (buckets: readonly Bucket[]) =>
  new Map(buckets.map(({ symbolId, period, ts, values }) => [`${symbolId} ${period} ${ts}`, [...values]]));
const sorted = (map: Map<string, number[]>) => new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

/** As the keeper of the buckets does it: the measure of a day before its first trade. */
function feed(buckets: TradeBuckets, trades: readonly Trade[]): void {
  for (const trade of trades) {
    const [day, known] = [dayStart(trade.ts), buckets.dayOf(trade.symbolId)];
    if (Number.isNaN(known) || day > known) buckets.setThresholds(trade.symbolId, day, thresholdsOf(trade.symbolId, day));
    buckets.take([trade]);
  }
}

test('whatever comes in whatever batches, over restarts too: each bucket equals its orders, is told once, and only when it is over', () => {
  fc.assert(
    fc.property(
      anyTrades,
      fc.array(fc.record({ cut: fc.integer({ min: 1, max: 30 }), isRestart: fc.boolean() }), { maxLength: 20 }),
      (trades, cuts) => {
        let buckets = createTradeBuckets();
        const symbols = [...new Set(trades.map(({ symbolId }) => symbolId))];
        for (const symbolId of symbols) buckets.begin(symbolId, start);
        const closed: Bucket[] = [];
        let at = 0;
        for (const { cut, isRestart } of [...cuts, { cut: trades.length, isRestart: false }]) {
          const batch = trades.slice(at, at + cut);
          at += batch.length;
          feed(buckets, batch);
          if (batch.length > 0) closed.push(...buckets.close(batch.at(-1)!.ts));
          if (!isRestart) continue;
          const next = createTradeBuckets();
          for (const symbolId of symbols) {
            const saved = buckets.save(symbolId);
            if (saved) next.restore(symbolId, JSON.parse(JSON.stringify(saved)));
            else next.begin(symbolId, start);
          }
          buckets = next;
          // What is asked for again overlaps with what was counted: the trades of the newest moment come twice.
          feed(
            buckets,
            batch
              .filter(({ ts }) => ts === batch.at(-1)!.ts && buckets.dayOf(batch.at(-1)!.symbolId) === dayStart(ts))
              .filter(({ symbolId }) => symbolId === batch.at(-1)!.symbolId),
          );
        }
        const end = dayStart(trades.at(-1)?.ts ?? start) + intervalMs['1d'];
        closed.push(...buckets.close(end));
        assert.equal(keyed(closed).size, closed.length, 'none twice');
        assert.deepEqual(sorted(keyed(closed)), sorted(recompute(trades, end)));
        assert.equal(buckets.late, 0);
      },
    ),
    { seed: 5, numRuns: 250 },
  );
});

const trade = (ts: number, more: Partial<Trade> = {}): Trade => ({
  id: String(ts),
  symbolId: 'A',
  ts,
  price: 2,
  size: 3,
  side: 'sell',
  ...more,
});
const marks = (buckets: readonly Bucket[]) =>
  buckets.filter(({ period }) => period === '5m').map(({ ts, isPartial, values }) => [(ts - start) / 300_000, isPartial, values[7]]);

test('a bucket that began before the trades were heard says so; the next one does not', () => {
  const buckets = createTradeBuckets();
  buckets.begin('A', start + 60_000);
  feed(buckets, [trade(start + 70_000), trade(start + 310_000)]);
  assert.deepEqual(marks(buckets.close(start + 600_000)), [
    [0, true, 3],
    [1, false, 3],
  ]);
});

test('while the stream is cut nothing closes; made up for, buckets are whole, else marked; what nobody heard is not told as none', () => {
  const buckets = createTradeBuckets();
  buckets.begin('A', start);
  feed(buckets, [trade(start + 1)]);
  buckets.cut({ symbolId: 'A', state: 'cut' }, start + 290_000);
  assert.deepEqual(buckets.close(start + 400_000), []);
  feed(buckets, [trade(start + 299_999), trade(start + 410_000)]);
  buckets.cut({ symbolId: 'A', state: 'whole' }, start + 420_000);
  assert.deepEqual(marks(buckets.close(start + 600_000)), [
    [0, false, 6],
    [1, false, 3],
  ]);

  buckets.cut({ symbolId: 'A', state: 'cut' }, start + 610_000);
  buckets.cut({ symbolId: 'A', state: 'missed' }, start + 1_550_000);
  feed(buckets, [trade(start + 1_560_000)]);
  assert.deepEqual(
    marks(buckets.close(start + 2_400_000)),
    [
      [2, true, 0],
      [5, true, 3],
      [6, false, 0],
      [7, false, 0],
    ],
    'of 3 and 4 nothing is known',
  );
});

test('what comes after its bucket was closed is counted and changes nothing', () => {
  const buckets = createTradeBuckets();
  buckets.begin('A', start);
  feed(buckets, [trade(start), trade(start + 400_000)]);
  assert.deepEqual(marks(buckets.close(start + 400_000)), [[0, false, 3]]);
  feed(buckets, [trade(start + 1)]);
  assert.equal(buckets.late, 1);
  assert.deepEqual(marks(buckets.close(start + 600_000)), [[1, false, 3]]);
});

test('the running bucket counts the order whose fills are still coming, by its size so far', () => {
  const buckets = createTradeBuckets();
  buckets.begin('A', start);
  feed(buckets, [
    trade(start + 5, { id: 'x', order: 'o', price: 20, size: 30 }),
    trade(start + 5, { id: 'y', order: 'o', price: 20, size: 20 }),
  ]);
  assert.deepEqual(buckets.running('A', '5m')!.values, [0, 1000, 0, 0, 0, 0, 0, 50], 'a whale, though neither fill is one');
});

test('a stream that has told no trade yet is not taken for a quiet one', () => {
  const buckets = createTradeBuckets();
  buckets.begin('A', start);
  assert.deepEqual(buckets.close(start + 900_000), []);
  assert.equal(buckets.running('A', '1h'), null);
  feed(buckets, [trade(start + 900_001)]);
  assert.notEqual(buckets.running('A', '1h'), null);
  assert.deepEqual(
    marks(buckets.close(start + 1_500_000)),
    [
      [3, false, 3],
      [4, false, 0],
    ],
    'from then on nothing told is nothing traded',
  );
});
