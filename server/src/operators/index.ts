// The operators who run the site: who they are, their sessions, what they changed.
// Owns operator, operator_session and operator_log. Promises: no session without a password and a code that was never used before;
// a role is asked for with every call; there is no change without a note of who made it, and what it found can be put back as long as
// no later change was made to it; the last owner stays. Refuses guesses beyond a few with waits that grow. Knows no other room: what it
// changes there is handed over by the assembly.
import { operatorSession as sessionRule } from '@tidemark/contract/operators.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { createAccess, type Access } from './access.ts';
import { createCalls, type OperatorParts } from './calls.ts';
import type { Desks } from './desks.ts';
import { createEntry, type Guesses, type Passwords } from './entry.ts';
import type { Provider } from './provider.ts';
import { createStore } from './store.ts';
import { createVault } from './vault.ts';

export interface OperatorsDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly siteName: string;
  readonly passwords: Passwords;
  readonly guesses: Guesses;
  readonly desks: Desks;
  /** Seals the second factors; null = none is set. */
  readonly key: string | null;
  readonly provider: Provider | null;
}

export interface Operators extends OperatorParts {
  readonly access: Access;
  /** Seals what an earlier version left open. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const pruneMs = 600_000;

export function createOperators({ db, clock, log, siteName, passwords, guesses, desks, key, provider }: OperatorsDeps): Operators {
  const store = createStore(db.orm);
  const vault = createVault(key);
  const access = createAccess({ store, passwords, clock, siteName, vault });
  const entry = createEntry({ store, passwords, guesses, clock, log, vault });
  const jobs = createJobs({ clock, log, room: 'operators' });
  return {
    ...createCalls({ store, entry, access, desks, provider, clock, log }),
    access,
    async start() {
      const plain = await store.withPlainSecret();
      if (!vault.hasKey && plain.length > 0)
        log.warn({ room: 'operators' }, 'second factors of operators stand in the database as they are: set OPERATOR_KEY');
      if (vault.hasKey) for (const { id, secret } of plain) await store.replaceSecret(id, secret, vault.seal(secret, id));
      jobs.every(pruneMs, 'removing old sessions', () => store.pruneSessions(new Date(clock.now() - sessionRule.wholeMs)));
    },
    stop: () => jobs.stop(),
  };
}

/** Whether any operator may use the console. */
export const hasOperators = async (db: Pick<Database, 'orm'>): Promise<boolean> => createStore(db.orm).hasAny();

/** For the command that lets the first owner in, before any process runs. */
export const openAccess = ({
  db,
  clock,
  siteName,
  passwords,
  key,
}: Pick<OperatorsDeps, 'db' | 'clock' | 'siteName' | 'key'> & { passwords: Pick<Passwords, 'hash'> }): Access =>
  createAccess({ store: createStore(db.orm), passwords, clock, siteName, vault: createVault(key) });
