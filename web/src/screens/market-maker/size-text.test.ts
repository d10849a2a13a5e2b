import { marketMakerLimits } from '@tidemark/contract/market-maker.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormat } from '#i18n/format.ts';
import { sizeText } from './size-text.ts';

test('a picture over the limit does not have the size of the limit', () => {
  const size = (bytes: number) => sizeText(bytes, createFormat('en'));
  assert.deepEqual([1, 400_000, 1_500_000, marketMakerLimits.imageBytes].map(size), ['1 KB', '391 KB', '1.4 MB', '5.0 MB']);
  assert.equal(size(marketMakerLimits.imageBytes + 1), '5.01 MB');
});
