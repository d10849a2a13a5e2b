// The calendar: events of our own facts and of the operator's file, in order, in the reader's language.
import type { CalendarEvent } from '@tidemark/contract/content.ts';
import { defaultLocale, type Locale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Words } from '#words/index.ts';
import { whoIs } from '../coins/who-is.ts';
import { figuresIn } from '../figures.ts';
import { createCalendarFile, parseCalendar } from './calendar-file.ts';
import type { EventFacts } from './event.ts';
import { ownEvents } from './own-events.ts';

export interface CalendarDeps {
  /** Market time. */
  readonly clock: Clock;
  /** Files change in time of the wall. */
  readonly wallClock: Clock;
  readonly log: Log;
  readonly words: Pick<Words, 'text'>;
  readonly market: Pick<Market, 'catalog' | 'blocks'>;
  /** null = the operator has written none. */
  readonly file: string | null;
  /** The events in the settings; the same object until it is another list. null = none. */
  readonly written: () => unknown;
  readonly siteName: string;
}

export interface Calendar {
  /** In the order of their time. */
  events(): Promise<readonly EventFacts[]>;
  show(event: EventFacts, locale: Locale): CalendarEvent;
  title(event: EventFacts, locale: Locale): string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What is just past is still of interest. */
export const justPastMs = 7 * dayMs;
const heldMs = 30_000;

export function createCalendar({ clock, wallClock, log, words, market, file, written: listed, siteName }: CalendarDeps): Calendar {
  let held: {
    readonly at: number;
    readonly catalog: unknown;
    readonly listed: unknown;
    readonly events: Promise<readonly EventFacts[]>;
  } | null = null;
  const written = file === null ? null : createCalendarFile({ path: file, clock: wallClock, log, onChange: () => (held = null) });

  const gather = async (): Promise<readonly EventFacts[]> => {
    const now = clock.now();
    // Without the chain of Bitcoin the calendar is shorter, not gone.
    const blocks = await market.blocks().catch((error: unknown) => {
      log.warn({ err: error, room: 'content' }, 'the calendar is made without the chain of Bitcoin');
      return null;
    });
    const own = ownEvents({ catalog: market.catalog, blocks, now, from: now - justPastMs, siteName });
    return [...own, ...(written?.events() ?? []), ...parseCalendar(listed() ?? [], 'own').events].sort(
      (a, b) => a.at - b.at || (a.id < b.id ? -1 : 1),
    );
  };

  const title = ({ what }: EventFacts, locale: Locale): string => {
    if ('titles' in what) return what.titles[locale] ?? what.titles[defaultLocale]!;
    const { name, level } = figuresIn(locale);
    const values = Object.fromEntries(
      Object.entries(what.values).map(([key, value]) => [
        key,
        typeof value === 'string' ? name(value) : key === 'reward' ? level(value) : value,
      ]),
    );
    const who =
      typeof what.values.coin === 'string' && typeof what.values.name === 'string'
        ? whoIs(words, what.values.coin, what.values.name, locale)
        : '';
    return words.text(locale, 'content', `event.${what.kind}`, { ...values, who });
  };
  const linkOf = ({ what }: EventFacts, locale: Locale): string => {
    if ('titles' in what) return what.link;
    if (what.page === null) return '';
    return 'symbol' in what.page ? href(locale, 'coin', { symbol: what.page.symbol }) : href(locale, what.page.name);
  };

  return {
    events() {
      const now = clock.now();
      if (!held || Math.abs(now - held.at) >= heldMs || held.catalog !== market.catalog || held.listed !== listed()) {
        const asked = { at: now, catalog: market.catalog, listed: listed(), events: gather() };
        held = asked;
        asked.events.catch(() => {
          if (held === asked) held = null;
        });
      }
      return held.events;
    },
    title,
    show: (event, locale) => ({
      id: event.id,
      title: title(event, locale),
      categories: [...event.categories],
      coin: event.coin,
      startTime: event.at,
      isEstimated: event.isEstimated,
      link: linkOf(event, locale),
      source: event.source,
    }),
    start: async () => written?.start(),
    stop: async () => written?.stop(),
  };
}
