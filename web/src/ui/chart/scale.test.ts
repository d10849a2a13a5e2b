import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChartLine } from './chart-line.ts';
import { csvOf } from './download-csv.ts';
import { axisOf, nearestIndex, shareOf } from './scale.ts';

test('an axis holds every value between round numbers, five labels, no room for a narrower one', () => {
  assert.deepEqual(axisOf([102_312, 111_870])!.ticks, [102_000, 104_500, 107_000, 109_500, 112_000]);
  assert.deepEqual(axisOf([0, 97])!.ticks, [0, 25, 50, 75, 100]);
  assert.deepEqual(axisOf([0.1, 0.3, null])!.ticks, [0.1, 0.15, 0.2, 0.25, 0.3]);
  assert.deepEqual(axisOf([5])!.ticks.length, 5);
  assert.deepEqual(axisOf([1, 2], { from: 0, to: 100 })!.ticks, [0, 25, 50, 75, 100]);
  assert.equal(axisOf([null, NaN]), null);
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 }), (values) => {
      const axis = axisOf(values)!;
      const slack = (axis.to - axis.from) * 1e-6;
      assert.equal(axis.ticks.length, 5);
      for (const value of values) assert.ok(value >= axis.from - slack && value <= axis.to + slack, `${value} in ${axis.from}..${axis.to}`);
      const spread = Math.max(...values) - Math.min(...values);
      if (spread > 1e-3) assert.ok(axis.to - axis.from <= spread * 11, 'the line does not lie flat');
    }),
    { seed: 5, numRuns: 300 },
  );
});

test('the nearest point in time, at the ends too', () => {
  const times = [10, 20, 40];
  assert.deepEqual(
    [-5, 14, 16, 29, 31, 99].map((at) => nearestIndex(times, at)),
    [0, 0, 1, 1, 2, 2],
  );
  assert.equal(nearestIndex([7], 100), 0);
  assert.equal(shareOf({ from: 10, to: 40 }, 25), 0.5);
});

test('the file has plain numbers, quoted heads and holes where there is no value', () => {
  const line: ChartLine = { id: 'a', label: 'Price, "BTC"', colour: 'cat-1', values: [1.5, null], format: String };
  assert.equal(csvOf([0], [line], true), 'time,"Price, ""BTC""",simulated\n1970-01-01T00:00:00.000Z,1.5,true\n');
  assert.equal(csvOf([0, 86_400_000], [line]), 'time,"Price, ""BTC"""\n1970-01-01T00:00:00.000Z,1.5\n1970-01-02T00:00:00.000Z,\n');
});
