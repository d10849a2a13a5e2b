import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabsOf } from './pair-tabs.ts';

test('section 3, tabCoin: the tabs of the pair list, those of most pairs first', () => {
  const pairs = ['USDT', 'BTC', 'USDT', 'EUR', 'USDT', 'BTC'].map((tabCoin) => ({ tabCoin }));
  assert.deepEqual(tabsOf(pairs), ['USDT', 'BTC', 'EUR']);
  assert.deepEqual(tabsOf([]), []);
});
