import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkMetrics, pairMetrics, tradingRangeMs, tradingRanges } from '@tidemark/contract/trading-data.ts';
import { comparedOver, headlineFields, headlineOf } from './headline.ts';
import { networkDrawings, pairDrawings } from './metric-drawings.ts';

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
});

test('the figure above a chart is of what is drawn in it, so both have one unit', () => {
  const drawnIn = (
    drawings: Readonly<Record<string, { readonly fields: object }>>,
    metrics: Readonly<Record<string, { fields: object }>>,
  ) => {
    for (const [metric, { fields }] of Object.entries(metrics)) {
      const drawn = Object.keys(drawings[metric]!.fields);
      const shown = headlineFields(metric, Object.keys(fields));
      assert.ok(
        shown.every((field) => drawn.includes(field)),
        `${metric} shows ${shown.join()} above ${drawn.join()}`,
      );
    }
  };
  drawnIn(pairDrawings, pairMetrics);
  drawnIn(networkDrawings, networkMetrics);
  assert.deepEqual(headlineFields('takerVolume', ['buy', 'sell', 'ratio']), ['buy', 'sell']);
});

test('a change names the stretch that it is over', () => {
  for (const range of tradingRanges) assert.equal(comparedOver(tradingRangeMs[range]), range);
  assert.equal(comparedOver(1), null);
});
