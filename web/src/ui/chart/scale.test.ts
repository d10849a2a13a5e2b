import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { axisOn, partsOf, type ChartLine } from './chart-line.ts';
import { csvOf } from './download-csv.ts';
import { axisOf, nearestIndex, shareOf } from './scale.ts';
import { timeTicksOf } from './time-ticks.ts';

test('labels lie on round multiples of their step, and the values fill the plot', () => {
  assert.deepEqual(axisOf([102_312, 111_870])!.ticks, [102_500, 105_000, 107_500, 110_000]);
  assert.deepEqual(axisOf([0, 97])!.ticks, [0, 25, 50, 75, 100]);
  assert.deepEqual(axisOf([0.12, 0.53])!.ticks, [0.1, 0.2, 0.3, 0.4, 0.5]);
  assert.deepEqual(axisOf([-0.0004, 0.0104])!.ticks, [0, 0.0025, 0.005, 0.0075, 0.01]);
  assert.deepEqual(axisOf([-3, 0, 7])!.ticks, [-2, 0, 2, 4, 6]);
  assert.deepEqual(axisOf([1, 2], { range: { from: 0, to: 100 } })!.ticks, [0, 25, 50, 75, 100]);
  assert.deepEqual(axisOf([1, 2], { range: { from: 0, to: 21e6 } })!.ticks, [0, 5e6, 10e6, 15e6, 20e6]);
  assert.equal(axisOf([null, NaN]), null);
  assert.equal(axisOf([0, 10])!.from, 0, 'no room below zero for what is never below it');
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 }), (values) => {
      const { from, to, ticks } = axisOf(values)!;
      assert.ok(ticks.length >= 3 && ticks.length <= 6, `${ticks.length} labels`);
      const [low, high] = [Math.min(...values), Math.max(...values)];
      assert.ok(low >= from && high <= to, `${low}..${high} in ${from}..${to}`);
      if (high - low < 1e-6 * Math.max(1, -low, high)) return;
      assert.ok((high - low) / (to - from) >= 0.8, `${low}..${high} fill ${from}..${to}`);
      const step = ticks[1]! - ticks[0]!;
      assert.ok(
        [1, 2, 2.5, 5, 10].some((round) => Math.abs(Number(step.toExponential(6).split('e')[0]) - round) < 1e-3),
        `step ${step}`,
      );
      for (const tick of ticks) {
        assert.ok(Math.abs(tick / step - Math.round(tick / step)) < 1e-3, `${tick} is a multiple of ${step}`);
        assert.ok(tick >= from - step * 1e-6 && tick <= to + step * 1e-6);
      }
      if (low < 0 && high > 0) assert.ok(ticks.includes(0), 'zero has a label');
    }),
    { seed: 5, numRuns: 1000 },
  );
});

test('hostile ranges have an axis with round labels too: one value, flat, below zero, tiny, huge, nothing at all', () => {
  const shown = (values: readonly (number | null)[]) => {
    const axis = axisOf(values);
    if (!axis) return null;
    const { from, to, ticks } = axis;
    for (const value of values) if (value !== null) assert.ok(value >= from && value <= to, `${value} in ${from}..${to}`);
    assert.ok(ticks.length >= 3 && ticks.length <= 6);
    return ticks;
  };
  assert.equal(shown([]), null);
  assert.equal(shown([null, null]), null, 'nothing was told');
  assert.deepEqual(shown([7]), [6.5, 6.75, 7, 7.25, 7.5]);
  assert.deepEqual(shown([0, 0, null]), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(shown([-3, -3]), [-3.2, -3, -2.8]);
  assert.deepEqual(shown([-0.01, -0.002]), [-0.01, -0.008, -0.006, -0.004, -0.002]);
  assert.deepEqual(shown([1.1e-12, 4.9e-12]), [1e-12, 2e-12, 3e-12, 4e-12, 5e-12]);
  assert.deepEqual(shown([2.2e15, 9.1e15]), [2e15, 4e15, 6e15, 8e15]);
  assert.deepEqual(shown([1e12, 1e12 + 1]), [0.9e12, 0.95e12, 1e12, 1.05e12, 1.1e12], 'dust alone');
  assert.deepEqual(shown([-1e300, 1e300]), [-1e300, -5e299, 0, 5e299, 1e300]);
});

test('labels are round in the unit that is read, not in the one that is kept', () => {
  const rate = 1.0013;
  const { from, to, ticks } = axisOf([2.45e12, 4.9e12], { rate })!;
  assert.deepEqual(
    ticks.map((tick) => Math.round((tick * rate) / 1e6) * 1e6),
    [2.5e12, 3e12, 3.5e12, 4e12, 4.5e12, 5e12],
  );
  assert.ok(from <= 2.45e12 && to >= 4.9e12);
});

test('a step finer than what a label says is not taken, so no label is rounded and none stands twice', () => {
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
  const labels = (values: readonly number[]) => axisOf(values, { format: percent })!.ticks.map(percent);
  const fine = axisOf([0.501, 0.5135])!.ticks;
  assert.equal(Number((fine[1]! - fine[0]!).toFixed(6)), 0.0025, 'without a format a quarter of a percent would be the step');
  assert.deepEqual(labels([0.501, 0.5135]), ['50.0%', '50.5%', '51.0%', '51.5%']);
  assert.deepEqual(labels([0.52312, 0.52318]), ['52.2%', '52.3%', '52.4%', '52.5%']);
  assert.ok(axisOf([1, 2], { format: () => '--' }), 'a text that never changes does not hang it');
});

test('times are round, at most five, and the same for the same stretch', () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  const shown = (from: string, to: string) => timeTicksOf(at(from), at(to)).map((ms) => new Date(ms).toISOString().slice(0, 16));
  assert.deepEqual(shown('2026-11-17T03:12', '2026-11-18T03:12'), [
    '2026-11-17T06:00',
    '2026-11-17T12:00',
    '2026-11-17T18:00',
    '2026-11-18T00:00',
  ]);
  assert.deepEqual(shown('2026-10-19T00:00', '2026-11-18T00:00'), [
    '2026-10-19T00:00',
    '2026-10-26T00:00',
    '2026-11-02T00:00',
    '2026-11-09T00:00',
    '2026-11-16T00:00',
  ]);
  assert.deepEqual(shown('2026-08-20T00:00', '2026-11-18T00:00'), ['2026-09-01T00:00', '2026-10-01T00:00', '2026-11-01T00:00']);
  assert.deepEqual(shown('2009-01-03T00:00', '2140-01-01T00:00'), ['2040-01-01T00:00', '2080-01-01T00:00', '2120-01-01T00:00']);
  assert.deepEqual(timeTicksOf(7, 7), [7]);
  assert.deepEqual(
    shown('2026-11-02T00:30', '2026-11-15T23:30'),
    ['2026-11-03T00:00', '2026-11-06T00:00', '2026-11-09T00:00', '2026-11-12T00:00', '2026-11-15T00:00'],
    'one Monday is too few',
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 120_000, max: 1e12 }), (from, span) => {
      const ticks = timeTicksOf(from, from + span);
      assert.ok(ticks.length >= 2 && ticks.length <= 5, `${ticks.length} labels`);
      for (const [i, ms] of ticks.entries()) {
        assert.ok(ms >= from && ms <= from + span && (i === 0 || ms > ticks[i - 1]!));
        assert.ok(ms % 1_000 === 0, `${ms} is a round time`);
      }
    }),
    { seed: 5, numRuns: 1000 },
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

test('bars on both sides of zero have two colours, stand on zero, and none is cut off', () => {
  const line: ChartLine = {
    ...{ id: 'net', label: 'Net', kind: 'bars', colour: 'up-fill', belowColour: 'down-fill' },
    ...{ values: [3, -2, null, 0], format: String },
  };
  assert.deepEqual(partsOf(line), [
    { colour: 'up-fill', values: [3, null, null, 0] },
    { colour: 'down-fill', values: [null, -2, null, null] },
  ]);
  assert.equal(partsOf(line), partsOf(line), 'the same line has the same parts');
  const { from, to, ticks } = axisOn([line], 'end')!;
  assert.ok(from < -2 && to > 3 && ticks.includes(0));
  const { from: ground } = axisOn([{ ...line, values: [5, 6] }], 'end')!;
  assert.equal(ground, 0, 'of what is never below zero the bars stand on the ground');
});
