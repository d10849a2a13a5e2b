import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorNames, errorOfCode, errors, ignoredHttpStatus, redirectingCodes, Refusal, refuse, type ErrorName } from './errors.ts';
import { languages } from './locales.ts';
import { successCodes } from './wire.ts';

const wordsOf = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../locales/${locale}/errors.json`, import.meta.url), 'utf8'));
const english = wordsOf('en');

test('section 8, Responses: success codes and the five codes that lead home', () => {
  assert.deepEqual(successCodes, ['00000', '200']);
  assert.deepEqual(redirectingCodes.toSorted(), ['00004', '00005', '00006', '20205', '20906']);
  assert.equal(errors.notLoggedIn.code, '00004');
  assert.equal(errors.sessionExpired.code, '00005');
  assert.equal(errors.sessionRevoked.code, '00006');
  assert.equal(errors.accountFrozen.code, '20906');
  assert.equal(errors.regionNotAllowed.code, '20205');
});

test('section 8: only too many requests is ignored; no alert error leads home or is ignored', () => {
  assert.equal(ignoredHttpStatus, 429);
  assert.deepEqual(
    errorNames.filter((name) => errors[name].client === 'silent'),
    ['tooManyRequests'],
  );
  for (const name of errorNames.filter((one) => /alert|p2p/i.test(one))) assert.equal(errors[name].client, 'throw', name);
});

test('every row has its own code of five digits, and none is a success', () => {
  const codes = errorNames.map((name) => errors[name].code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^\d{5}$/);
  assert.ok(!codes.some((code) => (successCodes as readonly string[]).includes(code)));
  for (const name of errorNames) assert.equal(errorOfCode(errors[name].code), name);
  assert.equal(errorOfCode('99999'), null);
});

const sentences = {
  'section 5, favorite category name': {
    categoryNameLength: 'Input of 2-26 characters allowed.',
    categoryNameTooLong: 'Max. 26 characters',
    categoryNameEmoji: 'Emojis are not supported.',
    categoryNameCharacters: 'You have used unsupported characters. Edit now.',
    categoryNameTaken: 'The category name already exists.',
    categoryFull: 'The upper limit ({0}) of this customized category has been reached.',
  },
  'section 5, price alert': { alertInvalidPrice: 'Please fill in a valid price' },
  'section 8, pages and fallbacks': {
    pageNotFound: 'Sorry, the page you requested does not exist',
    connectionUnstable: 'System connection unstable',
    noDataFound: 'No data found.',
    noMatchingPair: 'No matching trading pair',
    wrongApiName: 'wrong api name!',
  },
  'section 8, server-side alert messages': {
    alertDuplicate: 'Similar configuration already exists.',
    alertTimesLimit: 'The total number of times configuration exceeds the number of times limit.',
    alertNotFound: 'Price alert configuration does not exist.',
    alertWrongType: 'Wrong type of price alert.',
    alertParameters: 'Parameter calibration test failed.',
    templateNotFound: 'template does not exist.',
    userNotFound: 'User does not exist.',
  },
} satisfies Record<string, Partial<Record<ErrorName, string>>>;

for (const [section, rows] of Object.entries(sentences)) {
  test(`${section}: the English words are the spec's`, () => {
    for (const [name, sentence] of Object.entries(rows)) assert.equal(english[name], sentence);
  });
}

test('section 5, price alert and market maker: each rule has its row and says its number', () => {
  assert.match(english['alertUpperNotAboveLower']!, /upper bound must be greater than the lower bound/i);
  assert.match(english['alertLowerNotBelowUpper']!, /lower bound must be less than the upper bound/i);
  assert.match(english['p2pBuyPriceTooHigh']!, /lower than the Lowest AD price/);
  assert.match(english['p2pSellPriceTooLow']!, /more than the Highest AD price/);
  assert.match(english['p2pAlertLimit']!, /P2P alert count exceeds the maximum \{0\}/);
  assert.match(english['alertTotalLimit']!, /total alert count exceeds the maximum \{0\}/);
  assert.match(english['introductionTooLong']!, /600/);
  assert.match(english['strategyTooLong']!, /300/);
  assert.match(english['imageTooLarge']!, /5MB/);
});

for (const { locale } of languages.filter(({ base }) => base === null)) {
  test(`every error has words in ${locale}, with the same values in them`, () => {
    const words = wordsOf(locale);
    assert.deepEqual(Object.keys(words), [...errorNames]);
    const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const name of errorNames) {
      assert.ok(words[name]!.trim().length > 2, name);
      assert.deepEqual(values(words[name]!), values(english[name]!), name);
      if (locale !== 'en') assert.notEqual(words[name], english[name], name);
    }
  });
}

test('a refusal carries its row and its values', () => {
  assert.throws(
    () => refuse('categoryFull', { 0: 100 }),
    (thrown: unknown) => {
      assert.ok(thrown instanceof Refusal && thrown instanceof Error);
      assert.equal(thrown.error, 'categoryFull');
      assert.deepEqual(thrown.values, { 0: 100 });
      return true;
    },
  );
});
