// A clock that tests turn by hand.
import type { Clock } from '../clock.ts';

export interface HandClock extends Clock {
  /** Moves time forward, running what falls due, in order. */
  advance(ms: number): void;
}

interface Job {
  readonly fn: () => void;
  /** null = once. */
  readonly everyMs: number | null;
  at: number;
}

export function createHandClock(startMs: number): HandClock {
  let now = startMs;
  const jobs = new Set<Job>();
  const add = (job: Job) => {
    jobs.add(job);
    return () => void jobs.delete(job);
  };
  const firstUntil = (end: number) =>
    [...jobs].filter((job) => job.at <= end).reduce<Job | null>((first, job) => (first && first.at <= job.at ? first : job), null);
  return {
    now: () => now,
    every: (ms, fn) => add({ fn, everyMs: ms, at: now + ms }),
    after: (ms, fn) => add({ fn, everyMs: null, at: now + ms }),
    advance(ms) {
      const end = now + ms;
      for (let job = firstUntil(end); job; job = firstUntil(end)) {
        now = job.at;
        if (job.everyMs === null) jobs.delete(job);
        else job.at += job.everyMs;
        job.fn();
      }
      now = end;
    },
  };
}
