/** What a coin is traded at, in dollars, with so many decimals. */
interface Price {
  readonly last: string;
  readonly precision: number;
}

/** What an amount of a coin is worth, or the other way round, in so many digits as say something. '' where it is not known. */
export function convert(amount: string, from: 'coin' | 'money', { last, precision }: Price, rate: string | undefined): string {
  const worth = Number(last) * Number(rate);
  const value = from === 'coin' ? Number(amount) * worth : Number(amount) / worth;
  if (amount === '' || !Number.isFinite(value) || !(worth > 0)) return '';
  if (value === 0) return '0';
  const size = Math.floor(Math.log10(Math.abs(value)));
  // As many digits as the price has, cents at least; eight of what is small.
  const priceDigits = precision + 1 + Math.floor(Math.log10(Number(last)));
  const digits = size >= 0 ? Math.max(2, priceDigits - 1 - size) : Math.min(12, 7 - size);
  return value
    .toFixed(from === 'money' ? Math.max(digits, 8) : digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
