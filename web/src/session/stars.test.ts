import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerStars, isStarred, pressStar, showStars } from './stars.ts';

test('a row of the favorites has its star pressed until the account says otherwise', () => {
  assert.equal(isStarred('BTCUSDT'), false);
  assert.equal(isStarred('BTCUSDT', true), true, 'nobody has said anything yet');
  showStars([], false);
  assert.equal(isStarred('BTCUSDT', true), true, 'the account has not answered');
  showStars(['ETHUSDT']);
  assert.equal(isStarred('ETHUSDT', true), true);
  assert.equal(isStarred('BTCUSDT', true), false);
});

test('a press that nobody can answer yet is shown, kept for the next page of the tab, and answered once', () => {
  showStars([], false);
  pressStar('SOLUSDT');
  pressStar('ADAUSDT');
  pressStar('SOLUSDT');
  assert.equal(isStarred('SOLUSDT'), true);
  const answered: string[] = [];
  answerStars((symbolId) => void answered.push(symbolId))();
  answerStars((symbolId) => void answered.push(symbolId));
  pressStar('XRPUSDT');
  assert.deepEqual(answered, ['SOLUSDT', 'ADAUSDT', 'XRPUSDT']);
});
