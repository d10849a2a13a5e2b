// The database that a backup is taken of or restored into, as it is: nothing is migrated, and nothing made where there was nothing.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '#platform/log.ts';
import { databaseName, roleName } from '../cluster.ts';
import { connectionGuards } from '../connection-guards.ts';
import { startEmbedded } from '../embedded.ts';
import { endClient } from '../end-client.ts';
import { DataDirInUse } from '../errors.ts';
import { createPool } from '../pool.ts';
import { reach } from '../reach.ts';
import { BackupRefused } from './archive-format.ts';

export interface WhichDatabase {
  /** null = built in. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: Log;
  readonly onStep?: (step: string) => void;
}

export interface ReachedDatabase {
  readonly connection: pg.ClientConfig;
  release(): Promise<void>;
}

export async function reachDatabase(
  { databaseUrl, dataDir, log, onStep = () => {} }: WhichDatabase,
  use: 'backup' | 'restore',
): Promise<ReachedDatabase> {
  if (databaseUrl !== null) {
    const connection = { ...connectionGuards, connectionString: databaseUrl };
    const connections = createPool(connection, log, 1);
    try {
      await reach(connections.pool, databaseUrl, onStep);
    } finally {
      await connections.end(0);
    }
    return { connection, release: async () => {} };
  }
  if (use === 'backup' && !existsSync(join(dataDir, 'postgres'))) throw new BackupRefused(`There is no database in ${dataDir} (DATA_DIR).`);
  try {
    const embedded = await startEmbedded({ dataDir, log, onStep });
    return { connection: { ...connectionGuards, ...embedded.connection }, release: () => embedded.stop() };
  } catch (error) {
    if (use === 'backup' && error instanceof DataDirInUse)
      return { connection: { ...connectionGuards, ...runningConnection(dataDir) }, release: async () => {} };
    throw error;
  }
}

/** A backup is taken beside the site that runs on the folder: through its socket, with its password. */
function runningConnection(dataDir: string): pg.ClientConfig {
  try {
    const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
    return { host: realpathSync(join(dataDir, 'run')), user: roleName, password, database: databaseName };
  } catch (error) {
    throw new BackupRefused(
      `The running database in ${dataDir} cannot be reached (${(error as NodeJS.ErrnoException).code}); ask again as the user ` +
        'who runs the site.',
      { cause: error },
    );
  }
}

/** A connection for as long as the work takes, with the settings under which values are written the same everywhere. */
export async function withConnection<T>(connection: pg.ClientConfig, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: name,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  // The query gets the error; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query("set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3");
    return await work(client);
  } finally {
    await endClient(client);
  }
}

export const quoted = (name: string): string => `public.${pg.escapeIdentifier(name)}`;
