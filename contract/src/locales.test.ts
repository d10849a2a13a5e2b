import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageNames } from './language-names.ts';
import { defaultLocale, isLocale, languageOf, languages, localeOfType, locales, wordSources } from './locales.ts';
import { isCurrencyCode } from './money.ts';

test('section 2: the locales of the spec, and th, tr, ko: 27 in all', () => {
  const named = 'en asia en-GB ja ru es it fr de zh-CN zh-TW zh-TC pt id pl vi uk pt-PT es-ES es-AR uz ar ph bg th tr ko'.split(' ');
  assert.deepEqual([...locales].toSorted(), named.toSorted());
  assert.equal(locales.length, 27);
});

test('section 2: Arabic, and only Arabic, is laid out right to left', () => {
  assert.deepEqual(
    languages.filter(({ rtl }) => rtl).map(({ locale }) => locale),
    ['ar'],
  );
});

test('section 3, Language entry: types and keys are unique, every fiat can be chosen', () => {
  for (const field of ['languageType', 'languageKey', 'tag'] as const) {
    assert.equal(new Set(languages.map((language) => language[field])).size, languages.length, field);
  }
  assert.equal(new Set(Object.values(languageNames)).size, languages.length);
  for (const { coinType, locale } of languages) assert.ok(isCurrencyCode(coinType), locale);
  const fiats = new Set<string>(languages.map(({ coinType }) => coinType));
  for (const fiat of 'USD JPY RUB EUR CNY TWD IDR VND UAH UZS SAR PHP'.split(' ')) assert.ok(fiats.has(fiat), fiat);
});

test('each Traditional Chinese starts with the dollar of its readers', () => {
  assert.equal(languageOf('zh-TW').coinType, 'TWD');
  assert.equal(languageOf('zh-TC').coinType, 'HKD');
});

test('section 9, Defaults: English, with the dollar', () => {
  assert.equal(defaultLocale, 'en');
  assert.equal(languageOf('en').coinType, 'USD');
  assert.equal(languageOf('ar').coinType, 'SAR');
});

test('every tag is one that Intl knows, not one it falls back from', () => {
  for (const { tag, locale } of languages) {
    assert.equal(Intl.getCanonicalLocales(tag)[0], tag, locale);
    assert.deepEqual(Intl.NumberFormat.supportedLocalesOf(tag), [tag], locale);
  }
});

test('a locale is recognised exactly, and found by its languageType', () => {
  for (const { locale, languageType } of languages) {
    assert.ok(isLocale(locale));
    assert.equal(localeOfType(languageType), locale);
  }
  for (const none of ['', 'EN', 'xx', 'zh', 'en-US', 'toString', '__proto__']) assert.equal(isLocale(none), false, none);
  assert.equal(localeOfType(998), null);
});

test('a variant takes its words from a language that has them all, and every language takes what is missing from English', () => {
  for (const { base, locale } of languages)
    if (base !== null) assert.equal(languages.find((language) => language.locale === base)?.base, null, locale);
  assert.deepEqual(wordSources('es-AR'), ['es-AR', 'es', 'en']);
  assert.deepEqual(wordSources('ja'), ['ja', 'en']);
  assert.deepEqual(wordSources('asia'), ['asia', 'en']);
  assert.deepEqual(wordSources('en'), ['en']);
});
