// The accounts that are asked about again and again: every page of a logged-in user asks who they are. Kept for seconds;
// dropped at once by a change made through this room, in this process or, told by the bus, in another. Nothing of a session is
// kept here: whether it still lives is asked anew by every call, so an ended one is refused however fresh the account is.
// Accounts that are not kept are read together: however many are asked for meanwhile, one query is under way.
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { accountChanged } from '#topics/index.ts';
import type { ShownAccount } from './store.ts';

export interface AccountCache {
  /** At most a few seconds old. */
  get(id: string): Promise<ShownAccount | null>;
  /** What get would answer, where nothing has to be waited for; null: it has. */
  peek(id: string): ShownAccount | null;
  /** After the commit. */
  changed(id: string): void;
  stop(): void;
}

const freshMs = 5_000;
const maxAccounts = 10_000;

interface Deps {
  readonly load: (ids: readonly string[]) => Promise<ReadonlyMap<string, ShownAccount>>;
  readonly bus: Bus;
  readonly clock: Clock;
}

interface Kept {
  readonly at: number;
  readonly loading: Promise<ShownAccount | null>;
  loaded: ShownAccount | null;
}

interface Batch {
  readonly ids: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, ShownAccount>>;
  readonly answer: (rows: Promise<ReadonlyMap<string, ShownAccount>>) => void;
}

/** Single questions, few queries: accounts that are asked for while a query is under way go with the next. */
function createReader(load: Deps['load']): (id: string) => Promise<ShownAccount | null> {
  let next: Batch | null = null;
  let isReading = false;
  const start = (batch: Batch) => {
    if (next !== batch || isReading) return;
    next = null;
    isReading = true;
    const rows = load([...batch.ids]);
    batch.answer(rows);
    const goOn = () => {
      isReading = false;
      if (next) start(next);
    };
    rows.then(goOn, goOn);
  };
  return async (id) => {
    if (!next) {
      const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, ShownAccount>>();
      const batch: Batch = { ids: new Set(), rows: promise, answer: resolve };
      next = batch;
      // Reads of the same turn are joined into one query.
      setImmediate(() => start(batch));
    }
    const { ids, rows } = next;
    ids.add(id);
    return (await rows).get(id) ?? null;
  };
}

export function createAccountCache({ load, bus, clock }: Deps): AccountCache {
  const read = createReader(load);
  // The promise itself is kept: callers at the same moment wait for one query, and one that is dropped meanwhile is not put back.
  const kept = new Map<string, Kept>();
  const stopListening = bus.subscribe(accountChanged, ({ userId }) => void kept.delete(userId));
  return {
    get(id) {
      const known = kept.get(id);
      if (known && clock.now() - known.at < freshMs) return known.loading;
      kept.delete(id);
      const entry: Kept = { at: clock.now(), loading: read(id), loaded: null };
      kept.set(id, entry);
      entry.loading.then(
        (account) => (entry.loaded = account),
        () => kept.get(id) === entry && kept.delete(id),
      );
      // A Map keeps the order of entry, so the first is the oldest.
      if (kept.size > maxAccounts) kept.delete(kept.keys().next().value!);
      return entry.loading;
    },
    peek(id) {
      const known = kept.get(id);
      return known && clock.now() - known.at < freshMs ? known.loaded : null;
    },
    changed(id) {
      kept.delete(id);
      bus.publish(accountChanged, { userId: id });
    },
    stop: stopListening,
  };
}
