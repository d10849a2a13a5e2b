import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultLocale, languageOf } from './locales.ts';
import {
  abbreviate,
  compareDecimals,
  currencyCodes,
  currencyUnitOf,
  currencyUnits,
  formatPrice,
  leadingZeros,
  missing,
  priceDecimals,
  usdtWorth,
} from './money.ts';

const check = <T>(property: fc.IProperty<T>) => fc.assert(property, { seed: 20250117, numRuns: 500 });

test('section 3, Currency unit options: the thirteen, then UAH, UZS and SAR; USD is the default (section 9)', () => {
  assert.deepEqual(currencyCodes, 'USD KRW JPY VND RUB EUR TRY CNY TWD IDR PHP HKD THB UAH UZS SAR'.split(' '));
  assert.equal(languageOf(defaultLocale).coinType, 'USD');
  assert.equal(new Set(currencyUnits.map(({ type }) => type)).size, currencyUnits.length);
  assert.equal(new Set(currencyUnits.map(({ symbol }) => symbol)).size, currencyUnits.length);
  for (const unit of currencyUnits) {
    assert.ok(unit.symbol && unit.name && unit.value && unit.showName);
    assert.deepEqual(currencyUnitOf(unit.code), unit);
    assert.notEqual(new Intl.DisplayNames('en', { type: 'currency' }).of(unit.code), unit.code);
  }
});

test('section 9, Display: 2 decimals at 1 or above, 4 below, more after leading zeros', () => {
  const cases: [number | string, string][] = [
    [64250.1, '64,250.10'],
    [1, '1.00'],
    ['1.999', '2.00'],
    [0.5, '0.5000'],
    [0.12345, '0.1235'],
    [0.1, '0.1000'],
    [0.05, '0.05000'],
    [0.012345, '0.01235'],
    [0.00001234567, '0.00001235'],
    [0, '0.00'],
    [-0, '0.00'],
    [-2.5, '-2.50'],
    [-0.012345, '-0.01235'],
    [1e21, '1,000,000,000,000,000,000,000.00'],
  ];
  for (const [value, shown] of cases) assert.equal(formatPrice(value), shown, String(value));
});

test('section 9, Display: what rounds up to the next form is shown in that form', () => {
  assert.equal(formatPrice(0.99996), '1.00');
  assert.equal(formatPrice(0.0999996), '0.1000');
  assert.equal(formatPrice(0.00999996), '0.01000');
});

test('section 5: what is not a number is shown as --', () => {
  assert.equal(missing, '--');
  for (const nothing of [
    null,
    undefined,
    '',
    ' ',
    'abc',
    '1,000',
    '0x10',
    'Infinity',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1e999',
    '--',
  ]) {
    assert.equal(formatPrice(nothing), missing, String(nothing));
    assert.equal(abbreviate(nothing), missing, String(nothing));
  }
});

const price = fc.double({ min: 1e-12, max: 1e9, noNaN: true }).chain((top) => fc.constantFrom(top, top / 1e4, top / 1e9));

test('property: decimals follow from size and leading zeros alone', () => {
  check(
    fc.property(price, (value) => {
      const decimals = priceDecimals(value);
      const rounded = Number(value.toFixed(decimals));
      if (rounded >= 1 || rounded === 0) assert.ok(decimals === 2 || rounded === 0);
      else if (leadingZeros(rounded) < 1) assert.equal(decimals, 4);
      else assert.equal(decimals, Math.min(leadingZeros(rounded) + 4, 20));
      assert.equal(priceDecimals(-value), decimals);
    }),
  );
});

test('property: a shown price is within half a unit of its last digit, in every language', () => {
  check(
    fc.property(price, fc.constantFrom('en', 'ar', 'zh-CN', 'fr', 'es-AR'), (value, tag) => {
      const shown = formatPrice(value, tag);
      const digits = shown.replace(/[^\d]/g, '');
      const decimals = priceDecimals(value);
      const read = Number(digits) / 10 ** decimals;
      assert.ok(Math.abs(read - value) <= 0.5000001 / 10 ** decimals + value * 1e-12, `${value} -> ${shown}`);
    }),
  );
});

test('section 9, Display: numbers abbreviate to K, M, B, T', () => {
  const cases: [number, string][] = [
    [0, '0.00'],
    [999, '999.00'],
    [999.994, '999.99'],
    [999.996, '1.00K'],
    [1000, '1.00K'],
    [1234, '1.23K'],
    [999_994, '999.99K'],
    [999_999, '1.00M'],
    [1_234_567, '1.23M'],
    [1e9, '1.00B'],
    [2.5e12, '2.50T'],
    [1.5e15, '1,500.00T'],
    [-1234, '-1.23K'],
  ];
  for (const [value, shown] of cases) assert.equal(abbreviate(value), shown);
  assert.equal(abbreviate(1_234_567, 'ar'), '1.23M');
  assert.equal(abbreviate(1_234_567, 'de', 1), '1,2M');
});

test('property: an abbreviation reads back to the number within its rounding, and never shows four digits below T', () => {
  const scale: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };
  check(
    fc.property(fc.double({ min: 0, max: 1e14, noNaN: true }), (value) => {
      const shown = abbreviate(value);
      const [, number, suffix] = /^([\d,]+\.\d\d)([KMBT]?)$/.exec(shown)!;
      const unit = scale[suffix!] ?? 1;
      assert.ok(Math.abs(Number(number!.replaceAll(',', '')) * unit - value) <= 0.005 * unit * 1.0001 + 1e-9, `${value} -> ${shown}`);
      if (suffix !== 'T') assert.ok(Number(number!.replaceAll(',', '')) < 1000, `${value} -> ${shown}`);
    }),
  );
});

test('property: decimals compare exactly, digits that a double loses included', () => {
  assert.equal(compareDecimals('0.10000000000000000001', '0.1'), 1);
  assert.equal(compareDecimals('-1', '1'), -1);
  assert.equal(compareDecimals('1.50', '1.5'), 0);
  assert.equal(compareDecimals('-0', '0.00'), 0);
  const scaled = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  const text = (value: bigint) => {
    const digits = (value < 0n ? -value : value).toString().padStart(13, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`;
  };
  check(fc.property(scaled, scaled, (a, b) => assert.equal(compareDecimals(text(a), text(b)), a < b ? -1 : a > b ? 1 : 0)));
});

test('what a currency is worth in USDT: its pair, the pair read backwards, rates, dollars; else nobody knows', () => {
  const worth = (currency: string, lasts: Readonly<Record<string, number>> = {}, rates: Readonly<Record<string, number>> = {}) =>
    usdtWorth(
      currency,
      (symbolId) => lasts[symbolId],
      (code) => rates[code],
    );
  assert.equal(worth('USDT', { USDTUSD: 0.9 }), 1);
  assert.equal(worth('EUR', { EURUSDT: 1.25, USDTEUR: 0.5 }, { EUR: 0.9 }), 1.25);
  assert.equal(worth('TRY', { USDTTRY: 40 }, { TRY: 50 }), 1 / 40);
  assert.equal(worth('EUR', {}, { EUR: 0.8 }), 1.25);
  assert.equal(worth('USD'), 1);
  assert.equal(worth('USD', { USDTUSD: 0.8 }), 1.25);
  assert.equal(worth('BTC', { BTCUSDT: NaN }), null);
  assert.equal(worth('EUR'), null);
});
