// Brings the tables up to date, one migration after another, each in a transaction of its own so that no table is locked for longer than
// its own change takes. A file whose first line is `-- no transaction` runs statement by statement, for what Postgres allows only there (an
// index made concurrently); each of its statements must be harmless when it is run again. Several processes may start at once: one
// migrates, the others wait for it, however long it takes, and find nothing left to do.
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import pg from 'pg';
import type { Log } from '#platform/log.ts';
import { endClient } from './end-client.ts';
import { SchemaTooNew } from './errors.ts';

export interface Migrate {
  readonly connection: pg.ClientConfig;
  readonly allowNewerSchema?: boolean;
  readonly log: Pick<Log, 'warn'>;
  readonly onStep?: (step: string) => void;
  readonly migrationsFolder?: string;
}

const ourFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Any number, as long as all processes of all versions take the same. */
export const migrationLockKey = 7_214_052_196;
const askAgainMs = 250;
const sayEveryMs = 10_000;
/** Every query on a table queues behind a statement that waits for its lock, so it waits only so long and tries again. */
const lockTimeoutMs = 2_000;
const retryPauseMs = 1_000;
const lockNotAvailable = '55P03';
/** All steps of ours, oldest first. */
export const readMigrations = (migrationsFolder = ourFolder): MigrationMeta[] => readMigrationFiles({ migrationsFolder });
const noTransaction = /^-- no transaction\b/;

export async function migrate({
  connection,
  allowNewerSchema = false,
  log,
  onStep = () => {},
  migrationsFolder = ourFolder,
}: Migrate): Promise<void> {
  const files = readMigrations(migrationsFolder);
  // A connection of its own: a migration may take as long as it takes, and the lock goes with the connection.
  const client = new pg.Client({ ...connection, application_name: 'tidemark migrations', statement_timeout: 0, query_timeout: 0 });
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch(() => {});
  client.on('error', lose);
  try {
    await client.connect();
    await Promise.race([lost, applyAll()]);
  } finally {
    await endClient(client);
  }

  async function applyAll(): Promise<void> {
    await takeTurn();
    await client.query('create schema if not exists drizzle');
    await client.query(
      'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    );
    const { rows } = await client.query<{ newest: number | null }>(
      'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
    );
    const newest = rows[0]!.newest ?? 0;
    if (newest > (files.at(-1)?.folderMillis ?? 0) && !allowNewerSchema) throw new SchemaTooNew(new Date(newest));
    const pending = files.filter(({ folderMillis }) => folderMillis > newest);
    if (pending.length > 0) onStep(`Bringing the tables up to date (${pending.length} ${pending.length === 1 ? 'step' : 'steps'})`);
    for (const file of pending) await apply(file);
  }

  // Asked again and again instead of waited for: a statement that waits would hold up an index that is made concurrently, for ever.
  async function takeTurn(): Promise<void> {
    for (let saidAt = -Infinity; ; await delay(askAgainMs)) {
      const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [migrationLockKey]);
      if (rows[0]!.isOurs) return;
      if (performance.now() - saidAt < sayEveryMs) continue;
      saidAt = performance.now();
      onStep('Waiting: another process is bringing the tables up to date');
    }
  }

  async function apply(file: MigrationMeta): Promise<void> {
    const isWhole = !noTransaction.test(file.sql[0] ?? '');
    // A statement made concurrently locks no query out, and one that gives up halfway leaves a useless index behind.
    await client.query(`set lock_timeout = ${isWhole ? lockTimeoutMs : 0}`);
    for (let tries = 1; ; tries++) {
      try {
        if (isWhole) await client.query('begin');
        for (const statement of file.sql) await client.query(statement);
        await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [file.hash, file.folderMillis]);
        if (isWhole) await client.query('commit');
        return;
      } catch (error) {
        if (isWhole) await client.query('rollback').catch(() => {});
        if ((error as { code?: string }).code !== lockNotAvailable) throw error;
        log.warn({ tries, migration: file.folderMillis }, 'a migration waits for a table that others are using; it tries again');
        await delay(retryPauseMs);
      }
    }
  }
}
