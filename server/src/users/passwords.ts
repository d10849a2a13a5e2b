import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { refuse } from '@tidemark/contract/errors.ts';
import { normalPassword } from '@tidemark/contract/password.ts';
import type { Clock } from '#platform/clock.ts';
import { newToken } from '#platform/ids.ts';
import { createSemaphore, QueueFull } from '#platform/semaphore.ts';

/** Argon2id with the numbers OWASP names: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** The same work for an account that does not exist (null) as for one that does. */
  isRight(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Below the time limit of a call, so that the caller still gets the refusal, and nothing is hashed for a caller that has gone. */
const maxWaitMs = 8_000;
/** About as many as get their turn within that time. */
const maxWaitingPerCore = 100;

export async function createPasswords({
  clock,
  waitingPerCore = maxWaitingPerCore,
}: {
  clock: Clock;
  waitingPerCore?: number;
}): Promise<Passwords> {
  // Each fills a core for a moment, and one core belongs to prices: a rush of log-ins waits for itself, not for it.
  const atOnce = Math.max(1, availableParallelism() - 1);
  const semaphore = createSemaphore({ atOnce, maxWaiting: atOnce * waitingPerCore, maxWaitMs, clock });
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await semaphore(work);
    } catch (error) {
      if (error instanceof QueueFull) return refuse('signInBusy');
      throw error;
    }
  };
  const dummyHash = await hash(newToken(24), cost);
  return {
    hash: (password) => inTurn(() => hash(normalPassword(password), cost)),
    async isRight(passwordHash, password) {
      const isMatch = await inTurn(() => verify(passwordHash ?? dummyHash, normalPassword(password)));
      return isMatch && passwordHash !== null;
    },
  };
}
