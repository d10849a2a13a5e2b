import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormat } from '#i18n/format.ts';
import { bitcoins } from './bitcoins.ts';

test('a block reward has its own decimals, in the marks of the reader', () => {
  const [en, de] = [createFormat('en'), createFormat('de')];
  assert.deepEqual(
    [50, 12.5, 3.125, 1.5625].map((reward) => bitcoins(de, reward)),
    ['50', '12,5', '3,125', '1,5625'],
  );
  assert.equal(bitcoins(en, 3.125), '3.125');
  assert.equal(bitcoins(de, 0.09765625, 4), '0,0977');
});
