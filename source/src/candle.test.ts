import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candleIntervals } from '@tidemark/contract/market.ts';
import fc from 'fast-check';
import { candlesBefore, candleStart, nextCandleStart } from './candle.ts';

const moment = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2040, 0, 1) });

test('every moment lies in exactly one candle of each interval, and candles follow each other without a gap', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...candleIntervals), fc.integer({ min: 0, max: 60 }), (ms, interval, back) => {
      const start = candleStart(interval, ms);
      assert.ok(start <= ms && ms < nextCandleStart(interval, start));
      assert.equal(candleStart(interval, start), start);
      let at = candlesBefore(interval, start, back);
      for (let i = 0; i < back; i++) at = nextCandleStart(interval, at);
      assert.equal(at, start);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('days begin at midnight UTC, weeks on Monday, months on the first', () => {
  const ms = Date.UTC(2026, 10, 15, 13, 45, 7);
  assert.equal(candleStart('1d', ms), Date.UTC(2026, 10, 15));
  assert.equal(candleStart('1w', ms), Date.UTC(2026, 10, 9));
  assert.equal(candleStart('1M', ms), Date.UTC(2026, 10, 1));
  assert.equal(nextCandleStart('1M', Date.UTC(2026, 11, 1)), Date.UTC(2027, 0, 1));
  assert.equal(candleStart('4h', ms), Date.UTC(2026, 10, 15, 12));
});
