// Throttling of guesses. A few are free; then each costs a wait that doubles. No account is locked: what waits is one
// address trying one account, an address trying many accounts, or strangers trying one account from many addresses; the
// owner, from where they have logged in before, is not held up by those strangers.
import { createHash } from 'node:crypto';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { AttemptRule, AttemptStore } from './attempt-store.ts';

const attemptRules = {
  /** One address, one account. */
  login: { free: 5, maxWaitMs: 15 * 60_000 },
  /** One address, all accounts. */
  loginIp: { free: 100, maxWaitMs: 15 * 60_000 },
  /** One account, all addresses it never logged in from. */
  loginAccount: { free: 100, maxWaitMs: 15 * 60_000 },
  /** One network, one address: strangers elsewhere cannot hold up its owner. */
  mail: { free: 3, maxWaitMs: 60 * 60_000 },
  /** One address, all networks: so that many together cannot fill a mailbox. The wait stays short, because its owner would wait as well. */
  mailAddress: { free: 30, maxWaitMs: 60_000 },
  mailIp: { free: 20, maxWaitMs: 15 * 60_000 },
  /** A text message costs money. */
  sms: { free: 3, maxWaitMs: 60 * 60_000 },
  smsIp: { free: 10, maxWaitMs: 60 * 60_000 },
  code: { free: 10, maxWaitMs: 15 * 60_000 },
  codeIp: { free: 50, maxWaitMs: 15 * 60_000 },
} as const satisfies Record<string, AttemptRule>;

export type AttemptKind = keyof typeof attemptRules;
export type AttemptScope = readonly [kind: AttemptKind, ...of: string[]];

export interface Attempts {
  /** Counts one in every scope, or refuses with the time to wait. Counted before it is judged: many at once get no more tries. */
  spend(scopes: readonly AttemptScope[]): Promise<void>;
  /** It was no guess after all. */
  settle(forget: AttemptScope, giveBack: readonly AttemptScope[]): Promise<void>;
}

/** Forgotten after so long without another one. */
const memoryMs = 3_600_000;

const keyOf = (scope: AttemptScope): string => createHash('sha256').update(scope.join('\n')).digest('base64url');

export function createAttempts({ store, clock }: { store: AttemptStore; clock: Clock }): Attempts {
  return {
    async spend(scopes) {
      for (const scope of scopes) {
        const now = clock.now();
        const waitUntil = await store.spend(keyOf(scope), attemptRules[scope[0]], { now, forgottenBefore: now - memoryMs });
        if (waitUntil !== null) refuse('tooManyGuesses', { seconds: Math.max(1, Math.ceil((waitUntil - now) / 1000)) });
      }
    },
    async settle(forget, giveBack) {
      await store.settle(keyOf(forget), giveBack.map(keyOf));
    },
  };
}
