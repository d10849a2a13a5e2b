import type { Format } from '#i18n/format.ts';

/** An amount with the decimals it has, and no more than these, in the marks of the reader: 3.125 or 3,125. */
export function bitcoins(format: Pick<Format, 'price'>, amount: number, most = 8): string {
  const decimals = String(Number(amount.toFixed(most))).split('.')[1] ?? '';
  return format.price(amount, { precision: decimals.length });
}
