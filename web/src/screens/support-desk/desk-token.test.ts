import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetToken, keepToken, readToken } from './desk-token.ts';

test('the token of the desk lasts as long as its tab: no other tab and no later visit finds it', (t) => {
  const browser = globalThis as { sessionStorage?: unknown; localStorage?: unknown };
  const before = { sessionStorage: browser.sessionStorage, localStorage: browser.localStorage };
  t.after(() => Object.assign(browser, before));
  const kept = new Map<string, string>();
  browser.sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  browser.localStorage = new Proxy({}, { get: () => assert.fail('what outlives the tab was asked') });
  keepToken('secret');
  assert.equal(readToken(), 'secret');
  forgetToken();
  assert.equal(readToken(), null);
  assert.equal(kept.size, 0);
});
