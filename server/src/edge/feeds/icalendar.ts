// RFC 5545: lines end with CR LF and have at most 75 octets; text escapes its commas, semicolons, backslashes and line ends.
import type { CalendarEvent } from '@tidemark/contract/content.ts';
import { dayMs } from '@tidemark/contract/time.ts';

export interface CalendarInput {
  readonly events: readonly CalendarEvent[];
  readonly publicUrl: string;
  readonly siteName: string;
  readonly name: string;
  /** That the market is simulated, or null. */
  readonly label: string | null;
  readonly now: number;
}

const mostOctets = 75;
/** What happens on the market itself; halvings and anniversaries are true of the world. */
const ofTheMarket: readonly string[] = ['listing', 'delivery'];

const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|[\n\u0085\u2028\u2029]/g, '\\n')
    .replace(/[\p{Cc}--[\t]]/gv, '');
/** As an address is written by the standard: what would end the line is escaped or gone. */
const address = (link: string, publicUrl: string): string | null => (URL.canParse(link, publicUrl) ? new URL(link, publicUrl).href : null);
const moment = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Continued lines begin with a space; a character is never torn. */
export function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > mostOctets) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}

export function toCalendar({ events, publicUrl, siteName, name, label, now }: CalendarInput): string {
  const { hostname } = new URL(publicUrl);
  // By the day: the same calendar is the same text.
  const stamp = moment(now - (now % dayMs));
  const lines = events.flatMap(({ id, title, startTime, link, source, categories, isEstimated }) => {
    const url = link === '' ? null : address(link, publicUrl);
    const about = [categories.some((category) => ofTheMarket.includes(category)) ? label : null, source].filter(Boolean).join(': ');
    return [
      'BEGIN:VEVENT',
      `UID:${text(id)}@${hostname}`,
      `DTSTAMP:${stamp}`,
      categories.includes('anniversary') ? `DTSTART;VALUE=DATE:${moment(startTime).slice(0, 8)}` : `DTSTART:${moment(startTime)}`,
      `SUMMARY:${text(isEstimated ? `\u2248 ${title}` : title)}`,
      ...(about === '' ? [] : [`DESCRIPTION:${text(about)}`]),
      ...(url === null ? [] : [`URL:${url}`]),
      `CATEGORIES:${categories.map((category) => text(category.toUpperCase())).join(',')}`,
      ...(isEstimated ? ['STATUS:TENTATIVE'] : []),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(siteName)}//Calendar//EN`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${text(name)}`,
    ...(label === null ? [] : [`X-WR-CALDESC:${text(label)}`]),
    ...lines,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}
