import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { missing, numberOf, type Shown } from '@tidemark/contract/money.ts';
import { useLocale } from './text.tsx';

export type Percent = (fraction: Shown, digits?: number, sign?: 'always') => string;

const known = new Map<Locale, Percent>();

/** A share as text: 0.534 is 53%. */
export function usePercent(): Percent {
  const locale = useLocale();
  let percent = known.get(locale);
  if (!percent) known.set(locale, (percent = createPercent(locale)));
  return percent;
}

function createPercent(locale: Locale): Percent {
  const formats = new Map<string, Intl.NumberFormat>();
  return (fraction, digits = 0, sign) => {
    const value = numberOf(fraction);
    if (value === null) return missing;
    const key = `${digits}${sign ?? ''}`;
    let format = formats.get(key);
    if (!format)
      formats.set(
        key,
        (format = new Intl.NumberFormat(languageOf(locale).formatTag, {
          numberingSystem: 'latn',
          style: 'percent',
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          signDisplay: sign === 'always' ? 'exceptZero' : 'auto',
        })),
      );
    return format
      .format(value)
      .replace(/[\u200e\u200f\u061c]/g, '')
      .replace('-', '\u2212');
  };
}
