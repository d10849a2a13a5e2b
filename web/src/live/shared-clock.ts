// One timer for all ages on the page, however many cells show one. Runs only while somebody looks.
import { systemTimers, type Timers } from './timers.ts';

export interface SharedClock {
  /** The time at the last tick, the same for everybody who asks between two ticks. */
  read(): number;
  watch(everyMs: number, fn: () => void): () => void;
}

export function createSharedClock({ now, timers = systemTimers }: { now: () => number; timers?: Timers }): SharedClock {
  const watchers = new Set<{ readonly everyMs: number; dueAt: number; readonly fn: () => void }>();
  let current = now();
  let cancel: (() => void) | null = null;

  function plan() {
    cancel?.();
    cancel = null;
    if (watchers.size === 0) return;
    const dueAt = Math.min(...[...watchers].map((watcher) => watcher.dueAt));
    cancel = timers.after(Math.max(0, dueAt - timers.now()), tick);
  }

  function tick() {
    const at = timers.now();
    current = now();
    for (const watcher of [...watchers]) {
      if (watcher.dueAt > at) continue;
      // Late timers (a hidden page) do not make up for what they missed.
      watcher.dueAt = at + watcher.everyMs;
      watcher.fn();
    }
    plan();
  }

  return {
    read: () => current,
    watch(everyMs, fn) {
      // On whole multiples, so that watchers of one pace share their ticks.
      const at = timers.now();
      const watcher = { everyMs, dueAt: at - (at % everyMs) + everyMs, fn };
      if (watchers.size === 0) current = now();
      watchers.add(watcher);
      plan();
      return () => {
        watchers.delete(watcher);
        plan();
      };
    },
  };
}
