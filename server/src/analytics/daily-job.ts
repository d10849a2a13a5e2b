// Work that must have been done since some time ago: at start, and again and again. A failure is told and tried again at
// the next turn; what was known before stays.
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

export interface DailyJob {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends with the run that goes on now, whatever comes of it. */
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
  let current: Promise<void> | null = null;
  let ranAt: number | null = null;
  const ending = new AbortController();
  let cancel = () => {};

  const runOnce = () => {
    if (ending.signal.aborted) return;
    current ??= run(ending.signal)
      .then(() => {
        ranAt = clock.now();
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error, room: 'analytics' }, `${name} could not be computed`);
      })
      .finally(() => (current = null));
  };

  return {
    // Nobody waits: the site opens with what it knows.
    async start() {
      cancel = clock.every(everyMs, runOnce);
      runOnce();
    },
    async stop() {
      ending.abort();
      cancel();
      await current;
    },
    running: async () => void (await current),
    ranAt: () => ranAt,
  };
}
