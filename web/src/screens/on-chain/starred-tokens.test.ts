import assert from 'node:assert/strict';
import { test } from 'node:test';

const storage = new Map<string, string>([['onchainStars', '["base 0xa", 7, "sui 0xb"]']]);
Object.assign(globalThis, {
  localStorage: { getItem: (key: string) => storage.get(key) ?? null, setItem: (key: string, value: string) => storage.set(key, value) },
});
const { pressTokenStar, starredTokens, tokenId } = await import('./starred-tokens.ts');

test('a token is starred, kept in this browser, and let go by a second press', () => {
  assert.deepEqual([...starredTokens()], ['base 0xa', 'sui 0xb']);
  const id = tokenId({ chain: 'ton', address: 'EQ' });
  pressTokenStar(id);
  assert.ok(starredTokens().has('ton EQ'));
  assert.deepEqual(JSON.parse(storage.get('onchainStars')!), ['base 0xa', 'sui 0xb', 'ton EQ']);
  pressTokenStar('base 0xa');
  assert.deepEqual(JSON.parse(storage.get('onchainStars')!), ['sui 0xb', 'ton EQ']);
});

test('what another tab starred meanwhile stays', () => {
  storage.set('onchainStars', '["sui 0xb", "ton EQ", "base 0xnew"]');
  pressTokenStar('ton EQ');
  assert.deepEqual([...starredTokens()], ['sui 0xb', 'base 0xnew']);
});
