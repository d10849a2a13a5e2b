// A database as an older version of the program left it, in an empty one: its tables by the migrations up to then, where the file has only
// rows, and then its rows.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRowsOnly, readOldDatabase, type OldSchema } from '@tidemark/testbed/old-database.ts';
import pg from 'pg';
import { migrate } from '../migrate.ts';

const ourFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url));

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string }[];
}

async function migrateUpTo(schema: OldSchema, connection: pg.ClientConfig): Promise<void> {
  const journal = JSON.parse(readFileSync(join(ourFolder, 'meta', '_journal.json'), 'utf8')) as Journal;
  const entries = journal.entries.filter(({ idx }) => idx <= schema);
  const folder = mkdtempSync(join(tmpdir(), 'old-migrations-'));
  try {
    mkdirSync(join(folder, 'meta'));
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) copyFileSync(join(ourFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrate({ connection, log: { warn() {} }, migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function layOldDatabase(schema: OldSchema, connection: pg.ClientConfig): Promise<void> {
  if (isRowsOnly(schema)) await migrateUpTo(schema, connection);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // What migrations put into the tables is among the rows.
    if (isRowsOnly(schema))
      await client.query(`do $$ begin execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables
        where schemaname = 'public'); end $$`);
    await client.query(readOldDatabase(schema));
  } finally {
    await client.end();
  }
}

/** Tables by their names, parts of one left out, with how many rows each holds. */
export async function countRows(pool: Pick<pg.Pool, 'query'>): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select c.relname as name,
       (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text::int as count
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}
