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
  answerStars((symbolId, isKept) => void answered.push(`${symbolId} ${isKept}`))();
  const leave = answerStars((symbolId, isKept) => void answered.push(`${symbolId} ${isKept}`));
  pressStar('XRPUSDT');
  assert.deepEqual(answered, ['SOLUSDT true', 'ADAUSDT true', 'XRPUSDT undefined']);
  leave();
});

test('a press that fails takes nothing from the others and is not repeated', () => {
  for (const symbolId of ['SOLUSDT', 'ADAUSDT', 'XRPUSDT']) pressStar(symbolId);
  const answered: string[] = [];
  const answer = (symbolId: string) => {
    answered.push(symbolId);
    if (symbolId === 'ADAUSDT') throw new Error('no');
  };
  answerStars(answer)();
  answerStars(answer)();
  assert.deepEqual(answered, ['SOLUSDT', 'ADAUSDT', 'XRPUSDT']);
});

test('whoever leaves does not take the answers from who came after it', () => {
  const answered: string[] = [];
  const leave = answerStars(() => {});
  const stay = answerStars((symbolId) => void answered.push(symbolId));
  leave();
  pressStar('SOLUSDT');
  assert.deepEqual(answered, ['SOLUSDT']);
  stay();
});
