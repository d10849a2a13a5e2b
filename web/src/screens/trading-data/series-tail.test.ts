import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinTail } from './series-tail.ts';

const known = { points: [[1, '1'], [2, '2'], [3, '3']] as [number, string][], forming: 3, partial: [1, 3], asOf: 30, metric: 'x' };

test('told points take the places of those known; a new one pushes the oldest out', () => {
  assert.deepEqual(joinTail(known, { points: [[2, '2'], [3, '4']], forming: 3, partial: [], asOf: 31 }), { points: [[1, '1'], [2, '2'], [3, '4']], forming: 3, partial: [1], asOf: 31, metric: 'x' });
  assert.deepEqual(joinTail(known, { points: [[3, '5'], [4, '1']], forming: 4, partial: [3], asOf: 41 })?.points, [[2, '2'], [3, '5'], [4, '1']]);
});

test('what does not follow on what is known is asked for again', () => {
  assert.equal(joinTail(known, { points: [[5, '1'], [6, '1']], forming: 6, partial: [], asOf: 61 }), null);
  assert.equal(joinTail(known, { points: [], forming: null, partial: [], asOf: 61 }), known);
});
