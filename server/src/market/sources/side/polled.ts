// A fact of the outside world that is asked for now and then. The last good answer stands, with its moment, while the other side
// fails; every failure makes the next try wait longer, and a word from the other side to wait is obeyed.
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { FetchFailure } from './fetch-text.ts';

export interface Known<T> {
  readonly value: T;
  /** When it was had, ms. */
  readonly at: number;
}

export interface Polled<T> {
  /** Whose data it is, for attribution. */
  readonly source: string;
  /** null = never had. */
  latest(): Known<T> | null;
  onChange(listener: (known: Known<T>) => void): () => void;
  start(): void;
  stop(): void;
}

/** The other side said something that is not what it should be. */
export class BadAnswer extends Error {}

export interface SideCounts {
  ended(source: string, outcome: string): void;
  had(source: string, ms: number): void;
}

export function createSideCounts(metrics: Metrics): SideCounts {
  const calls = metrics.counter('side_source_calls_total', 'Questions to side sources, by source and outcome', ['source', 'outcome']);
  const hadAt = metrics.gauge('side_source_time_seconds', 'When a side source last gave a good answer, seconds since 1970', ['source']);
  return { ended: (source, outcome) => calls.inc({ source, outcome }), had: (source, ms) => hadAt.set({ source }, ms / 1_000) };
}

export interface PolledDeps<T> {
  readonly name: string;
  readonly source: string;
  readonly everyMs: number;
  /** Throws BadAnswer or FetchFailure; undefined = nothing new. */
  readonly load: () => Promise<T | undefined>;
  readonly clock: Clock;
  readonly log: Log;
  readonly counts: SideCounts;
}

const firstWaitMs = 5_000;
const longestWaitMs = 15 * 60_000;

export function createPolled<T>({ name, source, everyMs, load, clock, log, counts }: PolledDeps<T>): Polled<T> {
  const listeners = new Set<(known: Known<T>) => void>();
  let known: Known<T> | null = null;
  let failures = 0;
  let isRunning = false;
  let cancel = () => {};

  const ask = async (): Promise<number> => {
    try {
      const value = await load();
      failures = 0;
      counts.ended(name, 'ok');
      counts.had(name, clock.now());
      if (value !== undefined || known) {
        const had: Known<T> = { value: value ?? known!.value, at: clock.now() };
        known = had;
        if (value !== undefined) for (const listener of listeners) listener(had);
      }
      return everyMs;
    } catch (error) {
      failures++;
      const outcome = error instanceof FetchFailure ? error.outcome : error instanceof BadAnswer ? 'badAnswer' : 'other';
      counts.ended(name, outcome);
      log.warn({ err: error, source: name, failures }, 'a side source could not be read; the last good answer stands');
      const asked = error instanceof FetchFailure ? error.retryAfterMs : null;
      return Math.min(longestWaitMs, Math.max(asked ?? 0, firstWaitMs * 2 ** (failures - 1)));
    }
  };

  const run = () => {
    void ask().then((waitMs) => {
      if (isRunning) cancel = clock.after(waitMs, run);
    });
  };

  return {
    source,
    latest: () => known,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      if (isRunning) return;
      isRunning = true;
      run();
    },
    stop() {
      isRunning = false;
      cancel();
    },
  };
}
