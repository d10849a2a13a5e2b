import { languageOf } from '@tidemark/contract/locales.ts';
import type { PolicyDate } from '@tidemark/contract/policy.ts';
import { useMemo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useLocale } from '#i18n/text.tsx';
import { inDigits } from '#i18n/uzbek.ts';

/** A date as exactly as it is known: a day, a month or a year. */
export function useDay(): (date: PolicyDate) => string {
  const locale = useLocale();
  const { time } = useFormat();
  return useMemo(() => {
    const { formatTag: tag } = languageOf(locale);
    const month = new Intl.DateTimeFormat(tag, {
      numberingSystem: 'latn',
      calendar: 'gregory',
      timeZone: 'UTC',
      ...inDigits(tag, { year: 'numeric', month: 'short' }),
    });
    return ({ at, precision }) =>
      precision === 'day' ? time(at, 'date', 'UTC') : precision === 'month' ? month.format(at) : String(new Date(at).getUTCFullYear());
  }, [locale, time]);
}

/** For machines: 2024, 2024-12 or 2024-12-30. */
export const isoDay = ({ at, precision }: PolicyDate): string =>
  new Date(at).toISOString().slice(0, { year: 4, month: 7, day: 10 }[precision]);
