// Migrations on a database that is in use: they wait for each other and for others' locks, and refuse what they do not know.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createLog } from '#platform/log.ts';
import { until } from '@tidemark/testbed/until.ts';
import { openDatabase, SchemaTooNew, type Database } from './database.ts';
import { migrate } from './migrate.ts';

const scratch = mkdtempSync(join(tmpdir(), 'migrate-test-'));
const log = createLog({ level: 'silent' });
let db: Database;
before(async () => {
  db = await openDatabase({ databaseUrl: null, dataDir: join(scratch, 'data'), log });
});
after(async () => {
  await db.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** A folder of migrations by name; their times are later than those of the site's own. */
const laterMs = Date.UTC(2100, 0, 1);
const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(scratch, 'migrations-'));
  mkdirSync(join(folder, 'meta'));
  Object.entries(files).forEach(([tag, text]) => writeFileSync(join(folder, `${tag}.sql`), text));
  const entries = Object.keys(files).map((tag, idx) => ({
    idx,
    version: '7',
    when: laterMs + Number.parseInt(tag, 10),
    tag,
    breakpoints: true,
  }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  return folder;
};
const run = (migrationsFolder: string, onStep: (step: string) => void = () => {}) =>
  migrate({ connection: db.connection, log, migrationsFolder, onStep });
const query = async (text: string) => (await db.pool.query(text)).rows;
const outsider = async (): Promise<pg.Client> => {
  const client = new pg.Client(db.connection);
  client.on('error', () => {});
  await client.connect();
  return client;
};

const lockOf = 'select pg_advisory_lock(7214052196)';

test('a process that finds a migration running waits for it, says so, and goes on when it is done', async () => {
  const other = await outsider();
  await other.query(lockOf);
  const steps: string[] = [];
  const done = run(folderOf({ '1_first': 'create table first_one (id int)' }), (step) => steps.push(step));
  await until('a word about it', () => steps.some((step) => /another process/.test(step)));
  await other.end();
  await done;
  assert.deepEqual(await query('select * from first_one'), []);
});

test('each migration is a transaction of its own: what was done before one that fails stays done, and of that one nothing', async () => {
  const folder = folderOf({
    '2_good': 'create table good (id int)',
    '3_bad': 'create table half (id int);--> statement-breakpoint\nselect 1 / 0',
  });
  await assert.rejects(run(folder), /division by zero/);
  const tables = await query(`select to_regclass('good') is not null as good, to_regclass('half') is not null as half`);
  assert.deepEqual(tables, [{ good: true, half: false }]);
});

test('a table that is in use is not locked for long: the migration steps back, lets others through, and comes again', async () => {
  await query('create table busy (id int)');
  const reader = await outsider();
  await reader.query('begin; select * from busy');
  const warnings: string[] = [];
  const done = migrate({
    connection: db.connection,
    log: { warn: (_: object, text: string) => void warnings.push(text) } as never,
    migrationsFolder: folderOf({ '4_busy': 'alter table busy add column name text' }),
  });
  await until('the first retreat', () => warnings.length > 0);
  const begin = Date.now();
  await query('select * from busy');
  assert.ok(Date.now() - begin < 30_000, 'somebody else reads meanwhile');
  await reader.query('commit');
  await done;
  await reader.end();
  assert.deepEqual(await query(`select column_name from information_schema.columns where table_name = 'busy' order by 1`), [
    { column_name: 'id' },
    { column_name: 'name' },
  ]);
});

test('a file without a transaction makes its index while the table is written, and others who start do not hold it up', async () => {
  await query('create table large (id int)');
  const writer = await outsider();
  await writer.query('begin; insert into large values (1)');
  const folder = folderOf({ '5_index': '-- no transaction\ncreate index concurrently if not exists large_id on large (id)' });
  const [first, second] = [run(folder), run(folder)];
  await until(
    'the index is being made',
    async () =>
      (await query(`select 1 from pg_stat_activity where query like '%index concurrently%' and pid <> pg_backend_pid()`)).length > 0,
  );
  await writer.query('insert into large values (2); commit');
  await Promise.all([first, second]);
  await writer.end();
  assert.deepEqual(await query(`select indisvalid from pg_index where indexrelid = 'large_id'::regclass`), [{ indisvalid: true }]);
});

test('an older version refuses tables of a newer one in one sentence, unless it is told that it may run on them', async () => {
  const open = (allowNewerSchema: boolean) => migrate({ connection: db.connection, log, allowNewerSchema });
  await assert.rejects(open(false), (error: unknown) => error instanceof SchemaTooNew && /newer Tidemark.*2100-01-01/.test(error.message));
  await open(true);
});
