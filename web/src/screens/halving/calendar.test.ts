import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarFile, calendarHref, type CalendarEvent } from './calendar.ts';

const event: CalendarEvent = {
  site: 'Northwind',
  id: 'bitcoin-halving-5@tidemark.example',
  title: 'Fifth Bitcoin halving, estimated; block 1,050,000',
  text: 'Between 1 March 2028 and 2 May 2028.\nالتنصيف الخامس لبيتكوين متوقع عند هذه الكتلة، وقد يأتي قبل ذلك أو بعده ببضعة أسابيع',
  url: 'https://tidemark.example/markets/bitcoin-halving',
  startsAt: Date.UTC(2028, 3, 17, 8, 9, 27),
  endsAt: Date.UTC(2028, 3, 17, 9, 9, 27),
  writtenAt: Date.UTC(2026, 10, 15),
};

/** As RFC 5545 reads: lines of at most 75 bytes ended by CRLF, unfolded, each a name and a value, blocks closed in order. */
function parse(file: string): Map<string, string> {
  assert.ok(file.endsWith('\r\n') && !/[^\r]\n/.test(file));
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  const found = new Map<string, string>();
  const open: string[] = [];
  for (const line of file
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .slice(0, -1)) {
    const [, name, value] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? assert.fail(`not a line of a calendar: ${line}`);
    if (name === 'BEGIN') open.push(value!);
    else if (name === 'END') assert.equal(open.pop(), value);
    else found.set(`${open.join('/')}/${name}`, value!.replace(/\\n/g, '\n').replace(/\\([\\;,])/g, '$1'));
  }
  assert.deepEqual(open, []);
  return found;
}

test('the calendar file reads back as the event, whatever its words', () => {
  const read = parse(calendarFile(event));
  const of = (name: string) => read.get(`VCALENDAR/VEVENT/${name}`);
  assert.equal(read.get('VCALENDAR/VERSION'), '2.0');
  assert.ok(read.get('VCALENDAR/PRODID'));
  assert.equal(of('UID'), event.id);
  assert.equal(of('DTSTAMP'), '20261115T000000Z');
  assert.equal(of('DTSTART'), '20280417T080927Z');
  assert.equal(of('DTEND'), '20280417T090927Z');
  assert.equal(of('SUMMARY'), event.title);
  assert.equal(of('DESCRIPTION'), event.text);
  assert.equal(read.get('VCALENDAR/VEVENT/VALARM/TRIGGER'), '-P1D');
});

test('the link holds the whole file', () => {
  const href = calendarHref(event);
  assert.ok(href.startsWith('data:text/calendar;charset=utf-8,'));
  assert.equal(decodeURIComponent(href.slice(href.indexOf(',') + 1)), calendarFile(event));
});
