import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStarred, showStars } from './stars.ts';

test('a row of the favorites has its star pressed until the account says otherwise', () => {
  assert.equal(isStarred('BTCUSDT'), false);
  assert.equal(isStarred('BTCUSDT', true), true, 'nobody has said anything yet');
  showStars([], false);
  assert.equal(isStarred('BTCUSDT', true), true, 'the account has not answered');
  showStars(['ETHUSDT']);
  assert.equal(isStarred('ETHUSDT', true), true);
  assert.equal(isStarred('BTCUSDT', true), false);
});
