import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDayFormat } from './day-format.ts';

const saturday = Date.UTC(2026, 10, 14, 22);

test('days by the names of the language', () => {
  const { longDay, shortDay } = createDayFormat('en');
  assert.equal(longDay(saturday), 'Saturday, November 14, 2026');
  assert.equal(shortDay(saturday, 'UTC'), 'Nov 14');
});

test('Uzbek has names of its own, in the time zone of the reader', () => {
  const { longDay, shortDay, dayParts, minute } = createDayFormat('uz');
  assert.equal(longDay(saturday), 'shanba, 14-noyabr, 2026');
  assert.equal(shortDay(saturday, 'UTC'), '14-noy');
  assert.deepEqual(dayParts(saturday, 'Asia/Tashkent'), { day: '15', month: 'noy', weekday: 'yak' });
  assert.equal(minute(saturday, 'Asia/Tashkent'), '03:00');
});
