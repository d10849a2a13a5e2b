// A backup a day into a folder, the oldest ones taken away. Only whole ones count: one that failed is tried again at the next look, and
// nothing is removed for it. Of several processes with the same folder one does it.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Metrics } from '#platform/metrics.ts';
import { tryFileLock } from '../file-lock.ts';
import { backupDatabase } from './backup-database.ts';
import type { WhichDatabase } from './reach-database.ts';

export interface DailyBackups extends WhichDatabase {
  /** Where to, and how many are kept; null = none is made. */
  readonly backups: { readonly folder: string; readonly keep: number } | null;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

const dayMs = 24 * 3_600_000;
const lookEveryMs = 600_000;
/** A process that is told to stop waits no longer for one; what it leaves behind is taken away at the next look. */
const stopGraceMs = 3_000;

/** Seconds are enough: there is one a day. Sorted by name they are sorted by age. */
const nameAt = (ms: number): string => `tidemark-${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`;
const namePattern = /^tidemark-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
const unfinishedPattern = /^tidemark-\d{8}T\d{6}Z\.backup\.unfinished$/;
const timeOf = (name: string): number => Date.parse(name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z'));

/** Answers how to end them. */
export function startDailyBackups({ backups, clock, metrics, ...database }: DailyBackups): () => Promise<void> {
  const { log } = database;
  const jobs = createJobs({ clock, log, room: 'backup' });
  // Without a label it would say 0, which is a backup of this moment, before there is any.
  const age = metrics.gauge('backup_age_seconds', 'Age of the newest whole backup in the folder', ['folder']);
  if (backups === null) return async () => {};
  const { folder, keep } = backups;
  const kept = async () => (await readdir(folder)).filter((name) => namePattern.test(name)).toSorted();
  const tellAge = async () => {
    const newest = (await kept().catch(() => [])).at(-1);
    age.set({ folder }, newest === undefined ? Infinity : (clock.now() - timeOf(newest)) / 1000);
  };

  /** False while another process is at it. */
  const look = async (): Promise<boolean> => {
    const release = tryFileLock(join(folder, 'backup.lock'));
    if (release === null) return false;
    try {
      for (const name of await readdir(folder)) if (unfinishedPattern.test(name)) await rm(join(folder, name));
      const newest = (await kept()).at(-1);
      if (newest !== undefined && clock.now() - timeOf(newest) < dayMs) return true;
      const name = nameAt(clock.now());
      const { tables, rows } = await backupDatabase({ ...database, file: join(folder, name) });
      const tooOld = (await kept()).slice(0, -keep);
      for (const old of tooOld) await rm(join(folder, old));
      log.info({ room: 'backup', file: name, tables, rows, removed: tooOld }, 'a backup was made');
      return true;
    } finally {
      release();
    }
  };

  const turn = async () => {
    let isOurs = true;
    try {
      isOurs = await look();
    } finally {
      // A process that was not let in knows nothing yet of the backup that is being made.
      if (isOurs) await tellAge();
    }
  };
  void jobs.every(lookEveryMs, 'the daily backup', turn)();
  return () => jobs.stop(stopGraceMs);
}
