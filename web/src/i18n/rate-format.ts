// Figures that only some pages have: rates with the decimals that count there, parts of a whole, and what is left of a time.
import { languageOf } from '@tidemark/contract/locales.ts';
import { missing, numberOf, type Shown } from '@tidemark/contract/money.ts';
import { tidy, type ChangeText } from './format.ts';
import { useLocale } from './locale-context.ts';
import { unitName } from './uzbek.ts';

export interface RateFormat {
  /** A rate of funding or borrowing: 0.0001 is +0.0100%. */
  rate(fraction: Shown, isSigned?: boolean): ChangeText;
  /** A part of a whole: 43%. */
  share(fraction: Shown): string;
  /** 05:12:33, or 3d 05:12:33. */
  countdown(ms: number): string;
}

const daySeconds = 86_400;
const twoDigits = (part: number): string => String(Math.floor(part)).padStart(2, '0');

export function createRateFormat(tag: string): RateFormat {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...options });
  const percent = (signDisplay: 'exceptZero' | 'auto') =>
    number({ style: 'percent', minimumFractionDigits: 4, maximumFractionDigits: 4, signDisplay });
  const [signed, unsigned] = [percent('exceptZero'), percent('auto')];
  const whole = number({ style: 'percent', maximumFractionDigits: 0 });
  const ownDay = unitName(tag, 'day');
  const day = number({ style: 'unit', unit: 'day', unitDisplay: tag === 'id' ? 'long' : 'narrow' });
  return {
    rate(fraction, isSigned = true) {
      const exact = numberOf(fraction);
      if (exact === null) return { text: missing, direction: 0 };
      const direction = Math.round(Math.abs(exact) * 1_000_000) === 0 ? 0 : exact > 0 ? 1 : -1;
      return { text: tidy((isSigned ? signed : unsigned).format(exact)), direction };
    },
    share(fraction) {
      const exact = numberOf(fraction);
      return exact === null ? missing : tidy(whole.format(exact));
    },
    countdown(ms) {
      const seconds = Math.max(0, Math.floor(ms / 1_000));
      const days = Math.floor(seconds / daySeconds);
      const clock = [(seconds / 3_600) % 24, (seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
      return days > 0 ? `${ownDay ? `${days}\u00a0${ownDay}` : tidy(day.format(days))} ${clock}` : clock;
    },
  };
}

const formats = new Map<string, RateFormat>();

export function useRateFormat(): RateFormat {
  const { formatTag: tag } = languageOf(useLocale());
  let format = formats.get(tag);
  if (!format) formats.set(tag, (format = createRateFormat(tag)));
  return format;
}
