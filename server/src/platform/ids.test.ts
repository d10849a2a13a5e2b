import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, newToken } from './ids.ts';

test('ids are valid version 7 UUIDs of this moment', () => {
  const before = Date.now();
  const id = newId();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const ms = parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  assert.ok(ms >= before && ms <= Date.now() + 1);
});

test('twenty thousand ids in a row are distinct and already sorted', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.toSorted(), ids);
});

test('order survives a clock that is set back', (t) => {
  const first = newId();
  t.mock.method(Date, 'now', () => 1_000);
  const second = newId();
  assert.ok(second > first);
});

test('tokens have the asked strength and fit into a URL', () => {
  assert.equal(Buffer.from(newToken(32), 'base64url').length, 32);
  assert.match(newToken(64), /^[\w-]+$/);
  assert.notEqual(newToken(16), newToken(16));
});
