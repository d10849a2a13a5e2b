// Getting in: a name, a password and a code, judged together so that nobody learns which of them was wrong.
import { createHash } from 'node:crypto';
import { refuse } from '@tidemark/contract/errors.ts';
import { operatorCookie, operatorSession as rule } from '@tidemark/contract/operators.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newToken } from '#platform/ids.ts';
import { networkOf } from '#platform/network.ts';
import type { Person, Store } from './store.ts';
import { matchCode } from './totp.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** The same work for somebody who does not exist (null). */
  isRight(passwordHash: string | null, password: string): Promise<boolean>;
}

interface GuessRule {
  readonly free: number;
  readonly maxWaitMs: number;
}
export interface Guesses {
  /** Counts one more; or, while there is a wait, counts nothing and says until when. */
  spend(key: string, rule: GuessRule, time: { now: number; forgottenBefore: number }): Promise<number | null>;
  settle(forget: string, giveBack: readonly string[]): Promise<void>;
}

/** Per network and name, per network, per name: few free ones, then waits that double. */
const guessRules = {
  own: { free: 5, maxWaitMs: 15 * 60_000 },
  network: { free: 20, maxWaitMs: 15 * 60_000 },
  name: { free: 30, maxWaitMs: 5 * 60_000 },
} as const satisfies Record<string, GuessRule>;
const guessMemoryMs = 3_600_000;
/** Often enough for the time of silence, and not a write with each call. */
const seenEveryMs = 60_000;
/** So that a name that is nobody's takes as long. */
const nobodysSecret = 'A'.repeat(32);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface EntryDeps {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly guesses: Guesses;
  readonly clock: Clock;
}

export type Entry = ReturnType<typeof createEntry>;

export function createEntry({ store, passwords, guesses, clock }: EntryDeps) {
  /** Counted before it is judged: of many at once no more get through. */
  const spend = async (key: string, guess: GuessRule): Promise<void> => {
    const now = clock.now();
    const waitUntil = await guesses.spend(key, guess, { now, forgottenBefore: now - guessMemoryMs });
    if (waitUntil !== null) refuse('tooManyGuesses', { seconds: Math.max(1, Math.ceil((waitUntil - now) / 1000)) });
  };

  return {
    async signIn(caller: Caller, typed: { name: string; password: string; code: string }): Promise<{ person: Person; token: string }> {
      const name = typed.name.trim().toLowerCase();
      const network = networkOf(caller.ip);
      const [own, fromNetwork, ofName] = [
        ['own', network, name],
        ['network', network],
        ['name', name],
      ].map((of) => hashOf(['operator', ...of].join('\n'))) as [string, string, string];
      await spend(own, guessRules.own);
      await spend(fromNetwork, guessRules.network);
      await spend(ofName, guessRules.name);
      const found = await store.byName(name);
      const person = found?.isDisabled ? null : found;
      const isPassword = await passwords.isRight(person?.passwordHash ?? null, typed.password);
      const step = matchCode(person?.secret ?? nobodysSecret, typed.code, clock.now());
      if (!person || !isPassword || step === null || !(await store.spendStep(person.id, step))) return refuse('wrongCredentials');
      await guesses.settle(own, [fromNetwork, ofName]);
      const token = newToken(32);
      await store.openSession(hashOf(token), person.id, new Date(clock.now()));
      return { person, token };
    },

    /** Asked anew with every call: a role that was taken away is gone with the next one. */
    async who({ cookies }: Caller): Promise<Person> {
      const token = cookies?.[operatorCookie];
      const now = clock.now();
      const found = token
        ? await store.session(hashOf(token), { openedAfter: new Date(now - rule.wholeMs), seenAfter: new Date(now - rule.idleMs) })
        : null;
      if (!found) return refuse('sessionExpired');
      if (now - found.seenAt.getTime() > seenEveryMs) await store.seen(hashOf(token!), new Date(now));
      return found.person;
    },
    async signOut({ cookies }: Caller): Promise<void> {
      const token = cookies?.[operatorCookie];
      if (token) await store.endSession(hashOf(token));
    },
  };
}
