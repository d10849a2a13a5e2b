// Refuses passwords that a guesser would try early, by the word lists of zxcvbn. Reading them takes 0.4 s of a core and 60 MB, so they are
// in a thread that begins with the first question and ends when it was not asked for a while.
import { Worker } from 'node:worker_threads';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { createSemaphore, QueueFull } from '#platform/semaphore.ts';
import type { PasswordAnswer, PasswordQuestion } from './password-thread.ts';

export interface PasswordJudge {
  /**
   * known: words that a guesser of this account tries first. False too when there is no answer in time: a busy machine must not keep
   * a user from a password that the page's own rule accepts.
   */
  isEasyToGuess(password: string, known: readonly string[]): Promise<boolean>;
  stop(): Promise<void>;
}

export interface PasswordJudgeDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** For a turn, and again for the answer. */
  readonly patienceMs?: number;
  readonly idleMs?: number;
}

const maxWaiting = 50;

export function createPasswordJudge({ clock, log, patienceMs = 2_000, idleMs = 60_000 }: PasswordJudgeDeps): PasswordJudge {
  const inTurn = createSemaphore({ atOnce: 1, maxWaiting, maxWaitMs: patienceMs, clock });
  let thread: Worker | null = null;
  let cancelEnd = () => {};
  let [lastId, isStopped] = [0, false];

  const launch = (): Worker => {
    const launched = new Worker(new URL('./password-thread.ts', import.meta.url), {
      name: 'passwords',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // The name alone: a message might quote what was judged.
    launched.on('error', ({ name }) => log.error({ reason: name, room: 'users' }, 'the thread that judges passwords has failed'));
    launched.on('exit', () => {
      if (thread === launched) thread = null;
    });
    return launched;
  };

  const end = async () => {
    cancelEnd();
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };

  const ask = async (password: string, known: readonly string[]): Promise<boolean | null> => {
    if (isStopped) return null;
    cancelEnd();
    const asked = (thread ??= launch());
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<boolean | null>();
    const giveUp = () => resolve(null);
    // An answer that comes after its question was given up has no receiver.
    const hear = (answer: PasswordAnswer) => void (answer.id === id && resolve(answer.isEasy));
    const cancel = clock.after(patienceMs, giveUp);
    asked.on('message', hear).on('exit', giveUp).ref();
    asked.postMessage({ id, password, known } satisfies PasswordQuestion, []);
    const isEasy = await promise;
    cancel();
    asked.off('message', hear).off('exit', giveUp).unref();
    cancelEnd = clock.after(idleMs, () => void end());
    return isEasy;
  };

  return {
    async isEasyToGuess(password, known) {
      const isEasy = await inTurn(() => ask(password, known)).catch((error: unknown) => {
        if (error instanceof QueueFull) return null;
        throw error;
      });
      if (isEasy === null) log.warn({ room: 'users' }, 'a password was not judged in time: only the rule of the page was held against it');
      return isEasy ?? false;
    },
    async stop() {
      isStopped = true;
      await end();
    },
  };
}
