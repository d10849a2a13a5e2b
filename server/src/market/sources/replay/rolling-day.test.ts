import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@tidemark/contract/time.ts';
import fc from 'fast-check';
import { createRollingDay, type Day } from './rolling-day.ts';

interface Trade {
  readonly ts: number;
  readonly price: number;
  readonly size: number;
}

/** The same by looking at every trade there was. */
function slowDay(trades: readonly Trade[], last: number): Day {
  const { ts } = trades[last]!;
  const past = trades.slice(0, last + 1);
  const within = past.filter((trade) => trade.ts > ts - dayMs);
  const prices = within.map(({ price }) => price);
  return {
    open24h: (past.findLast((trade) => trade.ts <= ts - dayMs) ?? past[0]!).price,
    high24h: Math.max(...prices),
    low24h: Math.min(...prices),
    baseVolume24h: within.reduce((sum, { size }) => sum + size, 0),
    turnover24h: within.reduce((sum, { size, price }) => sum + size * price, 0),
  };
}

// Quarters add up without rounding, so that sums are compared to the last digit. Some waits end exactly 24 hours after another trade.
const trades = fc
  .array(
    fc.record({
      waitMs: fc.oneof(
        fc.integer({ min: 0, max: 90_000 }),
        fc.integer({ min: 0, max: 3 * 3_600_000 }),
        fc.constantFrom(0, 60_000, dayMs / 2, dayMs, 3 * dayMs),
      ),
      price: fc.integer({ min: 1, max: 400 }).map((quarters) => quarters / 4),
      size: fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4),
    }),
    { minLength: 1, maxLength: 900, size: 'max' },
  )
  .map((steps) => {
    let ts = Date.UTC(2024, 0, 1, 0, 0, 17, 123);
    return steps.map(({ waitMs, price, size }): Trade => ({ ts: (ts += waitMs), price, size }));
  });

test('the last 24 hours are exact at every trade: the base is the last price at or before the same moment a day ago', () => {
  fc.assert(
    fc.property(trades, (all) => {
      const day = createRollingDay();
      all.forEach(({ ts, price, size }, i) => assert.deepEqual(day.add(ts, price, size), slowDay(all, i), `trade ${i}`));
    }),
    { seed: 24, numRuns: 60 },
  );
});

test('a change over 24 hours is reached at the trade at which it is true, not when its minute is over', () => {
  const day = createRollingDay();
  const t0 = Date.UTC(2024, 0, 1);
  const changeAfter = (ts: number, price: number) => {
    const { open24h } = day.add(ts, price, 1);
    return price / open24h - 1;
  };
  changeAfter(t0 + 10_000, 100);
  changeAfter(t0 + 50_000, 80);
  assert.equal(changeAfter(t0 + dayMs + 49_999, 100), 0, 'the 100 of second 10 still stands');
  assert.equal(changeAfter(t0 + dayMs + 50_000, 100), 0.25, 'now it is the 80 of second 50');
});

test('sums stay sums over months: nothing is left of trades that are gone', () => {
  const day = createRollingDay();
  let last: Day | null = null;
  for (let i = 0; i < 20_000; i++) last = day.add(i * 60_000, 0.1 + (i % 7) * 0.01, i < 10_000 ? 1e9 : 0.1);
  assert.ok(Math.abs(last!.baseVolume24h - 144) < 1e-9, String(last!.baseVolume24h));
  assert.deepEqual(day.add(20_000 * 60_000 + 5 * dayMs, 2, 0), {
    open24h: 0.1 + (19_999 % 7) * 0.01,
    high24h: 2,
    low24h: 2,
    baseVolume24h: 0,
    turnover24h: 0,
  });
});
