import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { favoriteLimits } from './favorite-rules.ts';
import {
  addFavorites,
  changeCategories,
  removeFavorites,
  renameCategory,
  reorder,
  shareList,
  sortCategories,
  sortFavorites,
  unshareList,
  type Favorites,
} from './favorite-steps.ts';

const ids = fc.uniqueArray(fc.stringMatching(/^[A-J]$/), { maxLength: 10 });

test('property: sorting moves only what is named, loses nothing and is done once', () => {
  fc.assert(
    fc.property(ids, fc.array(fc.stringMatching(/^[A-M]$/), { maxLength: 14 }), (list, order) => {
      const sorted = reorder(list, (id) => id, order);
      assert.deepEqual(sorted.toSorted(), list.toSorted());
      for (const [i, id] of list.entries()) if (!order.includes(id)) assert.equal(sorted[i], id);
      const named = [...new Set(order)].filter((id) => list.includes(id));
      assert.deepEqual(
        sorted.filter((id) => named.includes(id)),
        named,
      );
      assert.equal(
        reorder(sorted, (id) => id, order),
        sorted,
      );
    }),
    { seed: 20260117 },
  );
});

test('a step that changes nothing answers the very state it got, so that nothing is written or announced', () => {
  const favorites: Favorites = {
    version: 3,
    symbolIds: ['A', 'B'],
    shareToken: null,
    categories: [
      { id: '1', name: 'One', createdAt: 0, symbolIds: ['A'], shareToken: null },
      { id: '2', name: 'Two', createdAt: 0, symbolIds: [], shareToken: null },
    ],
  };
  const isSymbol = () => true;
  const same = [
    renameCategory(favorites, '1', ' One '),
    sortCategories(favorites, ['1', '2', '3']),
    sortFavorites(favorites, undefined, ['A', 'B']),
    sortFavorites(favorites, '1', ['B', 'A']),
    addFavorites(favorites, ['B', 'A'], [], isSymbol, favoriteLimits),
    addFavorites(favorites, ['A'], ['1'], isSymbol, favoriteLimits),
    removeFavorites(favorites, undefined, ['C'], true),
    removeFavorites(favorites, '1', ['B'], false),
    changeCategories(favorites, { symbolId: 'A', groupIds: ['1'] }, isSymbol, favoriteLimits),
    changeCategories(favorites, { symbolId: 'C', groupIds: [] }, isSymbol, favoriteLimits),
    unshareList(favorites, undefined),
    unshareList(favorites, '2'),
  ];
  for (const [i, after] of same.entries()) assert.equal(after, favorites, `step ${i}`);
});

test('a step leaves the categories it does not touch as they are', () => {
  const favorites: Favorites = {
    version: 0,
    symbolIds: ['A', 'B'],
    shareToken: null,
    categories: [
      { id: '1', name: 'One', createdAt: 0, symbolIds: ['A'], shareToken: null },
      { id: '2', name: 'Two', createdAt: 0, symbolIds: ['B'], shareToken: null },
    ],
  };
  const after = removeFavorites(favorites, undefined, ['A'], true);
  assert.equal(after.categories[1], favorites.categories[1]);
  assert.deepEqual(favorites.symbolIds, ['A', 'B'], 'the state before is not written to');
  assert.deepEqual(after.symbolIds, ['B']);
});

test('a list keeps the link it has, and can have a new one after it was taken back', () => {
  const favorites: Favorites = {
    version: 0,
    symbolIds: [],
    shareToken: null,
    categories: [{ id: '1', name: 'One', createdAt: 0, symbolIds: [], shareToken: null }],
  };
  const shared = shareList(favorites, '1', 'first');
  assert.deepEqual([shared.shareToken, shared.categories[0]!.shareToken], [null, 'first']);
  assert.equal(shareList(shared, '1', 'second'), shared);
  assert.equal(shareList(unshareList(shared, '1'), '1', 'second').categories[0]!.shareToken, 'second');
  assert.equal(shareList(favorites, undefined, 'all').shareToken, 'all');
});
