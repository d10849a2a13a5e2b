import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { largeAccountsShare } from './trading-data.ts';

const folder = new URL('../../locales/', import.meta.url);

test('section 9: large accounts are the top 20% by margin balance, and every language says the share that is set', () => {
  assert.equal(largeAccountsShare, 0.2);
  const texts = readdirSync(folder).flatMap((locale) => {
    try {
      return Object.entries(JSON.parse(readFileSync(new URL(`${locale}/trading.json`, folder), 'utf8')) as Record<string, string>);
    } catch {
      return [];
    }
  });
  const abouts = texts.filter(([id]) => /^trading\.about\.large(Accounts|Positions)$/.test(id));
  assert.ok(abouts.length >= 42, `${abouts.length} texts`);
  for (const [, text] of abouts) assert.ok(text.includes('{share}') && !/\d/.test(text), text);
});
