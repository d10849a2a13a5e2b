// Figures that only some screens print: shares, rates of many decimals, ratios. Kept out of format.ts, which every page loads.
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { missing } from '@tidemark/contract/money.ts';
import { useLocale } from './locale-context.ts';

export interface FineFormat {
  /** 0.561 is 56.1%. */
  share(value: number | null): string;
  /** A small signed rate: 0.000068 is +0.0068%. */
  rate(value: number | null): string;
  /** A signed percentage of one decimal: +7.4%. */
  yearly(value: number | null): string;
  ratio(value: number | null): string;
}

const tidy = (text: string): string => text.replace(/[\u200e\u200f\u061c]/g, '').replace('-', '\u2212');

function createFineFormat(locale: Locale): FineFormat {
  const { formatTag: tag } = languageOf(locale);
  const of = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...options });
    return (value: number | null) => (value === null || !Number.isFinite(value) ? missing : tidy(format.format(value)));
  };
  return {
    share: of({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    rate: of({ style: 'percent', minimumFractionDigits: 4, maximumFractionDigits: 4, signDisplay: 'exceptZero' }),
    yearly: of({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    ratio: ratioOf(of),
  };
}

/** Three figures that say something: 1.04, and 0.0712 where one side is far the smaller. */
function ratioOf(of: (options: Intl.NumberFormatOptions) => (value: number | null) => string): FineFormat['ratio'] {
  const [usual, small] = [
    of({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    of({ minimumFractionDigits: 4, maximumFractionDigits: 4 }),
  ];
  return (value) => (value !== null && Math.abs(value) < 0.5 && value !== 0 ? small(value) : usual(value));
}

const formats = new Map<Locale, FineFormat>();

export function useFineFormat(): FineFormat {
  const locale = useLocale();
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = createFineFormat(locale)));
  return format;
}
