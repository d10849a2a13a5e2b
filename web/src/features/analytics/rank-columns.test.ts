import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenColumns } from './rank-columns.ts';

test('section 3: a ranking leaves out the columns that the operator has switched off', () => {
  const all = { before24Open: true, marketValue: true, newPrice: true, vol: true };
  assert.deepEqual([...hiddenColumns(all)], []);
  assert.deepEqual([...hiddenColumns(undefined)], []);
  assert.deepEqual([...hiddenColumns({ ...all, marketValue: false, vol: false })].toSorted(), ['cap', 'turnover']);
  assert.deepEqual([...hiddenColumns({ ...all, newPrice: false, before24Open: false })].toSorted(), ['change', 'price']);
});
