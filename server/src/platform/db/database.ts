// The one door to Postgres: built in (nothing to install, everything in DATA_DIR) or outside (DATABASE_URL). Rooms
// see no difference. Owns connections and migrations; promises that a commit is on disk, that a second instance on
// the same folder is refused, that kill -9 loses no acknowledged row and needs no repair; refuses to open half.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { databaseAwayOf } from './away.ts';
import { connectionGuards } from './connection-guards.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { reach } from './reach.ts';

export { DataDirInUse, DatabaseUnreachable, SchemaTooNew } from './errors.ts';

export interface Database {
  readonly orm: NodePgDatabase;
  readonly pool: pg.Pool;
  /** Connections that pages and calls cannot use up: for notices, which must leave whatever else is asked. */
  readonly reserved: Pick<Database, 'orm' | 'pool'>;
  /** For whoever needs a connection outside the pool: one that holds locks, one in another thread. */
  readonly connection: pg.ClientConfig;
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

export interface OpenDatabase {
  /** null = built in. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly poolSize?: number;
  /** True = tables that a newer version has brought up to date are no reason to refuse. */
  readonly allowNewerSchema?: boolean;
  readonly log: Log;
  /** How many connections are reserved, beside the others. */
  readonly reservedPoolSize?: number;
  /** Told what is being done, in words for the person who waits. */
  readonly onStep?: (step: string) => void;
}

const closeGraceMs = 1_000;
const reachableWithinMs = 1_000;

export async function openDatabase({
  databaseUrl,
  dataDir,
  poolSize,
  reservedPoolSize = 4,
  allowNewerSchema = false,
  log,
  onStep = () => {},
}: OpenDatabase): Promise<Database> {
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log, onStep }) : null;
  const connection = { ...connectionGuards, ...(embedded?.connection ?? { connectionString: databaseUrl! }) };
  const connections = createPool(connection, log, poolSize);
  const { pool } = connections;
  // Opened when first used: a process that sends no notices has none of them.
  const reserved = createPool(connection, log, reservedPoolSize);

  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      await Promise.all([connections.end(closeGraceMs), reserved.end(closeGraceMs)]);
      await embedded?.stop();
    })());

  try {
    if (databaseUrl !== null) await reach(pool, databaseUrl, onStep);
    await migrate({ connection, allowNewerSchema, log, onStep });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    orm: drizzle(pool),
    pool,
    reserved: { orm: drizzle(reserved.pool), pool: reserved.pool },
    connection,
    async isReachable() {
      try {
        await pool.query({ text: 'select 1', query_timeout: reachableWithinMs } as pg.QueryConfig);
        return true;
      } catch (error) {
        return databaseAwayOf(error)?.isBusy === true;
      }
    },
    close,
  };
}
