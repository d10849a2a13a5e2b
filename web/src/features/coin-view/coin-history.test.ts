import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandleRow } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { historyOf } from './coin-history.ts';

const now = Date.UTC(2026, 10, 17, 18, 30);
const today = Date.UTC(2026, 10, 17);

const candle = (at: number, close: number, high = close, low = close): CandleRow => [
  at,
  String(close),
  String(high),
  String(low),
  String(close),
  '1',
  '1',
];
/** One candle a day, oldest first; the close says how many days ago it was. */
const daysBack = (count: number) => Array.from({ length: count }, (_, at) => candle(today - (count - 1 - at) * dayMs, count - 1 - at));
const none = { minutes: [], days: [], months: [] };

test('the price of a moment is the close before it, never one after it', () => {
  const { before } = historyOf({ ...none, days: daysBack(10) }, now, null);
  assert.equal(before['7d'], '8', 'the eighth day back ended before that moment, the seventh after it');
  assert.equal(before['30d'], null, 'nobody knows');
});

test('what candles do not reach back to is null, not nothing', () => {
  const { before, hourAgo, yearHigh, allTimeHigh } = historyOf({ ...none, days: daysBack(40) }, now, null);
  assert.deepEqual(before, { '7d': '8', '30d': '31', '90d': null, '1y': null });
  assert.equal(hourAgo, null);
  assert.equal(yearHigh, null, 'the past of a coin listed nobody knows when may be cut off');
  assert.equal(allTimeHigh, null);
});

test('the range of a year holds the last 365 days and no more', () => {
  const days = daysBack(400);
  const dayOf = (back: number) => days.findIndex(([at]) => at === today - back * dayMs);
  days[dayOf(390)] = candle(today - 390 * dayMs, 1, 90_000, 0.1);
  days[dayOf(100)] = candle(today - 100 * dayMs, 1, 5_000, 0.5);
  days[dayOf(0)] = candle(today, 7, 8, 6);
  const { yearHigh, yearLow } = historyOf({ ...none, days }, now, null);
  assert.deepEqual([yearHigh, yearLow], ['5000', '0.5']);
});

test('a young coin has its range since it is listed', () => {
  const days = daysBack(20);
  assert.equal(historyOf({ ...none, days }, now, today - 19 * dayMs).yearHigh, '19');
  assert.equal(historyOf({ ...none, days }, now, today - 300 * dayMs).yearHigh, null);
});

test('the highest and the lowest ever, only where the whole past is there', () => {
  const months = [
    candle(Date.UTC(2021, 0, 1), 10, 12, 9),
    candle(Date.UTC(2021, 1, 1), 11, 69, 8),
    candle(Date.UTC(2021, 2, 1), 11, 20, 2),
  ];
  const { allTimeHigh, allTimeLow } = historyOf({ ...none, months }, now, Date.UTC(2021, 0, 1));
  assert.deepEqual([allTimeHigh, allTimeLow], ['69', '2']);
  assert.equal(historyOf({ ...none, months }, now, Date.UTC(2020, 0, 1)).allTimeHigh, null);
});

test('an hour ago by candles of five minutes', () => {
  const minutes = Array.from({ length: 20 }, (_, at) => candle(now - (20 - at) * 5 * 60_000, 20 - at));
  assert.equal(historyOf({ ...none, minutes }, now, null).hourAgo, '13');
});
