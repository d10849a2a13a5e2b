import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createHandClock } from './clock.ts';
import { createSemaphore, QueueFull } from './semaphore.ts';

test('so many at once and no more, in order, and a failure gives its place back', async () => {
  const inTurn = createSemaphore({ atOnce: 2, maxWaiting: 100, maxWaitMs: 1_000, clock: createHandClock(0) });
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
  assert.deepEqual(
    results.map(({ status }) => status === 'fulfilled'),
    [false, true, true, false, true, true, false, true, true],
  );
});

test('a full queue refuses at once, and what has waited too long is dropped without being begun', async () => {
  const clock = createHandClock(0);
  const inTurn = createSemaphore({ atOnce: 1, maxWaiting: 2, maxWaitMs: 1_000, clock });
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const ask = (name: string) =>
    inTurn(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => gates.set(name, resolve));
      return name;
    });
  const first = ask('first');
  const abandoned = ask('abandoned');
  clock.advance(600);
  const patient = ask('patient');
  await assert.rejects(ask('one too many'), QueueFull);
  clock.advance(500);
  await assert.rejects(abandoned, QueueFull);
  const late = ask('late');
  gates.get('first')!();
  assert.equal(await first, 'first');
  await turn();
  gates.get('patient')!();
  assert.equal(await patient, 'patient');
  await turn();
  gates.get('late')!();
  assert.equal(await late, 'late');
  assert.deepEqual(begun, ['first', 'patient', 'late']);
});
