// Hours and days as calendars and news print them. Kept out of format.ts, which every page loads.
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { useLocale } from './locale-context.ts';

export interface DayFormat {
  /** 14:05. Without a time zone it is the reader's own: not for the first render. */
  minute(ms: number, timeZone?: string): string;
  /** Sunday, 15 November 2026, of a day in UTC. */
  longDay(ms: number): string;
  /** Nov 15. */
  shortDay(ms: number, timeZone?: string): string;
  /** The month and the day of the month, apart. */
  dayParts(ms: number, timeZone?: string): { readonly month: string; readonly day: string; readonly weekday: string };
  /** What the reader's clock is set to: GMT+2, or UTC itself. */
  zone(ms: number): string;
}

const monthsOfUzbek = 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr'.split(' ');
const daysOfUzbek = 'yakshanba dushanba seshanba chorshanba payshanba juma shanba'.split(' ');
const daysOfEnglish = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** Chromium knows no names of Uzbek days and months. */
function withUzbekNames({ minute, zone }: DayFormat): DayFormat {
  const read = (ms: number, timeZone?: string) => {
    const options = { year: 'numeric', month: 'numeric', day: 'numeric', weekday: 'short', timeZone } as const;
    const parts = new Intl.DateTimeFormat('en', options).formatToParts(ms);
    const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
    return {
      day: part('day'),
      month: monthsOfUzbek[Number(part('month')) - 1]!,
      weekday: daysOfUzbek[daysOfEnglish.indexOf(part('weekday'))]!,
      year: part('year'),
    };
  };
  return {
    minute,
    zone,
    longDay(ms) {
      const { day, month, weekday, year } = read(ms, 'UTC');
      return `${weekday}, ${day}-${month}, ${year}`;
    },
    shortDay(ms, timeZone) {
      const { day, month } = read(ms, timeZone);
      return `${day}-${month.slice(0, 3)}`;
    },
    dayParts(ms, timeZone) {
      const { day, month, weekday } = read(ms, timeZone);
      return { day, month: month.slice(0, 3), weekday: weekday.slice(0, 3) };
    },
  };
}

export function createDayFormat(locale: Locale): DayFormat {
  const { formatTag: tag } = languageOf(locale);
  const formats = new Map<string, Intl.DateTimeFormat>();
  const of = (name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = `${name}|${options.timeZone ?? ''}`;
    let found = formats.get(key);
    if (!found) formats.set(key, (found = new Intl.DateTimeFormat(tag, { numberingSystem: 'latn', calendar: 'gregory', ...options })));
    return found;
  };
  const format: DayFormat = {
    minute: (ms, timeZone) => of('minute', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(ms),
    longDay: (ms) => of('long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(ms),
    shortDay: (ms, timeZone) => of('short', { day: 'numeric', month: 'short', timeZone }).format(ms),
    dayParts: (ms, timeZone) => ({
      month: of('month', { month: 'short', timeZone }).format(ms),
      day:
        of('day', { day: 'numeric', timeZone })
          .formatToParts(ms)
          .find(({ type }) => type === 'day')?.value ?? '',
      weekday: of('weekday', { weekday: 'short', timeZone }).format(ms),
    }),
    zone: (ms) =>
      new Date(ms).getTimezoneOffset() === 0
        ? 'UTC'
        : (of('zone', { timeZoneName: 'shortOffset' })
            .formatToParts(ms)
            .find(({ type }) => type === 'timeZoneName')?.value ?? ''),
  };
  return locale === 'uz' ? withUzbekNames(format) : format;
}

const formats = new Map<Locale, DayFormat>();

export function useDayFormat(): DayFormat {
  const locale = useLocale();
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = createDayFormat(locale)));
  return format;
}
