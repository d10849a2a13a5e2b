import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingOf } from './standing.ts';

const plain = { accountMode: 0, showUserVip: false, vipLevel: 0, hasRealValidate: false, identityLevel: 0 };

test('section 3: what the operator set of a person is shown to them, and nothing where nothing was set', () => {
  assert.deepEqual(standingOf(plain), []);
  const set = { accountMode: 4, showUserVip: true, vipLevel: 3, hasRealValidate: true, identityLevel: 2 };
  assert.deepEqual(standingOf(set), [
    { word: 'accounts.uta' },
    { word: 'accounts.vip', level: 3 },
    { word: 'accounts.identity', level: 2 },
  ]);
});
