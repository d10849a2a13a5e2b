// Exact numbers for the oracle, slow and plain.

export interface Fraction {
  readonly top: bigint;
  /** Above 0. */
  readonly bottom: bigint;
}

const parse = (decimal: string): Fraction => {
  const [whole = '0', part = ''] = decimal.split('.');
  return { top: BigInt(whole + part), bottom: 10n ** BigInt(part.length) };
};
/** Parsing took most of the oracle's time: each text is parsed once. */
const parsed = new Map<string, Fraction>();
export const fraction = (decimal: string): Fraction => {
  const known = parsed.get(decimal) ?? parse(decimal);
  if (parsed.size < 100_000) parsed.set(decimal, known);
  return known;
};
export const add = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom });
export const minus = (a: Fraction): Fraction => ({ top: -a.top, bottom: a.bottom });
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, minus(b));
export const multiply = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });
/** b above 0. */
export const divide = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.bottom, bottom: a.bottom * b.top });
export const isAtLeast = (a: Fraction, b: Fraction): boolean => a.top * b.bottom >= b.top * a.bottom;
export const isAtMost = (a: Fraction, b: Fraction): boolean => isAtLeast(b, a);
export const larger = (a: Fraction, b: Fraction): Fraction => (isAtLeast(a, b) ? a : b);
export const smaller = (a: Fraction, b: Fraction): Fraction => (isAtLeast(a, b) ? b : a);
