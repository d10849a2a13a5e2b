import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { Refusal } from '@tidemark/contract/errors.ts';
import { createHandClock } from '#platform/clock.ts';
import { createPasswords } from './passwords.ts';

test('a rush of log-ins beyond the queue is refused by name at once, and those in it are served', async () => {
  const passwords = await createPasswords({ clock: createHandClock(0), waitingPerCore: 2 });
  const atOnce = Math.max(1, availableParallelism() - 1);
  const order: string[] = [];
  const tries = Array.from({ length: atOnce * 3 + 5 }, (_, at) =>
    passwords.isRight(null, `guess ${at}`).then(
      () => order.push('served'),
      (error: unknown) => order.push(error instanceof Refusal ? error.error : String(error)),
    ),
  );
  await Promise.all(tries);
  assert.deepEqual(order, [...Array<string>(5).fill('signInBusy'), ...Array<string>(atOnce * 3).fill('served')]);
});

test('what waits longer than a caller does is dropped', async () => {
  const clock = createHandClock(0);
  const passwords = await createPasswords({ clock });
  const running = Array.from({ length: Math.max(1, availableParallelism() - 1) }, async (_, at) => passwords.isRight(null, `guess ${at}`));
  const waiting = passwords.hash('the password of somebody who has gone');
  clock.advance(15_000);
  await assert.rejects(waiting, (error: unknown) => error instanceof Refusal && error.error === 'signInBusy');
  assert.ok((await Promise.all(running)).every((isRight) => !isRight));
});
