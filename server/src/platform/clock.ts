// Time is a dependency. Rooms get a Clock; tests turn one by hand.

export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Runs fn every ms until the returned function is called. Never keeps the process alive. */
  every(ms: number, fn: () => void): () => void;
  after(ms: number, fn: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  every(ms, fn) {
    const timer = setInterval(fn, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Time that only goes forward, even when the clock is set: for what is due after a while. */
export interface Stopwatch {
  /** ms since some moment. */
  elapsed(): number;
  /** As that of a clock. */
  after(ms: number, fn: () => void): () => void;
}

export const systemStopwatch: Stopwatch = { elapsed: () => performance.now(), after: systemClock.after };

export const waitOn = (stopwatch: Stopwatch, ms: number): Promise<void> => new Promise((resolve) => void stopwatch.after(ms, resolve));

export interface HandClock extends Clock {
  /** Moves time forward, running what falls due, in order. */
  advance(ms: number): void;
}

export function createHandClock(startMs: number): HandClock {
  let now = startMs;
  let nextId = 0;
  const due = new Map<number, { at: number; everyMs: number | null; fn: () => void }>();
  const add = (at: number, everyMs: number | null, fn: () => void) => {
    const id = nextId++;
    due.set(id, { at, everyMs, fn });
    return () => void due.delete(id);
  };
  return {
    now: () => now,
    every: (ms, fn) => add(now + ms, ms, fn),
    after: (ms, fn) => add(now + ms, null, fn),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        let first: [number, { at: number; everyMs: number | null; fn: () => void }] | undefined;
        for (const entry of due) if (entry[1].at <= end && (!first || entry[1].at < first[1].at)) first = entry;
        if (!first) break;
        const [id, job] = first;
        now = job.at;
        if (job.everyMs === null) due.delete(id);
        else job.at += job.everyMs;
        job.fn();
      }
      now = end;
    },
  };
}
