// Every figure of a page as text, in the manner of its language but always in Latin digits, with a true minus sign,
// and '--' for any value that is not a number (section 5). The digits of prices and money are decided in contract/money.ts.
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { abbreviate, currencyUnitOf, formatPrice, missing, numberOf, type CurrencyCode, type Shown } from '@tidemark/contract/money.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { useLocale } from './locale-context.ts';
import { inDigits, unitName, type Unit } from './uzbek.ts';

export interface ChangeText {
  readonly text: string;
  readonly direction: -1 | 0 | 1;
}

export type TimeStyle = 'time' | 'date' | 'dateTime' | 'moment';

export interface Format {
  /** By the rule of section 9, or with exactly `precision` decimals. */
  price(value: Shown, options?: { readonly precision?: number }): string;
  /** A price with its currency in front; the value is in that currency already. */
  fiat(value: Shown, currency: CurrencyCode): string;
  /** K, M, B, T, with a currency in front when there is one. */
  money(value: Shown, currency?: CurrencyCode): string;
  /** A fraction: 0.0124 is +1.24%. What rounds to nothing has no direction. */
  change(fraction: Shown): ChangeText;
  count(value: Shown): string;
  /** Without a time zone it is the reader's own, which the server does not know: not for the first render. */
  time(ms: number | null | undefined, style?: TimeStyle, timeZone?: string): string;
  /** How long ago, in its largest unit: 0.4 sec, 14 sec, 3 min, 5 hr, 2 days; never nothing. */
  age(ms: number | null | undefined): string;
}

const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };
const second: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' };
const timeStyles: Readonly<Record<TimeStyle, Intl.DateTimeFormatOptions>> = {
  time: second,
  date: day,
  dateTime: { ...day, hour: '2-digit', minute: '2-digit' },
  /** To the second: many things happen in one minute. */
  moment: { ...day, ...second },
};

/** Intl writes a hyphen for minus, and in right-to-left languages puts marks around it; figures stand in isolation here. */
export const tidy = (text: string): string => (text === missing ? text : text.replace(/[\u200e\u200f\u061c]/g, '').replace('-', '\u2212'));

export function createFormat(locale: Locale): Format {
  const { formatTag: tag } = languageOf(locale);
  const numbers = new Map<string, Intl.NumberFormat>();
  const times = new Map<string, Intl.DateTimeFormat>();

  function number(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    let found = numbers.get(key);
    if (!found) numbers.set(key, (found = new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...options })));
    return found;
  }

  function price(value: Shown, { precision }: { readonly precision?: number } = {}): string {
    if (precision === undefined) return tidy(formatPrice(value, tag));
    const exact = numberOf(value);
    if (exact === null) return missing;
    return tidy(number(`fixed${precision}`, { minimumFractionDigits: precision, maximumFractionDigits: precision }).format(exact || 0));
  }

  function inFront(currency: CurrencyCode, figure: string): string {
    if (figure === missing) return missing;
    const { symbol } = currencyUnitOf(currency);
    // 'SR 12', 'Rp 12', but '$12', 'NT$12'.
    const unit = /\p{L}$/u.test(symbol) ? `${symbol}\u00a0` : symbol;
    return figure.startsWith('\u2212') ? `\u2212${unit}${figure.slice(1)}` : unit + figure;
  }

  return {
    price,
    fiat: (value, currency) => inFront(currency, price(value)),
    money(value, currency) {
      const figure = tidy(abbreviate(value, tag));
      return currency ? inFront(currency, figure) : figure;
    },
    change(fraction) {
      const exact = numberOf(fraction);
      if (exact === null) return { text: missing, direction: 0 };
      const direction = Math.round(Math.abs(exact) * 10_000) === 0 ? 0 : exact > 0 ? 1 : -1;
      const percent = number('change', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
      return { text: tidy(percent.format(exact)), direction };
    },
    count(value) {
      const exact = numberOf(value);
      return exact === null ? missing : tidy(number('count', { maximumFractionDigits: 0 }).format(exact || 0));
    },
    time(ms, style = 'dateTime', timeZone) {
      if (numberOf(ms) === null || Math.abs(ms!) > 8.64e15) return missing;
      const key = `${style}|${timeZone ?? ''}`;
      let found = times.get(key);
      if (!found)
        times.set(
          key,
          (found = new Intl.DateTimeFormat(tag, {
            numberingSystem: 'latn',
            calendar: 'gregory',
            hourCycle: 'h23',
            timeZone,
            ...inDigits(tag, timeStyles[style]),
          })),
        );
      return found.format(ms!);
    },
    age(ms) {
      if (numberOf(ms) === null) return missing;
      const age = Math.max(100, ms!);
      const [name, size] = (
        age < minuteMs ? ['second', 1_000] : age < hourMs ? ['minute', minuteMs] : age < 2 * dayMs ? ['hour', hourMs] : ['day', dayMs]
      ) as [Unit, number];
      const own = unitName(tag, name);
      // The short days of Indonesian are 'hr', the short units of Arabic single letters.
      const unitDisplay = /^(id|ar)$/.test(tag) ? 'long' : 'short';
      const figure = number(own || name, { maximumFractionDigits: 1, ...(!own && { style: 'unit', unit: name, unitDisplay }) });
      return tidy(figure.format(age < 950 ? age / size : Math.floor(age / size) || 1)) + (own ? `\u00a0${own}` : '');
    },
  };
}

const formats = new Map<Locale, Format>();

export function useFormat(): Format {
  const locale = useLocale();
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = createFormat(locale)));
  return format;
}
