import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetSearches, readRecent, rememberSearch } from './recent-searches.ts';

const createStore = (text?: string) => {
  const kept = new Map<string, string>(text === undefined ? [] : [['recentSearches', text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

test('the newest comes first, each once, a few of them; they can be forgotten', () => {
  const store = createStore();
  for (const symbolId of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'C']) rememberSearch(store, { symbolId });
  assert.deepEqual(readRecent(store), ['C', 'G', 'F', 'E', 'D', 'B']);
  forgetSearches(store);
  assert.deepEqual(readRecent(store), []);
});

test('what is not a list of symbols is no memory', () => {
  for (const text of ['{', '3', 'null', '{"length":2}']) assert.deepEqual(readRecent(createStore(text)), []);
  assert.deepEqual(readRecent(createStore('["BTCUSDT", 7, "<b>", null]')), ['BTCUSDT']);
});
