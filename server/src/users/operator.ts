// What operators see and set of an account: what the exchange behind it knows of a person, and whether they may come in.
import { emailKey } from '@tidemark/contract/accounts.ts';
import type { UserInfo } from '@tidemark/contract/users.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { AccountCache } from './account-cache.ts';
import type { OperatorChange } from './operator-change.ts';
import { showUser } from './rules.ts';
import type { Sessions } from './sessions.ts';
import type { Store } from './store.ts';

export interface UsersOperator {
  /** By the number that a person calls their user ID; null: there is no such account. */
  one(number: number): Promise<UserInfo | null>;
  byEmail(email: string): Promise<UserInfo | null>;
  /** Everywhere; answers how many there were. null: there is no such account. */
  endSessions(number: number): Promise<number | null>;
  /** What is left out stays. Shows at once; an account that is frozen loses its sessions. */
  set(number: number, change: OperatorChange): Promise<UserInfo | null>;
}

interface Deps {
  readonly store: Store;
  readonly accounts: Pick<AccountCache, 'changed'>;
  readonly sessions: Pick<Sessions, 'catchUp' | 'end'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createOperator({ store, accounts, sessions, clock, log }: Deps): UsersOperator {
  const shown = async (id: string | null): Promise<UserInfo | null> => {
    const found = id === null ? undefined : (await store.shownAccounts([id])).get(id);
    return found ? showUser(found.account, found.hasSubAccounts) : null;
  };
  return {
    one: async (number) => shown(await store.idOfNumber(number)),
    byEmail: async (email) => shown((await store.accountByEmail(emailKey(email)))?.id ?? null),
    async endSessions(number) {
      const accountId = await store.idOfNumber(number);
      return accountId === null ? null : sessions.end({ accountId });
    },
    async set(number, change) {
      const id = await store.setByOperator(number, change, new Date(clock.now()));
      if (id === null) return null;
      accounts.changed(id);
      if (change.frozen) await sessions.catchUp();
      // Which fields, and not their values: a name does not belong in the log.
      log.info({ room: 'users', userId: id, fields: Object.keys(change) }, 'the operator has changed an account');
      return shown(id);
    },
  };
}
