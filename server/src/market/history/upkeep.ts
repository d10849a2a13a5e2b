// What is done for a kept table beside reading and writing it: the months are turned, and what is in its former table is moved, a piece at
// a time so that no query waits for it.
import type { Clock } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { KeptTable } from './kept-table.ts';
import { storeOr } from './read-through.ts';

export interface Upkeep {
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly store: Pick<KeptTable, 'turnMonths' | 'moveSome'>;
  /** What the table holds, for the log. */
  readonly what: string;
}

const everyMs = 3_600_000;
const movedEveryMs = 1_000;

export function startUpkeep({ clock, log, jobs, store, what }: Upkeep): void {
  let [isMoving, isOver] = [false, false];
  jobs.onStop(() => (isOver = true));

  /** Where it fails, the next hour goes on. */
  const moveSome = async (): Promise<void> => {
    isMoving = await storeOr(log, false, () => store.moveSome(clock.now()));
    if (isOver) isMoving = false;
    if (isMoving) jobs.after(movedEveryMs, `moving ${what}`, moveSome);
  };
  const keepUp = async (): Promise<void> => {
    await storeOr(log, 0, () => store.turnMonths(clock.now()));
    if (isMoving || isOver) return;
    isMoving = true;
    await moveSome();
  };
  void jobs.every(everyMs, `turning the months of ${what}`, keepUp)();
}
