// A backup: every table as it stood at one moment, with the sequences, in one file. People may go on using the site meanwhile; only a
// change of the tables themselves has to wait. Rows go through piece by piece, so a large database needs no more memory than a small one.
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readMonthParts } from '../read-month-parts.ts';
import { BackupRefused, formatNumber, type ArchiveHead } from './archive-format.ts';
import { listTables, type ListedTable } from './list-tables.ts';
import { quoted, reachDatabase, withConnection, type WhichDatabase } from './reach-database.ts';
import { writeArchive } from './write-archive.ts';

export interface BackupDatabase extends WhichDatabase {
  readonly file: string;
}

const readSequences = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'S' order by c.relname`;

export async function backupDatabase(options: BackupDatabase): Promise<{ tables: number; rows: number }> {
  const { file, onStep = () => {} } = options;
  const database = await reachDatabase(options, 'backup');
  try {
    return await withConnection(database.connection, 'tidemark backup', async (client) => {
      const head = await holdStill(client);
      const rowsOf = ({ name, columns }: ListedTable) => {
        const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
        const pieces = client.query(copyTo(`copy (select ${list} from ${quoted(name)}) to stdout`));
        return { pieces, rowCount: () => pieces.rowCount };
      };
      return writeArchive({ file, head, rowsOf, onTable: (name, rows) => onStep(`${name}: ${rows} ${rows === 1 ? 'row' : 'rows'}`) });
    });
  } finally {
    await database.release();
  }
}

/** From here on the connection sees the database as it is now; the tables are locked first, so that none is changed in between. */
async function holdStill(client: pg.Client): Promise<ArchiveHead> {
  const present = await listTables(client);
  await client.query('begin isolation level repeatable read read only');
  if (present.length > 0) await client.query(`lock table ${present.map(({ name }) => quoted(name)).join(', ')} in access share mode`);
  const tables = await listTables(client);
  if (tables.map(({ name }) => name).join() !== present.map(({ name }) => name).join())
    throw new BackupRefused('The tables were being changed; ask again when that is over.');
  const { rows: migrations } = await client
    .query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations order by created_at')
    .catch((cause: unknown) => {
      throw new BackupRefused('This database holds no tables of Tidemark.', { cause });
    });
  if (migrations.length === 0) throw new BackupRefused('This database holds no tables of Tidemark.');
  const sequences: ArchiveHead['sequences'] = [];
  for (const { name } of (await client.query<{ name: string }>(readSequences)).rows) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    );
    sequences.push({ name, ...rows[0]! });
  }
  const months = (await readMonthParts(async (text) => (await client.query(text)).rows)).map(({ table, from }) => ({ table, from }));
  const madeAt = new Date().toISOString();
  return { format: formatNumber, madeAt, migrations: migrations.map(({ at }) => Number(at)), tables, months, sequences };
}
