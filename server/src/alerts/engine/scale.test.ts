import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeUnits, createScale, maxUnits } from './scale.ts';

const tickSizes = ['0.01', '0.5', '1', '25', '0.00000001', '0.00000000000001', '0.25', '0.0005', '1.0'];

test('law: a price on the grid is its whole number of ticks, through text and through a double', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tickSizes), fc.integer({ min: 1, max: 2 ** 44 }), (tickSize, units) => {
      const scale = createScale(tickSize);
      const text = scale.decimal(units);
      assert.equal(scale.unitsUp(text), units);
      assert.equal(scale.unitsDown(text), units);
      assert.equal(scale.units(Number(text)), units);
    }),
    { seed: 11, numRuns: 3_000 },
  );
});

test('law: a price between two ticks is the half between them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...tickSizes),
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (tickSize, units, part) => {
        assert.equal(createScale(tickSize).units((units + part) * Number(tickSize)), units + 0.5);
      },
    ),
    { seed: 12, numRuns: 3_000 },
  );
});

test('a decimal between two ticks goes up or down as asked', () => {
  const scale = createScale('0.5');
  assert.deepEqual([scale.unitsUp('10.3'), scale.unitsDown('10.3')], [21, 20]);
  assert.equal(scale.decimal(20.5), '10.25');
  assert.equal(scale.decimal(-3), '-1.5');
  assert.equal(createScale('0.01').unitsUp('0.010000000000000000000001'), 2);
  for (const bad of ['', '1e3', '-1', 'NaN', '1.']) assert.throws(() => scale.unitsUp(bad), RangeError);
  assert.throws(() => createScale('0.00'), RangeError);
});

test('law: a change compares with any level as the exact fraction does', () => {
  const halves = fc.integer({ min: 1, max: maxUnits }).map((doubled) => doubled / 2);
  // Up to a thousand percent, and near where the change is.
  const level = fc.integer({ min: -100_000, max: 1_000_000 });
  const around = fc.integer({ min: -2, max: 2 });
  fc.assert(
    fc.property(
      halves,
      fc.oneof(
        halves,
        around.map((n) => n / 2),
      ),
      level,
      around,
      (open, other, far, near) => {
        const last = Math.abs(other) <= 1 ? open + other : other;
        const units = changeUnits(last, open);
        const [move, base] = [BigInt(2 * last - 2 * open) * 100_000n, BigInt(2 * open)];
        for (const tried of [far, Math.round(Math.max(-1e6, Math.min(units, 1e6))) + near]) {
          assert.equal(units >= tried, move >= BigInt(tried) * base);
          assert.equal(units <= tried, move <= BigInt(tried) * base);
        }
      },
    ),
    {
      seed: 13,
      numRuns: 3_000,
      examples: [
        [100, 105, 5_000, 0],
        [100, 94.5, -5_500, 0],
        [3, 2 ** 47, 0, 0],
        [2 ** 47, 0.5, 0, 0],
      ],
    },
  );
});
