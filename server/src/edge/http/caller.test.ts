import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeOf, requestIdOf } from './caller.ts';

type Given = Parameters<typeof localeOf>[0];
const localeFor = (given: Partial<Given>) => localeOf({ headers: {}, body: undefined, query: {}, ...given });

test('the language is the first of header, payload, cookie and browser that names one', () => {
  const all = {
    headers: { locale: 'zh-CN', language: 'ar', cookie: 'theme=black; language=ja', 'accept-language': 'fr' },
    body: { languageType: 24 },
    query: {},
  };
  assert.equal(localeFor(all), 'zh-CN');
  assert.equal(localeFor({ ...all, headers: { ...all.headers, locale: 'xx' } }), 'ar');
  assert.equal(localeFor({ headers: { cookie: 'language=ja' }, body: { languageType: 24 } }), 'ar');
  assert.equal(localeFor({ headers: { cookie: 'language=ja' }, query: { languageType: '1' } }), 'zh-CN');
  assert.equal(localeFor({ headers: { cookie: 'language=ja', 'accept-language': 'fr' } }), 'ja');
  assert.equal(localeFor({ headers: { 'accept-language': 'fr' } }), 'fr');
  assert.equal(localeFor({}), 'en');
});

test('languages are known by locale, key and tag, whatever the case', () => {
  for (const [given, locale] of [
    ['ZH-cn', 'zh-CN'],
    ['zh_CN', 'zh-CN'],
    ['zh-Hant', 'zh-TC'],
    ['pt-BR', 'pt'],
    ['fil', 'ph'],
    ['ar_SA', 'ar'],
    ['asia', 'asia'],
  ]) {
    assert.equal(localeFor({ headers: { locale: given } }), locale, given);
  }
});

test('what a browser prefers is read by weight, nearest relative counting', () => {
  for (const [header, locale] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['xx, ar;q=0.5, en;q=0.7', 'en'],
    ['zh-HK', 'zh-TC'],
    ['zh-Hant-MO', 'zh-TC'],
    ['zh-Hant-TW', 'zh-TW'],
    ['zh-Hans-SG,en;q=0.1', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['en;q=0, ru', 'ru'],
    ['*', 'en'],
    [`${'a,'.repeat(400)}ru`, 'en'],
    ['ru;q=oops', 'en'],
  ]) {
    assert.equal(localeFor({ headers: { 'accept-language': header } }), locale, header);
  }
});

test('nonsense in any place is English', () => {
  for (const odd of [null, 7, 'x', [], { languageType: {} }, { languageType: '' }, { languageType: 1e9 }, { languageType: '1; drop' }]) {
    assert.equal(localeFor({ body: odd, query: odd }), 'en');
  }
  assert.equal(localeFor({ headers: { locale: '__proto__', language: 'x'.repeat(10_000), cookie: 'language=%E0%A4%A' } }), 'en');
});

test('a request id from outside is kept when it fits a log line, else made anew', () => {
  assert.equal(requestIdOf({ headers: { 'x-request-id': 'abc-123.DEF:9' } }), 'abc-123.DEF:9');
  for (const odd of [undefined, 'short', 'a b c d e f g h', 'x'.repeat(65), 'line\nbreak-line', ['a', 'b']]) {
    assert.match(requestIdOf({ headers: { 'x-request-id': odd } }), /^[0-9a-f-]{36}$/);
  }
});
