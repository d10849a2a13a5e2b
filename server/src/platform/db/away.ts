// The database cannot be asked now: told apart, in this one place, from a statement of ours that it refuses. What it was doing
// when it went is remembered, so that no caller is told "not done" of a change that may stand.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Its message holds no values of any query. */
export class DatabaseAway extends Error {
  /** An SQLSTATE or a code of the system, where there was one. */
  readonly code: string | undefined;
  /** It went while a change was being committed, or after one was: whether it stands has to be looked up. */
  readonly isUnclear: boolean;
  /** It answers others: every connection to it was in use for too long. */
  readonly isBusy: boolean;

  constructor(reason: unknown, isUnclear: boolean, isBusy = false) {
    super(
      `the database is ${isBusy ? 'busy' : 'away'}${isUnclear ? ', and what was being saved may be saved' : ''}: ` +
        (reason instanceof Error && reason.message ? reason.message : 'it cannot be reached'),
      { cause: reason },
    );
    this.name = 'DatabaseAway';
    this.code = codeOf(reason);
    this.isUnclear = isUnclear;
    this.isBusy = isBusy;
  }
}

/** However deep a query builder or a room has wrapped it. */
export function databaseAwayOf(error: unknown): DatabaseAway | null {
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth++)
    if (one instanceof DatabaseAway) return one;
  return null;
}

// A host with several addresses fails with one error for each, wrapped in one without a message.
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return (error as { code?: string } | undefined)?.code;
}

interface Saved {
  hasCommitted: boolean;
}
const savedHere = new AsyncLocalStorage<Saved>();

/** Taken by a connection when it sends a change, called when the server has acknowledged it: by then the caller's context is gone. */
export const commitNote = (): (() => void) => {
  const saved = savedHere.getStore();
  return () => {
    if (saved) saved.hasCommitted = true;
  };
};

/** One piece of work for one person: when the database goes in the middle of it, what was committed before counts as well. */
export async function asOneWork<T>(work: () => Promise<T>): Promise<T> {
  const saved: Saved = { hasCommitted: false };
  try {
    return await savedHere.run(saved, work);
  } catch (error) {
    const away = databaseAwayOf(error);
    throw away && saved.hasCommitted && !away.isUnclear ? new DatabaseAway(away.cause, true, away.isBusy) : error;
  }
}
