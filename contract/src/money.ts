// Currency units and how numbers are shown (sections 3, 5 and 9): the same digits on the server and in the browser.

export interface CurrencyUnit {
  readonly code: string;
  readonly symbol: string;
  readonly name: string;
  /** What the cookie and the calls carry. */
  readonly value: string;
  /** Stable number of the unit. */
  readonly type: number;
  /** What the menu shows. */
  readonly showName: string;
}

const unit = <C extends string>(code: C, type: number, symbol: string, name: string) => ({
  code,
  symbol,
  name,
  value: code,
  type,
  showName: `${code} ${symbol}`,
});

/** The thirteen of section 3, then the three that some language starts with. */
export const currencyUnits = [
  unit('USD', 1, '$', 'US Dollar'),
  unit('KRW', 2, '₩', 'South Korean Won'),
  unit('JPY', 3, '¥', 'Japanese Yen'),
  unit('VND', 4, '₫', 'Vietnamese Dong'),
  unit('RUB', 5, '₽', 'Russian Ruble'),
  unit('EUR', 6, '€', 'Euro'),
  unit('TRY', 7, '₺', 'Turkish Lira'),
  unit('CNY', 8, 'CN¥', 'Chinese Yuan'),
  unit('TWD', 9, 'NT$', 'New Taiwan Dollar'),
  unit('IDR', 10, 'Rp', 'Indonesian Rupiah'),
  unit('PHP', 11, '₱', 'Philippine Peso'),
  unit('HKD', 12, 'HK$', 'Hong Kong Dollar'),
  unit('THB', 13, '฿', 'Thai Baht'),
  unit('UAH', 14, '₴', 'Ukrainian Hryvnia'),
  unit('UZS', 15, 'soʻm', 'Uzbekistani Som'),
  unit('SAR', 16, 'SR', 'Saudi Riyal'),
] as const satisfies readonly CurrencyUnit[];

export type CurrencyCode = (typeof currencyUnits)[number]['code'];
export const currencyCodes: readonly CurrencyCode[] = currencyUnits.map((currency) => currency.code);
export const isCurrencyCode = (text: string): text is CurrencyCode => (currencyCodes as readonly string[]).includes(text);
export const currencyUnitOf = (code: CurrencyCode): CurrencyUnit => currencyUnits.find((currency) => currency.code === code)!;

/** By symbol or by currency; left out, zero or NaN = not known. */
export type Lookup = (name: string) => number | undefined;

/**
 * USDT for one unit of a currency; null = not known. lastOf: newest prices by symbol; rateOf: units that one USDT buys. Its own pair
 * comes first, read backwards where USDT is what is traded; then rates. A dollar of which no more is known is one USDT, as everywhere on
 * the site.
 */
export const usdtWorth = (currency: string, lastOf: Lookup, rateOf: Lookup): number | null => {
  if (currency === 'USDT') return 1;
  return lastOf(`${currency}USDT`) || 1 / (lastOf(`USDT${currency}`) || rateOf(currency) || NaN) || (currency === 'USD' ? 1 : null);
};

/** Shown for a value that is not a number (section 5). */
export const missing = '--';

/** Section 9, Display. */
const priceRule = { decimalsFromOne: 2, decimalsBelowOne: 4, digitsAfterZeros: 4, maxDecimals: 20 } as const;

export type Shown = string | number | null | undefined;

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number in it, or null: empty, malformed and infinite are all null, so that NaN never reaches a screen. */
export const numberOf = (value: Shown): number | null => {
  if (typeof value === 'string') return plainNumber.test(value) ? numberOf(Number(value)) : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Which of two plain decimals is greater, exactly: no digit is lost to a double. */
export const compareDecimals = (a: string, b: string): -1 | 0 | 1 => {
  const [[wholeA = '', partA = ''], [wholeB = '', partB = '']] = [a.replace('-', '').split('.'), b.replace('-', '').split('.')];
  const [whole, part] = [Math.max(wholeA.length, wholeB.length), Math.max(partA.length, partB.length)];
  const scaled = (text: string, wholeDigits: string, partDigits: string) =>
    BigInt(wholeDigits.padStart(whole, '0') + partDigits.padEnd(part, '0')) * (text.startsWith('-') ? -1n : 1n);
  const [left, right] = [scaled(a, wholeA, partA), scaled(b, wholeB, partB)];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Zeros between the point and the first other digit: 0.05 has one, 0.5 none. For 0 < |value| < 1. */
export const leadingZeros = (value: number): number => -1 - Number(value.toExponential().split('e')[1]);

const decimalsOf = (size: number): number => {
  if (size >= 1 || size === 0) return priceRule.decimalsFromOne;
  const zeros = leadingZeros(size);
  return zeros < 1 ? priceRule.decimalsBelowOne : Math.min(zeros + priceRule.digitsAfterZeros, priceRule.maxDecimals);
};

/** How many decimals a price is shown with. Judged after rounding, so that 0.99999 is 1.00 and not 1.0000. */
export const priceDecimals = (value: number): number => {
  const size = Math.abs(value);
  return decimalsOf(Number(size.toFixed(decimalsOf(size))));
};

const formats = new Map<string, Intl.NumberFormat>();
const format = (tag: string, decimals: number, value: number): string => {
  const key = `${tag}|${decimals}`;
  let found = formats.get(key);
  if (!found) {
    // Latin digits everywhere: prices are compared across languages and typed back into number fields.
    found = new Intl.NumberFormat(tag, { numberingSystem: 'latn', minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    formats.set(key, found);
  }
  return found.format(value === 0 ? 0 : value);
};

export const formatPrice = (value: Shown, tag = 'en'): string => {
  const number = numberOf(value);
  return number === null ? missing : format(tag, priceDecimals(number), number);
};

const abbreviationSteps = [
  { from: 1e12, suffix: 'T' },
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'K' },
] as const;

/** 1234567 -> 1.23M; K, M, B, T in every language (section 9). */
export const abbreviate = (value: Shown, tag = 'en', decimals = 2): string => {
  const number = numberOf(value);
  if (number === null) return missing;
  const size = Math.abs(number);
  const scale = 10 ** decimals;
  // Judged as rounded in the smaller unit: 999,999 is 1.00M, not 1,000.00K.
  const step = abbreviationSteps.find(({ from }) => Math.round((size / (from / 1000)) * scale) / scale >= 1000);
  return step ? format(tag, decimals, number / step.from) + step.suffix : format(tag, decimals, number);
};
