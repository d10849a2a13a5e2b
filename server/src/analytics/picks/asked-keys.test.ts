import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createAskedKeys } from './asked-keys.ts';

test('a key is asked again after its time, and what is over is not remembered', () => {
  const clock = createHandClock(0);
  const asked = createAskedKeys({ clock, againMs: 1_000 });
  assert.equal(asked.mayAsk('a'), true);
  assert.equal(asked.mayAsk('a'), false);
  for (let key = 0; key < 10_000; key++) {
    asked.mayAsk(String(key));
    clock.advance(10);
  }
  assert.ok(asked.size <= 101, `${asked.size} keys are remembered of 10,001`);
  assert.equal(asked.mayAsk('a'), true, 'one that failed once is tried again');
});
