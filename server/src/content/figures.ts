// Figures and dates inside sentences, in the reader's language: Latin digits everywhere, as prices have them, and each held
// together where the text around it runs from right to left.
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { abbreviate, formatPrice } from '@tidemark/contract/money.ts';

export interface Figures {
  price(value: number): string;
  /** With its sign: +3.2 %. */
  change(value: number): string;
  /** Without: 3.2 %. */
  size(value: number): string;
  rate(value: number): string;
  rateSize(value: number): string;
  /** Sentences behind each other. */
  text(sentences: readonly string[]): string;
  amount(value: number): string;
  count(value: number): string;
  times(value: number): string;
  /** A round price, without zeros behind it. */
  level(value: number): string;
  date(ms: number): string;
  /** Hours and minutes, UTC. */
  time(ms: number): string;
  list(items: readonly string[]): string;
  /** A name in another script than the text around it. */
  name(text: string): string;
}

const made = new Map<Locale, Figures>();

export function figuresIn(locale: Locale): Figures {
  const known = made.get(locale) ?? createFigures(locale);
  made.set(locale, known);
  return known;
}

function createFigures(locale: Locale): Figures {
  const { tag, formatTag, rtl } = languageOf(locale);
  const isolate = (text: string) => (rtl ? `\u2066${text}\u2069` : text);
  const number = (options: Intl.NumberFormatOptions) => {
    const { format } = new Intl.NumberFormat(formatTag, { numberingSystem: 'latn', ...options });
    return (value: number) =>
      isolate(
        format(value)
          .replace(/[\u200e\u200f\u061c]/g, '')
          .replace('-', '\u2212'),
      );
  };
  const percent = (digits: number, signDisplay: 'exceptZero' | 'never') =>
    number({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay });
  const date = new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  const list = new Intl.ListFormat(tag, { type: 'conjunction', style: 'long' });
  const whole = number({ maximumFractionDigits: 0 });
  const price = (value: number) => isolate(formatPrice(value, formatTag));
  return {
    price,
    change: percent(2, 'exceptZero'),
    size: percent(2, 'never'),
    rate: percent(4, 'exceptZero'),
    rateSize: percent(4, 'never'),
    amount: (value) => isolate(abbreviate(value, formatTag)),
    count: whole,
    times: number({ maximumFractionDigits: 1 }),
    // A round price: without decimals, or with those of any price.
    level: (value) => (Number.isInteger(value) ? whole(value) : price(value)),
    date: (ms) => date.format(ms).replace(/[\u200e\u200f\u061c]/g, ''),
    time: (ms) => isolate(new Date(ms).toISOString().slice(11, 16)),
    text: (sentences) => sentences.join(/^(?:zh|ja)/.test(tag) ? '' : ' '),
    list: (items) => list.format(items),
    name: isolate,
  };
}
