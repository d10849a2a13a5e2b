/** What an amount of a coin is worth, or the other way round, in so many digits as say something. '' where nobody knows. */
export function convert(amount: string, from: 'coin' | 'money', dollars: string, rate: string | undefined): string {
  const worth = Number(dollars) * Number(rate);
  const value = from === 'coin' ? Number(amount) * worth : Number(amount) / worth;
  if (amount === '' || !Number.isFinite(value) || !(worth > 0)) return '';
  if (value === 0) return '0';
  // Cents of what is large, eight digits of what is small.
  const digits = Math.abs(value) >= 1 ? 2 : Math.min(12, 7 - Math.floor(Math.log10(Math.abs(value))));
  return value
    .toFixed(from === 'money' ? Math.max(digits, 8) : digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
