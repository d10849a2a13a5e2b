import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelRows } from '@tidemark/contract/liquidations.ts';
import { brightnessOf, levelPicture, levelsOf } from './level-picture.ts';

const hour = 3_600_000;
const column = (of: Readonly<Record<number, number>>) => Array.from({ length: levelRows }, (_, row) => of[row] ?? 0);
const answer = {
  available: true,
  symbolId: 'BTCUSDT_UMCBL',
  range: '7d' as const,
  lowest: '70',
  rowHeight: '1',
  times: [0, hour],
  prices: ['101', '100.5'],
  columns: [null, column({ 20: 400, 28: 100, 30: 25, 33: 50, 40: 300 })],
  asOf: 2 * hour,
};

test('a picture from the lowest to the highest price, bright where most is; without anything known there is none', () => {
  const picture = levelPicture(answer)!;
  assert.deepEqual(
    [picture.from, picture.to, picture.lowest, picture.highest, picture.most, picture.brightest],
    [0, 2 * hour, 70, 130, 400, 20],
  );
  assert.deepEqual(
    [400, 100, 0].map((usd) => brightnessOf(usd, picture)),
    [1, 0.0625, 0],
  );
  assert.equal(brightnessOf(0, { most: 0 }), 0);
  assert.equal(levelPicture({ ...answer, columns: [null, null] }), null);
  assert.equal(levelPicture({ ...answer, available: false, lowest: null, rowHeight: null, times: [], prices: [], columns: [] }), null);
});

test('levels of now by side, the nearest first, each with all that lies before it', () => {
  const { long, short } = levelsOf(levelPicture(answer)!);
  const shown = (levels: typeof long) => levels.map(({ price, usd, cumulative }) => [price, usd, cumulative]);
  assert.deepEqual(shown(long), [
    [100.5, 25, 25],
    [99, 100, 125],
    [91, 400, 525],
  ]);
  assert.deepEqual(shown(short), [
    [103, 50, 50],
    [110, 300, 350],
  ]);
  assert.equal(long[0]!.distance, 0);
  assert.ok(short.every(({ distance }) => distance > 0));
});
