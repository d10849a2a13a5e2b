// A backup put back. The file is read to its end and found whole before the database is touched; then everything happens in one
// transaction, so that any failure leaves the database as it was. Tables are made as they were when the backup was taken, filled,
// and then brought up to date like those of any older version.
import { setTimeout as delay } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrationLockKey, readMigrations } from '../migrate.ts';
import { monthOf, monthPartSql } from '../month-parts.ts';
import { BackupRefused, type ArchiveHead, type TableEnd } from './archive-format.ts';
import { listTables } from './list-tables.ts';
import { quoted, reachDatabase, withConnection, type WhichDatabase } from './reach-database.ts';
import { checkArchive, readArchive } from './read-archive.ts';

export interface RestoreDatabase extends WhichDatabase {
  readonly file: string;
  /** True = what the database holds is removed. */
  readonly replace?: boolean;
}

const lockTimeoutMs = 10_000;
const lockNotAvailable = '55P03';

export async function restoreDatabase(options: RestoreDatabase): Promise<{ tables: number; rows: number }> {
  const { file, replace = false, log, onStep = () => {} } = options;
  onStep('Reading the backup to its end');
  const head = await checkArchive(file);
  const migrations = migrationsOf(file, head);
  const database = await reachDatabase(options, 'restore');
  try {
    const restored = await withConnection(database.connection, 'tidemark restore', async (client) => {
      await refuseWhileUsed(client);
      await client.query(`set lock_timeout = ${lockTimeoutMs}`);
      await client.query('begin');
      try {
        await clear(client, replace);
        await makeTables(client, migrations);
        await makeMonths(client, head);
        const total = await load(client, file, onStep);
        await client.query('commit');
        return total;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        if ((error as { code?: string }).code === lockNotAvailable)
          throw new BackupRefused('Somebody else is using the tables; nothing was changed.', { cause: error });
        throw error;
      }
    });
    await migrate({ connection: database.connection, log, onStep });
    await withConnection(database.connection, 'tidemark restore', (client) => client.query('analyze'));
    return restored;
  } finally {
    await database.release();
  }
}

/** The steps that lead to the tables of the backup. */
function migrationsOf(file: string, { migrations }: ArchiveHead): readonly MigrationMeta[] {
  const ours = readMigrations();
  const newest = migrations.at(-1)!;
  if (newest > (ours.at(-1)?.folderMillis ?? 0)) {
    throw new BackupRefused(
      `The tables in ${file} are of ${new Date(newest).toISOString().slice(0, 10)}, newer than this version; restore it with ` +
        'the version that made it, or a later one.',
    );
  }
  const steps = ours.slice(0, migrations.length);
  if (steps.some(({ folderMillis }, index) => folderMillis !== migrations[index]))
    throw new BackupRefused(`The tables in ${file} are not of a version that came before this one.`);
  return steps;
}

/** A client that has just hung up is on the server's list for a moment yet. */
const leavingMs = 3_000;
const lookAgainMs = 50;

async function refuseWhileUsed(client: pg.Client): Promise<void> {
  const until = Date.now() + leavingMs;
  while (await isUsed(client)) {
    if (Date.now() > until) throw new BackupRefused('A Tidemark is running on this database; stop all its processes first.');
    await delay(lookAgainMs);
  }
}

async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows: lock } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [migrationLockKey]);
  const { rows: users } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'tidemark%' and pid <> pg_backend_pid()
     limit 1`,
  );
  return !lock[0]!.isOurs || users.length > 0;
}

async function clear(client: pg.Client, replace: boolean): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  if (!replace) {
    for (const { name } of tables) {
      const { rows } = await client.query<{ hasRows: boolean }>(`select exists (select from ${quoted(name)}) as "hasRows"`);
      if (rows[0]!.hasRows)
        throw new BackupRefused(
          `The database is not empty (there are rows in ${name}); restore into an empty one, or add --replace to remove all that it holds.`,
        );
    }
  }
  if (tables.length > 0) await client.query(`drop table if exists ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`);
  await client.query('drop schema if exists drizzle cascade');
}

async function makeTables(client: pg.Client, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query('create schema drizzle');
  await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)');
  for (const { sql, hash, folderMillis } of migrations) {
    // On tables that no other session sees yet there is nothing to be gentle to, and in a transaction it is not allowed.
    for (const statement of sql) await client.query(statement.replace(/\b(index)\s+concurrently\b/gi, '$1'));
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
  }
}

/** Rows of a table in parts need the months in which they lie. */
async function makeMonths(client: pg.Client, { months }: ArchiveHead): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select partrelid::regclass::text as name from pg_partitioned_table where partstrat = 'r'",
  );
  const inParts = new Set(rows.map(({ name }) => name));
  for (const { table, from } of months) {
    if (!inParts.has(table) || monthOf(from).from !== from)
      throw new BackupRefused(`There are no months of ${table}; nothing was changed.`);
    for (const statement of monthPartSql(table, from)) await client.query(statement);
  }
}

async function load(client: pg.Client, file: string, onStep: (step: string) => void): Promise<{ tables: number; rows: number }> {
  const putBackReferences = await liftReferences(client);
  const columns = new Map((await listTables(client)).map((table) => [table.name, table.columns]));
  // What a migration put into a table is in the backup too.
  await client.query(`truncate ${[...columns.keys()].map(quoted).join(', ')} cascade`);

  const parts = readArchive(file);
  const first = await parts.next();
  if (first.done || first.value.type !== 'head') throw new BackupRefused(`${file} changed while it was read.`);
  const { head } = first.value;
  const missing = [...columns.keys()].filter((name) => !head.tables.some((table) => table.name === name));
  if (missing.length > 0) throw new BackupRefused(`${file} lacks the tables ${missing.join(', ')}.`);
  const total = { tables: 0, rows: 0 };
  for (const table of head.tables) {
    const known = columns.get(table.name);
    if (known && known.toSorted().join() !== table.columns.toSorted().join())
      throw new BackupRefused(`Table ${table.name} in ${file} has other columns than it should.`);
    let end: TableEnd | null = null;
    const rows = async function* () {
      for (;;) {
        const { value, done } = await parts.next();
        if (done || value.type === 'head') throw new BackupRefused(`${file} changed while it was read.`);
        if (value.type === 'tableEnd') return void (end = value.end);
        yield value.bytes;
      }
    };
    if (!known) {
      for await (const _ of rows());
      onStep(`${table.name}: left out, no table of ours`);
      continue;
    }
    const list = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const into = client.query(copyFrom(`copy ${quoted(table.name)} (${list}) from stdin`));
    await pipeline(rows, into);
    if (into.rowCount !== end!.rows)
      throw new BackupRefused(`Of table ${table.name} ${into.rowCount} rows came in, not ${end!.rows}; nothing was changed.`);
    total.tables++;
    total.rows += end!.rows;
    onStep(`${table.name}: ${end!.rows} ${end!.rows === 1 ? 'row' : 'rows'}`);
  }
  // The rest of it is its seal: the file may have changed since it was looked at.
  if (!(await parts.next()).done) throw new BackupRefused(`${file} changed while it was read.`);
  for (const { name, lastValue, isCalled } of head.sequences) {
    await client.query(
      `select setval(c.oid, $2::bigint, $3) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $4
       and c.relname = $1 and c.relkind = $5`,
      [name, lastValue, isCalled, 'public', 'S'],
    );
  }
  onStep('Checking the references between tables');
  await putBackReferences();
  return total;
}

/** Without them tables can be filled in any order; put back, each is checked over all rows at once. */
async function liftReferences(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = 'public' and k.conparentid = 0 order by 1, 2`);
  for (const { table, name } of references)
    await client.query(`alter table ${quoted(table)} drop constraint ${client.escapeIdentifier(name)}`);
  return async () => {
    for (const { table, name, definition } of references)
      await client.query(`alter table ${quoted(table)} add constraint ${client.escapeIdentifier(name)} ${definition}`);
  };
}
