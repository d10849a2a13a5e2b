// One timer for all ages on the page, however many cells show one. Runs only while a cell watches it.
import { systemTimers, type Timers } from './timers.ts';

export interface SharedClock {
  /** The time at the last tick, the same for every reader between two ticks. */
  read(): number;
  watch(everyMs: number, fn: () => void): () => void;
}

export function createSharedClock({ now, timers = systemTimers }: { now: () => number; timers?: Timers }): SharedClock {
  const watchers = new Set<{ readonly everyMs: number; dueAt: number; readonly fn: () => void }>();
  let current = now();
  let planned: { readonly at: number; cancel(): void } | null = null;

  /** Browsers charge dearly for a timer set and cleared, and a page of rows comes to look at once: only the first sets one. */
  function plan(dueAt: number) {
    if (planned && planned.at <= dueAt) return;
    planned?.cancel();
    planned = { at: dueAt, cancel: timers.after(Math.max(0, dueAt - timers.now()), tick) };
  }

  function rest() {
    planned?.cancel();
    planned = null;
  }

  function tick() {
    planned = null;
    const at = timers.now();
    current = now();
    for (const watcher of [...watchers]) {
      if (watcher.dueAt > at) continue;
      // Late timers (a hidden page) do not make up for what they missed.
      watcher.dueAt = at + watcher.everyMs;
      watcher.fn();
    }
    for (const { dueAt } of watchers) plan(dueAt);
  }

  return {
    read: () => current,
    watch(everyMs, fn) {
      // On whole multiples, so that watchers of one pace share their ticks.
      const at = timers.now();
      const watcher = { everyMs, dueAt: at - (at % everyMs) + everyMs, fn };
      if (watchers.size === 0) current = now();
      watchers.add(watcher);
      plan(watcher.dueAt);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) rest();
      };
    },
  };
}
