// Work that must have been done since some time ago: at start, and again and again. A failure is told and tried again at
// the next turn; what was known before stays.
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';

export interface DailyJob {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends with the run that goes on now, whether it succeeds or fails. */
  running(): Promise<void>;
  /** When the last good run ended; null = there was none. */
  ranAt(): number | null;
}

export function createDailyJob({
  clock,
  log,
  name,
  everyMs,
  run,
}: {
  clock: Clock;
  log: Log;
  name: string;
  everyMs: number;
  run: (signal: AbortSignal) => Promise<void>;
}): DailyJob {
  let ranAt: number | null = null;
  const ending = new AbortController();
  const jobs = createJobs({ clock, log, room: 'analytics' });

  const work = async () => {
    try {
      await run(ending.signal);
      ranAt = clock.now();
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
  };

  return {
    // No caller waits for the work: the site opens with what it knows.
    async start() {
      void jobs.every(everyMs, `computing ${name}`, work)();
    },
    async stop() {
      ending.abort();
      await jobs.stop();
    },
    running: jobs.settled,
    ranAt: () => ranAt,
  };
}
