import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearDayOf } from './near-day.ts';

const at = (text: string) => Date.parse(text);

test('yesterday is the day before on the calendar, also where that day, or this one, has 23 or 25 hours', (t) => {
  const own = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  t.after(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });
  for (const [message, now, name] of [
    ['2026-11-12T12:00+01:00', '2026-11-12T23:59+01:00', 'today'],
    ['2026-11-11T00:01+01:00', '2026-11-12T23:59+01:00', 'yesterday'],
    ['2026-11-10T23:59+01:00', '2026-11-12T00:01+01:00', null],
    // Clocks go back on the 25th of October.
    ['2026-10-24T12:00+02:00', '2026-10-25T23:30+01:00', 'yesterday'],
    ['2026-10-25T00:10+02:00', '2026-10-25T23:30+01:00', 'today'],
    // And forward on the 29th of March.
    ['2026-03-29T12:00+02:00', '2026-03-30T00:30+02:00', 'yesterday'],
    ['2026-03-28T12:00+01:00', '2026-03-30T00:30+02:00', null],
  ] as const)
    assert.equal(nearDayOf(at(message), at(now)), name, `${message} at ${now}`);
  assert.equal(nearDayOf(at('2025-12-31T12:00+01:00'), at('2026-01-01T12:00+01:00')), 'yesterday');
});
