import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingRangeMs, tradingRanges } from '@tidemark/contract/trading-data.ts';
import { comparedOver, headlineField, headlineOf } from './headline.ts';

const series = {
  fields: ['net', 'ratio'],
  points: [
    [1, '5', '2'],
    [2, '-8', '3'],
    [3, '1', '9'],
  ] as [number, string, string][],
  forming: 3,
};

test('the newest period that is over, beside the first one in sight', () => {
  assert.deepEqual(headlineOf(series, 'ratio', false), { value: 3, first: 2 });
  assert.deepEqual(headlineOf({ ...series, forming: null }, 'ratio', false), { value: 9, first: 2 });
  assert.deepEqual(headlineOf({ ...series, points: [] }, 'ratio', false), { value: null, first: null });
});

test('a chart whose name says over how long shows the sum of it', () => {
  assert.deepEqual(headlineOf(series, 'net', true), { value: -2, first: null });
  assert.deepEqual(headlineOf({ ...series, points: [] }, 'net', true), { value: null, first: null });
  const untold = series.points.map(([ts]): [number, null, null] => [ts, null, null]);
  assert.deepEqual(headlineOf({ ...series, points: untold }, 'net', true), { value: null, first: null }, 'of nothing told there is no sum');
  assert.equal(headlineField('netInflow24h', ['net']), 'net');
  assert.equal(headlineField('takerVolume', ['buy', 'sell', 'ratio']), 'ratio');
});

test('a change names the stretch that it is over', () => {
  for (const range of tradingRanges) assert.equal(comparedOver(tradingRangeMs[range]), range);
  assert.equal(comparedOver(1), null);
});
