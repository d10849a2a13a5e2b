import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locales } from '@tidemark/contract/locales.ts';
import { createFormat } from './format.ts';
import { decimalMarkOf, latinDigits, readNumber, writeNumber } from './typed-number.ts';

test('the mark of each language is read; what a page writes can be typed into it', () => {
  for (const locale of locales) {
    const written = createFormat(locale).price('98500.5', { precision: 2 });
    assert.equal(readNumber(written, decimalMarkOf(locale), 8), '98500.50', `${locale}: ${written}`);
  }
});

const reads: readonly (readonly [typed: string, mark: '.' | ',', value: string | null])[] = [
  ['98500,50', ',', '98500.50'],
  ['98.500,50', ',', '98500.50'],
  ['98 500,50', ',', '98500.50'],
  ['98\u00a0500,50', ',', '98500.50'],
  ["98'500.50", '.', '98500.50'],
  ['98.500', ',', '98500'],
  ['98500.50', ',', '98500.50'],
  ['1,5', '.', '1.5'],
  ['0.123', ',', '0.123'],
  ['0,123', '.', '0.123'],
  ['٠,١٢٥', '.', '0.125'],
  ['0.123.456', ',', '0.123.456'],
  ['0.123,5', ',', '0.123,5'],
  ['100.000', ',', '100000'],
  ['98,500.50', '.', '98500.50'],
  ['1.234.567', ',', '1234567'],
  ['98,', ',', '98.'],
  ['', '.', ''],
  ['٩٨٥٠٠٫٥', '.', '98500.5'],
  ['９８．５', '.', '98.5'],
  ['1.2.3', '.', '1.2.3'],
  ['1,23.4', '.', '1,23.4'],
  ['1e6', '.', null],
  ['-5', '.', null],
  ['5 USDT', '.', null],
];
for (const [typed, mark, value] of reads)
  test(`section 5, number input: '${typed}' where ${mark} is the decimal mark is ${value}`, () =>
    assert.equal(readNumber(typed, mark, 8), value));

test('places beyond those that are wanted are left out', () => {
  assert.equal(readNumber('0.123456789', '.', 8), '0.12345678');
  assert.equal(readNumber('2,555', ',', 2), '2.55');
  assert.equal(writeNumber('98500.5', ','), '98500,5');
});

test('digits of every script that people type are read as digits; what is none stays', () => {
  for (const typed of ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '০১২৩৪৫৬৭৮৯', '๐๑๒๓๔๕๖๗๘๙', '０１２３４５６７８９'])
    assert.equal(latinDigits(typed), '0123456789', typed);
  assert.equal(latinDigits('+٩٧١ (5) a'), '+971 (5) a');
});
