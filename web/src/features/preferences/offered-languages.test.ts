import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@tidemark/contract/locales.ts';
import { offeredLanguages } from './offered-languages.ts';

test('section 3, Language entry: a hidden language is not offered, unless it is the one that is read', () => {
  const settings = [
    { locale: 'ko', hide: true },
    { locale: 'tr', hide: true },
    { locale: 'de', hide: false },
  ] as const;
  const locales = offeredLanguages('tr', settings).map(({ locale }) => locale);
  assert.ok(!locales.includes('ko') && locales.includes('tr') && locales.includes('de'));
  assert.equal(locales.length, languages.length - 1);
  assert.equal(offeredLanguages('en', undefined), languages);
});
