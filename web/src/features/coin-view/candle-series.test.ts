import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandleRow } from '@tidemark/contract/market.ts';
import { isCandleRow, mergeCandles } from './candle-series.ts';

const row = (openTime: number, close = '1'): CandleRow => [openTime, '1', '2', '0.5', close, '10', '10'];

test('what is told later replaces the forming candle, and new ones join in order', () => {
  assert.deepEqual(mergeCandles([row(1), row(2)], [row(3), row(2, '1.5')]), [row(1), row(2, '1.5'), row(3)]);
  assert.deepEqual(mergeCandles([row(5)], [row(3), row(4)]), [row(3), row(4), row(5)]);
});

test('nothing told is nothing changed', () => {
  const known = [row(1)];
  assert.equal(mergeCandles(known, []), known);
});

test('other shapes do not become candles', () => {
  assert.ok(isCandleRow(row(1)));
  for (const bad of [null, {}, [], [Number.NaN, '1', '2', '1', '1', '1', '1'], [1, '1', 'x', '1', '1', '1', '1']]) assert.equal(isCandleRow(bad), false);
});
