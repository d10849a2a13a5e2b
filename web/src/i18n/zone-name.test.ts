import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneName } from './zone-name.ts';

test('a time zone is named by how far it is from UTC', () => {
  assert.deepEqual([0, 480, -210, 345, -720].map(zoneName), ['UTC', 'UTC+8', 'UTC\u22123:30', 'UTC+5:45', 'UTC\u221212']);
});
