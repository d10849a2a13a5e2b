import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthOf, stairOf } from './depth-levels.ts';

const book = {
  bids: [
    ['99', '1'],
    ['98', '2'],
    ['90', '3'],
  ],
  asks: [
    ['101', '4'],
    ['103', '1'],
  ],
} as const;

test('orders are added up from the best price outwards, and the chart reaches as far as both sides do', () => {
  const { bids, asks, spread, shown } = depthOf({ bids: book.bids.map(([...row]) => row), asks: book.asks.map(([...row]) => row) });
  assert.deepEqual(
    bids.map(({ total }) => total),
    [1, 3, 6],
  );
  assert.deepEqual(
    asks.map(({ total }) => total),
    [4, 5],
  );
  assert.equal(spread, 2);
  assert.deepEqual(shown, { from: 97, to: 103 });
});

test('a side without orders has neither spread nor reach', () => {
  assert.deepEqual(depthOf({ bids: [], asks: [['101', '4']] }), {
    bids: [],
    asks: [{ price: 101, size: 4, total: 4 }],
    spread: null,
    shown: null,
  });
});

test('a stair starts and ends on the ground', () => {
  const { asks } = depthOf({ bids: [], asks: [...book.asks.map(([...row]) => row)] });
  assert.equal(
    stairOf(
      asks,
      (price) => price - 100,
      (total) => 10 - total,
      110,
    ),
    'M1 10H1V6H3V5H10V10z',
  );
  assert.equal(stairOf([], Number, Number, 0), '');
});
