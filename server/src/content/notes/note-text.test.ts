import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWords } from '#words/index.ts';
import { createNoteText } from './note-text.ts';

const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const textOf = createNoteText({ words, coinName: (ticker) => ticker });

test('a level is written as a price is: two decimals, and none where it is a whole number', () => {
  const titleAt = (level: number, locale: 'en' | 'de' = 'en') =>
    textOf({ kind: 'crossedDown', coin: 'XRP', values: { level, price: level } }, locale).title;
  // As a step of 0.2 adds up.
  assert.match(titleAt(14 * 0.2), / 2\.80 USDT$/);
  assert.match(titleAt(14 * 0.2, 'de'), / 2,80/);
  assert.match(titleAt(3), / 3 USDT$/);
  assert.match(titleAt(80_000), / 80,000 USDT$/);
});
