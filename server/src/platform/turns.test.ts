import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createTurns } from './turns.ts';

test('so many at once and no more, in order, and a failure gives its place back', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, at) =>
      inTurn(async () => {
        begun.push(at);
        most = Math.max(most, ++running);
        await turn();
        running--;
        if (at % 3 === 0) throw new Error('no');
        return at;
      }),
    ),
  );
  assert.equal(most, 2);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(results.map(({ status }) => status === 'fulfilled'), [false, true, true, false, true, true, false, true, true]);
});
