import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bollinger, ema, macd, rsi, sma } from './indicators.ts';

const rounded = (line: readonly (number | null)[], digits = 4) =>
  line.map((value) => (value === null ? null : Number(value.toFixed(digits))));

test('averages: nothing before there is enough, then the mean of the last, or one that leans to the newest', () => {
  assert.deepEqual(sma([1, 2, 3, 4, 10], 3), [null, null, 2, 3, 17 / 3]);
  assert.deepEqual(ema([1, 2, 3, 4, 10], 3), [null, null, 2, 3, 6.5]);
  assert.deepEqual(sma([], 3), []);
  assert.deepEqual(sma([5], 3), [null]);
});

test('Bollinger bands stand two deviations from the mean, and lie on it where nothing moves', () => {
  const { middle, upper, lower } = bollinger([2, 4, 4, 4, 5, 5, 7, 9], 8);
  assert.equal(middle.at(-1), 5);
  assert.equal(upper.at(-1), 9);
  assert.equal(lower.at(-1), 1);
  assert.equal(bollinger([3, 3, 3], 3).upper.at(-1), 3);
});

/** The closes with which Wilder's figure is usually explained; the values are the published ones. */
const known = [
  44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46.0, 46.03, 46.41, 46.22, 45.64,
];

test('relative strength as published, and its ends', () => {
  const line = rsi(known);
  assert.deepEqual(
    line.slice(0, 14),
    Array.from({ length: 14 }, () => null),
  );
  for (const [at, expected] of [
    [14, 70.46],
    [15, 66.25],
    [16, 66.48],
    [17, 69.35],
    [18, 66.29],
    [19, 57.92],
  ] as const)
    assert.ok(Math.abs(line[at]! - expected) < 0.05, `${at}: ${line[at]}, published ${expected}`);
  assert.equal(rsi([1, 2, 3, 4], 3).at(-1), 100);
  assert.equal(rsi([4, 3, 2, 1], 3).at(-1), 0);
  assert.equal(rsi([2, 2, 2, 2], 3).at(-1), 50, 'a coin that does not move is neither strong nor weak');
});

test('MACD: two averages, their distance, its average, and what parts those', () => {
  const closes = [1, 2, 4, 8, 16, 32];
  const { macd: line, signal, histogram } = macd(closes, 2, 3, 2);
  const [quick, slow] = [ema(closes, 2), ema(closes, 3)];
  assert.deepEqual(rounded(line), rounded(closes.map((_, at) => (at < 2 ? null : quick[at]! - slow[at]!))));
  assert.deepEqual(signal.slice(0, 3), [null, null, null]);
  assert.equal(signal[3], (line[2]! + line[3]!) / 2);
  assert.equal(histogram[5], line[5]! - signal[5]!);
});
