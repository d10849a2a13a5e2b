// Settings of other rooms that are kept beside those of the site, so that one console changes them all. Each room says what is wrong with
// a value of its own; a row that makes no sense leaves the last good one and is told once.
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { createStore } from './store.ts';

export interface RoomSetting {
  /** The value that holds where none is set. */
  readonly usual: unknown;
  /** In a few words; null: nothing is wrong. */
  problem(value: unknown): string | null;
}

export interface RoomSettings {
  readonly known: ReadonlyMap<string, RoomSetting>;
  /** What was set and can be used; null: nothing. The same object until it is another value. */
  value(key: string): unknown;
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const refreshMs = 30_000;

export function createRoomSettings({
  db,
  clock,
  log,
  known,
}: {
  db: Pick<Database, 'orm'>;
  clock: Clock;
  log: Log;
  known: ReadonlyMap<string, RoomSetting>;
}): RoomSettings {
  const store = createStore(db.orm);
  const values = new Map<string, { readonly text: string; readonly value: unknown }>();
  const told = new Set<string>();
  const jobs = createJobs({ clock, log, room: 'site' });

  const refresh = async () => {
    const rows = await store.loadSettings();
    for (const [key, { problem }] of known) {
      const value = rows.get(key);
      if (value === undefined) values.delete(key);
      const text = JSON.stringify(value);
      if (value === undefined || values.get(key)?.text === text) continue;
      const wrong = problem(value);
      if (wrong === null) values.set(key, { text, value });
      else if (!told.has(`${key} ${text}`)) {
        told.add(`${key} ${text}`);
        log.warn({ room: 'site', problem: wrong }, `site setting '${key}' is left out`);
      }
    }
  };
  return {
    known,
    value: (key) => values.get(key)?.value ?? null,
    refresh,
    async start() {
      await refresh();
      jobs.every(refreshMs, 'reading settings of other rooms', refresh);
    },
    stop: jobs.stop,
  };
}
