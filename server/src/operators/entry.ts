// Getting in: a name, a password and a code, judged together so that a guesser does not learn which of them was wrong.
import { createHash, randomBytes } from 'node:crypto';
import { refuse } from '@tidemark/contract/errors.ts';
import { operatorCookie, operatorSession as rule, type OperatorRole } from '@tidemark/contract/operators.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newId, newToken } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import type { Person, Store } from './store.ts';
import { matchCode, toBase32 } from './totp.ts';
import type { Vault } from './vault.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** The same work for a name that does not exist (null). */
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
/** So that a name without an operator takes as long. */
const dummySecret = 'A'.repeat(32);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface EntryDeps {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly guesses: Guesses;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
}

export type Entry = ReturnType<typeof createEntry>;

export function createEntry({ store, passwords, guesses, clock, log, vault }: EntryDeps) {
  /** Counted before it is judged: of many at once no more get through. */
  const spend = async (key: string, guess: GuessRule): Promise<void> => {
    const now = clock.now();
    const waitUntil = await guesses.spend(key, guess, { now, forgottenBefore: now - guessMemoryMs });
    if (waitUntil !== null) refuse('tooManyGuesses', { seconds: Math.max(1, Math.ceil((waitUntil - now) / 1000)) });
  };

  const open = async (person: Person): Promise<{ person: Person; token: string }> => {
    const token = newToken(32);
    await store.openSession(hashOf(token), person.id, new Date(clock.now()));
    return { person, token };
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
      const secret = person ? vault.open(person.secret, person.id) : null;
      if (person && secret === null)
        log.error(
          { room: 'operators', who: name },
          'the second factor cannot be read: OPERATOR_KEY is another than the one it was sealed with',
        );
      const step = matchCode(secret ?? dummySecret, typed.code, clock.now());
      if (!person || secret === null || !isPassword || step === null || !(await store.spendStep(person.id, step)))
        return refuse('wrongCredentials');
      await guesses.settle(own, [fromNetwork, ofName]);
      return open(person);
    },

    /** The provider says who it is and the settings say what they may do, with every sign-in anew. */
    async enterVouched({ vouchedAs, name, role }: { vouchedAs: string; name: string; role: OperatorRole }) {
      const found = await store.byVouched(vouchedAs);
      if (found?.isDisabled) return refuse('notAllowed');
      if (found) {
        if (found.role !== role) await store.setRole(found.id, role);
        return open({ ...found, role });
      }
      const id = newId();
      // No person knows these two: the provider is their only way in.
      const secret = vault.seal(toBase32(randomBytes(20)), id);
      const passwordHash = await passwords.hash(newToken(32));
      const isNew = await store.add({ id, name, role, passwordHash, secret, vouchedAs, createdAt: new Date(clock.now()) });
      // The name belongs to another operator, or the same person signs in from two tabs.
      const person = await store.byVouched(vouchedAs);
      if (!isNew && !person) log.warn({ room: 'operators', who: name }, 'the provider vouches for a name that somebody else has here');
      return open(person ?? refuse('notAllowed'));
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
