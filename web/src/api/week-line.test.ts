import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWeekLine } from './week-line.ts';

test('closes become heights between the low and the high, with the direction of the week', () => {
  assert.deepEqual(parseWeekLine(['10', '20', '15']), { levels: '0 100 50', direction: 1 });
  assert.deepEqual(parseWeekLine(['0.00002', '0.00001']), { levels: '100 0', direction: -1 });
  assert.deepEqual(parseWeekLine(['1.00', '1.00', '1.00']), { levels: '50 50 50', direction: 0 });
});

test('what cannot be drawn is no line', () => {
  for (const closes of [undefined, [], ['1'], ['1', 'x'], ['1', 'Infinity']]) assert.equal(parseWeekLine(closes), null);
});
