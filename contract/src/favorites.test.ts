import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  categoryNameKey,
  categoryNameLength,
  checkCategoryCount,
  checkCategoryName,
  checkCategoryRoom,
  checkFavoriteTotal,
  checkRemoval,
  favoriteLimits,
  graphemeCount,
  tidyCategoryName,
} from './favorite-rules.ts';

test('section 3, defineGroup: the limits', () => {
  assert.deepEqual(favoriteLimits, { groupLimit: 10, groupCoinLimit: 100, totalLimit: 500 });
});

test('sections 5 and 9: a category name has 2-26 characters', () => {
  assert.deepEqual(categoryNameLength, { min: 2, max: 26 });
  assert.equal(checkCategoryName(''), 'categoryNameLength');
  assert.equal(checkCategoryName(' a '), 'categoryNameLength');
  assert.equal(checkCategoryName('ab'), null);
  for (const name of ['All', ' aLL ', '\uff21\uff2c\uff2c']) assert.equal(checkCategoryName(name), 'categoryNameTaken', name);
  assert.equal(checkCategoryName('All coins'), null);
  assert.equal(checkCategoryName('a'.repeat(26)), null);
  assert.equal(checkCategoryName('a'.repeat(27)), 'categoryNameTooLong');
});

test('section 5: characters are what a person counts, in any script', () => {
  assert.equal(graphemeCount('e\u0301'), 1);
  assert.equal(graphemeCount('क्षि'), 1);
  assert.equal(graphemeCount('👨‍👩‍👧‍👦'), 1);
  assert.equal(checkCategoryName('e\u0301'.repeat(26)), null);
  assert.equal(checkCategoryName('e\u0301'.repeat(27)), 'categoryNameTooLong');
  for (const name of ['主流币', 'محفظتي', 'DeFi & L2', 'Мои монеты', 'می‌خواهم', 'ไทยเหรียญ', 'Tom’s #1 (BTC)'])
    assert.equal(checkCategoryName(name), null, name);
});

test('section 5: emojis are not supported, however they are put together', () => {
  for (const name of ['moon 🚀', '👨‍👩‍👧‍👦 family', 'flag 🇯🇵', 'one 1️⃣', 'thumb 👍🏽', 'heart ❤️', 'heart ❤', 'sun ☀'])
    assert.equal(checkCategoryName(name), 'categoryNameEmoji', name);
});

test('section 5: unsupported characters', () => {
  for (const name of ['<b>bold</b>', 'a/b', 'a\\b', 'a\u0000b', 'a\u202eb', 'a\u200bb', 'a=b', 'A\ufe0fB', 'Brand™', '{0}', 'a"b', 'a$b'])
    assert.equal(checkCategoryName(name), 'categoryNameCharacters', JSON.stringify(name));
});

test('section 5: a name that looks like another one exists already', () => {
  const others = ['DeFi', 'Café'];
  for (const name of ['DeFi', 'defi', ' DEFI ', 'ｄｅｆｉ', 'Cafe\u0301', 'De\u200cFi'])
    assert.equal(checkCategoryName(name, others), 'categoryNameTaken', name);
  assert.equal(checkCategoryName('DeFi 2', others), null);
});

test('property: a good name stays good when tidied, and its key does not change by it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      const tidy = tidyCategoryName(name);
      assert.equal(tidyCategoryName(tidy), tidy);
      assert.equal(checkCategoryName(tidy), checkCategoryName(name));
      assert.equal(categoryNameKey(tidy), categoryNameKey(name));
      if (checkCategoryName(name) === null) {
        assert.ok(graphemeCount(tidy) >= 2 && graphemeCount(tidy) <= 26);
        assert.equal(checkCategoryName(name, ['another', ` ${tidy} `]), 'categoryNameTaken');
      }
    }),
    { seed: 20250117, numRuns: 2000 },
  );
});

test('section 5: limits of a category, of categories and of favorites', () => {
  const checkFavoriteCount = (adding: number, inCategory: number, inTotal: number) =>
    checkFavoriteTotal(adding, inTotal) ?? checkCategoryRoom(adding, inCategory);
  assert.equal(checkCategoryCount(9), null);
  assert.equal(checkCategoryCount(10), 'categoryLimit');
  assert.equal(checkFavoriteCount(1, 99, 99), null);
  assert.equal(checkFavoriteCount(1, 100, 100), 'categoryFull');
  assert.equal(checkFavoriteCount(2, 0, 499), 'favoritesLimit');
  assert.equal(checkFavoriteTotal(200, 300), null, 'All has no limit of a category');
  assert.equal(checkFavoriteTotal(201, 300), 'favoritesLimit');
  assert.equal(checkCategoryRoom(1, 99), null);
  assert.equal(checkCategoryRoom(2, 99), 'categoryFull');
  const lowered = { groupLimit: 1, groupCoinLimit: 1, totalLimit: 1 };
  assert.equal(checkFavoriteTotal(0, 5, lowered) ?? checkCategoryRoom(0, 5, lowered), null, 'whoever adds nothing is over no limit');
});

test('section 5: deleting from All has to be confirmed', () => {
  assert.equal(checkRemoval(true, false), 'favoriteRemovalUnconfirmed');
  assert.equal(checkRemoval(true, true), null);
  assert.equal(checkRemoval(false, false), null);
});
