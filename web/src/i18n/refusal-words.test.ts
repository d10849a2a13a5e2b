import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (locale: string, file: string) =>
  JSON.parse(readFileSync(new URL(`../../../locales/${locale}/${file}.json`, import.meta.url), 'utf8')) as Record<string, string>;

test('section 5: what the page refuses by itself it says in the words of the server, in every language', () => {
  for (const locale of ['en', 'zh-CN', 'ar']) {
    const [page, server] = [read(locale, 'favorites'), read(locale, 'errors')];
    const names = [
      'categoryNameLength',
      'categoryNameTooLong',
      'categoryNameEmoji',
      'categoryNameCharacters',
      'categoryNameTaken',
      'categoryFull',
      'categoryLimit',
      'favoritesLimit',
    ];
    for (const name of names) assert.equal(page[`favorites.error.${name}`], server[name], `${locale} ${name}`);
    for (const [id, words] of Object.entries(read(locale, 'makers')))
      if (id.startsWith('makers.error.')) assert.equal(words, server[id.slice('makers.error.'.length)], `${locale} ${id}`);
  }
});
