// Time is a dependency: the state machines of this room get Timers, tests turn theirs by hand.

export interface Timers {
  /** ms since 1970. */
  now(): number;
  /** Runs fn once; the returned function cancels it. */
  after(ms: number, fn: () => void): () => void;
}

export const systemTimers: Timers = {
  now: Date.now,
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};
