import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayName, parseDay } from './day.ts';

const november15 = Date.UTC(2026, 10, 15);

test('a day by its name, and by any moment of it', () => {
  assert.equal(parseDay('2026-11-15'), november15);
  assert.equal(parseDay(String(november15)), november15);
  assert.equal(parseDay(String(november15 + 86_399_999)), november15);
  assert.equal(dayName(november15), '2026-11-15');
});

test('days that do not exist, or that the calls cannot be asked for, are none', () => {
  for (const bad of [
    '2026-02-31',
    '2026-13-01',
    '2026-00-10',
    '2025-02-29',
    '1969-12-31',
    '0000-01-01',
    '2243-10-18',
    '9999999999999',
    'today',
    '',
    '2026-1-1',
  ])
    assert.equal(parseDay(bad), null, bad);
  assert.notEqual(parseDay('2024-02-29'), null);
});
