// The accounts that are asked about again and again: every page of a logged-in person asks who they are. Kept for seconds;
// dropped at once by a change made through this room, in this process or, told by the bus, in another.
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { accountChanged } from '#topics.ts';
import type { ShownAccount } from './store.ts';

export interface AccountCache {
  /** At most a few seconds old. */
  get(id: string): Promise<ShownAccount | null>;
  /** After the commit. */
  changed(id: string): void;
  stop(): void;
}

const freshMs = 5_000;
const maxAccounts = 10_000;

export function createAccountCache({ load, bus, clock }: { load: (id: string) => Promise<ShownAccount | null>; bus: Bus; clock: Clock }): AccountCache {
  // The promise itself is kept: many who ask at once wait for one query, and one that is dropped meanwhile is not put back.
  const kept = new Map<string, { readonly at: number; readonly loading: Promise<ShownAccount | null> }>();
  const stopListening = bus.subscribe(accountChanged, ({ userId }) => void kept.delete(userId));
  return {
    get(id) {
      const known = kept.get(id);
      if (known && clock.now() - known.at < freshMs) return known.loading;
      kept.delete(id);
      const entry = { at: clock.now(), loading: load(id) };
      kept.set(id, entry);
      entry.loading.catch(() => kept.get(id) === entry && kept.delete(id));
      // A Map keeps the order of entry, so the first is the oldest.
      if (kept.size > maxAccounts) kept.delete(kept.keys().next().value!);
      return entry.loading;
    },
    changed(id) {
      kept.delete(id);
      bus.publish(accountChanged, { userId: id });
    },
    stop: stopListening,
  };
}
