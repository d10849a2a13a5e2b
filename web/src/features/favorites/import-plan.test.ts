import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Favorites } from '@tidemark/contract/favorite-steps.ts';
import { planImport } from './import-plan.ts';

const favorites: Favorites = {
  version: 1,
  shareToken: null,
  symbolIds: ['A', 'B'],
  categories: [{ id: '1', name: 'DeFi', createdAt: 0, shareToken: null, symbolIds: ['A'] }],
};
const limits = { groupLimit: 2, groupCoinLimit: 2, totalLimit: 4 };

test('an import makes what is missing, fills what is there, and goes no further than the limits', () => {
  const plan = planImport(
    [
      { symbolId: 'B', categories: ['defi', 'New'] },
      { symbolId: 'C', categories: ['DEFI', 'New'] },
      { symbolId: 'D', categories: ['Third'] },
      { symbolId: 'E', categories: ['DeFi'] },
    ],
    favorites,
    limits,
  );
  assert.deepEqual(plan.symbolIds, ['C', 'D']);
  assert.deepEqual(plan.noRoom, ['E']);
  assert.deepEqual(
    [...plan.categories.values()],
    [
      { name: 'defi', groupId: '1', symbolIds: ['B'] },
      { name: 'New', groupId: null, symbolIds: ['B', 'C'] },
    ],
  );
});

test('section 5: a page refuses in the very words of the server, in every language', () => {
  for (const locale of ['en', 'zh-CN', 'ar']) {
    const wordsOf = (shelf: string): Record<string, string> =>
      JSON.parse(readFileSync(new URL(`../../../../locales/${locale}/${shelf}.json`, import.meta.url), 'utf8'));
    const [errors, words] = [wordsOf('errors'), wordsOf('favorites')];
    const repeated = Object.keys(words).filter((id) => id.startsWith('favorites.error.'));
    assert.ok(repeated.length >= 10);
    for (const id of repeated) assert.equal(words[id], errors[id.slice('favorites.error.'.length)], `${locale} ${id}`);
  }
});
