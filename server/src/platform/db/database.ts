// The one door to Postgres: built in (nothing to install, everything in DATA_DIR) or outside (DATABASE_URL). Rooms
// see no difference. Owns connections and migrations; promises that a commit is on disk, that a second instance on
// the same folder is refused, that kill -9 loses no acknowledged row and needs no repair; refuses to open half.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { databaseAwayOf } from './away.ts';
import { connectionGuards } from './connection-guards.ts';
import { startEmbedded } from './embedded.ts';
import { endClient } from './end-client.ts';
import { migrate } from './migrate.ts';
import { tellPools } from './pool-figures.ts';
import { createPool } from './pool.ts';
import { reach } from './reach.ts';
import type { WatchedPool } from './watched-pool.ts';

export { DataDirInUse, DatabaseUnreachable, SchemaTooNew } from './errors.ts';

export interface Database {
  readonly orm: NodePgDatabase;
  readonly pool: pg.Pool;
  /** Connections that pages and calls cannot use up: for notices, which must leave under any load. */
  readonly reserved: Pick<Database, 'orm' | 'pool'>;
  /** For callers that need a connection outside the pool: one that holds locks, one in another thread. */
  readonly connection: pg.ClientConfig;
  /** What it says of itself now. Rejects when it cannot be asked. */
  look(): Promise<DatabaseLook>;
  close(): Promise<void>;
}

export interface DatabaseLook {
  readonly isReadOnly: boolean;
  readonly isFull: boolean;
  /** Why it takes no new connections although those that are open go on; null = it does. */
  readonly certificateProblem: string | null;
  /** Its clock, as ms since 1970. */
  readonly now: number;
}

export interface OpenDatabase {
  /** null = built in. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly poolSize?: number;
  /** True = tables that a newer version has brought up to date are no reason to refuse. */
  readonly allowNewerSchema?: boolean;
  readonly log: Log;
  readonly metrics?: Metrics;
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
  metrics,
  onStep = () => {},
}: OpenDatabase): Promise<Database> {
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log, onStep }) : null;
  const connection = { ...connectionGuards, ...(embedded?.connection ?? { connectionString: databaseUrl! }) };
  const connections = createPool(connection, log, poolSize);
  const { pool } = connections;
  // Opened when first used: a process that sends no notices has none of them.
  const reserved = createPool(connection, log, reservedPoolSize);

  if (metrics) tellPools(metrics, { shared: pool, reserved: reserved.pool });

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
    async look() {
      for (const one of [pool, reserved.pool]) {
        if (!one.hasRoom) one.hasRoom = await findsRoom(one);
        if (one.certificateProblem !== null && (await connects(connection))) one.certificateProblem = null;
      }
      const { rows } = await pool.query<Pick<DatabaseLook, 'isReadOnly' | 'now'>>({
        text: lookText,
        query_timeout: reachableWithinMs,
      } as pg.QueryConfig);
      return {
        ...rows[0]!,
        isFull: !pool.hasRoom || !reserved.pool.hasRoom,
        certificateProblem: pool.certificateProblem ?? reserved.pool.certificateProblem,
      };
    },
    close,
  };
}

/** Whether a new connection can be had. */
async function connects(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: reachableWithinMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await endClient(client);
  }
}

const lookText = `
  select current_setting('transaction_read_only') = 'on' as "isReadOnly", (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
/** A page of its own and not one that is half empty; gone at the end of the statement. */
const askForRoom = 'create temporary table room on commit drop as select repeat(md5(n::text), 30) from generate_series(1, 20) n';
async function findsRoom(pool: WatchedPool): Promise<boolean> {
  try {
    await pool.query(askForRoom);
  } catch (error) {
    const away = databaseAwayOf(error);
    if (away?.code === '53100') return false;
    if (away) throw error;
    // It may not make tables: the next change says whether there is room.
  }
  return true;
}
