import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sparklinePoints } from '@tidemark/contract/market.ts';
import { weekColumns } from './week-columns.ts';

test('a line of a week has a column for each of its days, and the newest price', () => {
  const columns = weekColumns(Date.UTC(2026, 10, 18, 21, 7), sparklinePoints);
  assert.deepEqual(
    columns.map(({ at, fromEnd }) => `${new Date(at).toISOString().slice(5, 16)} ${fromEnd}`),
    [
      ...['11-12T20:00 38', '11-13T20:00 32', '11-14T20:00 26', '11-15T20:00 20'],
      ...['11-16T20:00 14', '11-17T20:00 8', '11-18T20:00 2', '11-18T21:07 1'],
    ],
  );
  assert.equal(weekColumns(Date.UTC(2026, 10, 18, 20), sparklinePoints).at(-1)!.fromEnd, 2, 'a column stands once');
});
