// The expected moment as a calendar file (RFC 5545), made in the page: it works without a script and no server hears of it.

export interface CalendarEvent {
  /** Whose site wrote it. */
  readonly site: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly writtenAt: number;
}

const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
const escape = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** No line may be longer than 75 bytes; the rest goes on after a space. */
function fold(line: string): string {
  const bytes = new TextEncoder();
  const lines: string[] = [];
  let part = '';
  let size = 0;
  for (const sign of line) {
    const more = bytes.encode(sign).length;
    if (size + more > (lines.length === 0 ? 75 : 74)) {
      lines.push(part);
      part = '';
      size = 0;
    }
    part += sign;
    size += more;
  }
  return [...lines, part].join('\r\n ');
}

export function calendarFile({ site, id, title, text, url, startsAt, endsAt, writtenAt }: CalendarEvent): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escape(site)}//Bitcoin halving//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp(writtenAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escape(title)}`,
    `DESCRIPTION:${escape(text)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escape(title)}`,
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

export const calendarHref = (event: CalendarEvent): string => `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(event))}`;
