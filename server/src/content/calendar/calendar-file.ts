// The operator's own events: a JSON file, read again when it changes. An entry that cannot be used is told in the log and left
// out; a file that cannot be read at all leaves what was known.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { calendarCategories } from '@tidemark/contract/content.ts';
import { isLocale } from '@tidemark/contract/locales.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { EventFacts } from './event.ts';

const mostBytes = 1024 * 1024;
const mostEvents = 2_000;
const lookEveryMs = 30_000;
const earliest = Date.UTC(2008, 0, 1);
const latest = Date.UTC(2100, 0, 1);

const title = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300));
const moment = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.isoTimestamp('must be a moment like 2026-12-09T19:00:00Z'), v.transform(Date.parse))]),
  v.number(),
  v.integer(),
  v.minValue(earliest),
  v.maxValue(latest),
);
const entry = v.strictObject({
  id: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,48}$/))),
  title: v.union([
    title,
    v.pipe(
      v.record(v.pipe(v.string(), v.check(isLocale, 'must be languages of the site')), title),
      v.check((titles) => Object.hasOwn(titles, 'en'), 'must have an English title'),
    ),
  ]),
  startTime: moment,
  categories: v.optional(v.pipe(v.array(v.picklist(calendarCategories)), v.maxLength(10)), ['other']),
  coin: v.optional(v.pipe(v.string(), v.regex(/^[\p{L}\p{N}$.-]{1,32}$/u))),
  link: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(1_000))),
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
});

/** own: what the ids of these events begin with. */
export function parseCalendar(found: unknown, own = 'file'): { readonly events: EventFacts[]; readonly problems: string[] } {
  if (!Array.isArray(found)) throw new Error('it is not a list of events');
  const problems: string[] = [];
  if (found.length > mostEvents) problems.push(`only the first ${mostEvents} of ${found.length} events are used`);
  const events = new Map<string, EventFacts>();
  for (const [i, row] of found.slice(0, mostEvents).entries()) {
    const read = v.safeParse(entry, row);
    if (!read.success) {
      problems.push(`event ${i + 1} is left out: ${v.getDotPath(read.issues[0]) ?? 'it'}: ${read.issues[0].message}`);
      continue;
    }
    const { id, title: given, startTime, categories, coin, link, source } = read.output;
    const titles = typeof given === 'string' ? { en: given } : given;
    const eventId = `${own}-${id ?? createHash('sha256').update(`${startTime} ${titles.en}`).digest('hex').slice(0, 24)}`;
    if (events.has(eventId)) problems.push(`event ${i + 1} is left out: there is one of the same id, or of the same title and moment`);
    else
      events.set(eventId, {
        id: eventId,
        at: startTime,
        isEstimated: false,
        categories,
        coin: coin ?? null,
        source,
        what: { titles, link: link ?? '' },
      });
  }
  return { events: [...events.values()], problems };
}

/** What is wrong with a list of events; null: nothing. */
export function calendarProblem(value: unknown): string | null {
  try {
    return parseCalendar(value).problems[0] ?? null;
  } catch (error) {
    return (error as Error).message;
  }
}

export interface CalendarFile {
  events(): readonly EventFacts[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createCalendarFile({
  path,
  clock,
  log,
  onChange,
}: {
  path: string;
  clock: Clock;
  log: Log;
  onChange(): void;
}): CalendarFile {
  let events: readonly EventFacts[] = [];
  let readAs = '';
  let failure = '';
  const jobs = createJobs({ clock, log, room: 'content' });

  const look = async () => {
    try {
      const { mtimeMs, size } = await stat(path);
      const mark = `${mtimeMs} ${size}`;
      if (mark === readAs) return;
      readAs = mark;
      if (size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
      const read = parseCalendar(JSON.parse(await readFile(path, 'utf8')));
      for (const problem of read.problems) log.warn({ room: 'content', file: path }, `CALENDAR_FILE: ${problem}`);
      ({ events } = read);
      onChange();
      failure = '';
    } catch (error) {
      // Told once, not at every look.
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== failure)
        log.warn({ err: error, room: 'content', file: path }, 'CALENDAR_FILE cannot be used; the events known before stay');
      failure = reason;
    }
  };
  return {
    events: () => events,
    start: () => jobs.every(lookEveryMs, 'reading CALENDAR_FILE', look)(),
    stop: jobs.stop,
  };
}
