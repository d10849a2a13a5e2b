import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, drawInBlock, drawNormal, keyOf, normalQuantile, studentBy16 } from './draw.ts';

const moments = (values: ArrayLike<number>) => {
  let [sum, squares, fourth] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    sum += x;
    squares += x * x;
    fourth += x ** 4;
  }
  const n = values.length;
  return { mean: sum / n, variance: squares / n, kurtosis: fourth / n / (squares / n) ** 2 };
};

test('a draw depends on seed, purpose and index, and on nothing else', () => {
  const key = keyOf(1, 'a');
  const forwards = Array.from({ length: 100 }, (_, i) => draw(key, i));
  const backwards = Array.from({ length: 100 }, (_, i) => draw(key, 99 - i)).reverse();
  assert.deepEqual(forwards, backwards);
  assert.notEqual(keyOf(1, 'a'), keyOf(2, 'a'));
  assert.notEqual(keyOf(1, 'ab'), keyOf(1, 'ba'));
});

test('draws are spread evenly, and neighbours, keys and blocks do not know each other', () => {
  const n = 50_000;
  const [a, b] = [keyOf(1, 'a'), keyOf(1, 'b')];
  const z = Array.from({ length: n }, (_, i) => drawNormal(a, i));
  const other = Array.from({ length: n }, (_, i) => drawNormal(b, i));
  const inBlocks = Array.from({ length: n }, (_, i) => normalQuantile((drawInBlock(draw(a, i >> 5), i & 31) + 0.5) / 2 ** 32));
  for (const values of [z, inBlocks]) {
    const { mean, variance, kurtosis } = moments(values);
    assert.ok(Math.abs(mean) < 0.02 && Math.abs(variance - 1) < 0.03 && Math.abs(kurtosis - 3) < 0.15);
    const product = (values: readonly number[], lag: number) => moments(values.slice(lag).map((x, i) => x * values[i]!)).mean;
    assert.ok(Math.abs(product(values, 1)) < 0.02 && Math.abs(product(values, 32)) < 0.02);
  }
  assert.ok(Math.abs(moments(z.map((x, i) => x * other[i]!)).mean) < 0.02);
});

test('the table of moves has unit variance, fat tails and no side', () => {
  const { mean, variance, kurtosis } = moments(studentBy16);
  assert.ok(Math.abs(mean) < 1e-9 && Math.abs(variance - 1) < 0.002 && kurtosis > 5 && kurtosis < 6.1);
});
