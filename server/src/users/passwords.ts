import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from '@tidemark/contract/password.ts';
import { newToken } from '#platform/ids.ts';
import { createTurns } from '#platform/turns.ts';

/** Argon2id with the numbers OWASP names: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** The same work for an account that does not exist (null) as for one that does. */
  isRight(passwordHash: string | null, password: string): Promise<boolean>;
}

export async function createPasswords(): Promise<Passwords> {
  // Each fills a core for a moment, and one core belongs to prices: a rush of log-ins waits for itself, not for it.
  const inTurn = createTurns(Math.max(1, availableParallelism() - 1));
  const nobodys = await hash(newToken(24), cost);
  return {
    hash: (password) => inTurn(() => hash(normalPassword(password), cost)),
    async isRight(passwordHash, password) {
      const isMatch = await inTurn(() => verify(passwordHash ?? nobodys, normalPassword(password)));
      return isMatch && passwordHash !== null;
    },
  };
}
