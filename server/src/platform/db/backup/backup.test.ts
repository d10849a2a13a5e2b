// Backup and restore through their front doors: what was there is there again, and what is not whole is refused before anything is touched.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { longTest } from '@tidemark/testbed/long-test.ts';
import { oldSchemas } from '@tidemark/testbed/old-database.ts';
import { until } from '@tidemark/testbed/until.ts';
import pg from 'pg';
import { createLog } from '#platform/log.ts';
import { openDatabase } from '../database.ts';
import { readMigrations } from '../migrate.ts';
import { createMonthParts } from '../month-parts.ts';
import { layOldDatabase } from '../testing/lay-old-database.ts';
import { startTestPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { BackupRefused, sealBytes } from './archive-format.ts';
import { backupDatabase } from './backup-database.ts';
import { checkArchive } from './read-archive.ts';
import { restoreDatabase } from './restore-database.ts';
import { bytesOf, framesOf, withoutRowsOf } from './testing/archive-frames.ts';

const scratch = mkdtempSync(join(tmpdir(), 'backup-test-'));
const log = createLog({ level: 'silent' });
let postgres: TestPostgres;
before(async () => {
  const templateUrl = process.env.TEST_POSTGRES_URL;
  postgres = templateUrl ? { templateUrl, stop: async () => {} } : await startTestPostgres();
});
after(async () => {
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
});

let made = 0;
const newFile = (): string => join(scratch, `${++made}.backup`);
const urlOf = (name: string): string => Object.assign(new URL(postgres.templateUrl), { pathname: `/${name}` }).href;
const query = async <R extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<R[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const result = await client.query<R>(text);
    return result.rows;
  } finally {
    await client.end();
  }
};

/** Without tables, or migrated when it is a copy of the template. */
async function newDatabase(kind: 'bare' | 'migrated'): Promise<string> {
  const name = `backup_${++made}`;
  const template = new URL(postgres.templateUrl).pathname.slice(1);
  await query(urlOf('postgres'), `create database ${name} ${kind === 'migrated' ? `template ${template}` : ''}`);
  return urlOf(name);
}
async function oldDatabase(schema: (typeof oldSchemas)[number]): Promise<string> {
  const url = await newDatabase('bare');
  await layOldDatabase(schema, { connectionString: url });
  return url;
}
const migrateFully = async (databaseUrl: string) => (await openDatabase({ databaseUrl, dataDir: '', log })).close();

const hardText = `tab\t, line\nbreak\r, \\. and \\N, 'quotes', "both", \u0001, 北京, 🌊, ${'long '.repeat(2_000)}`;
/** People, alerts, favorites and chat of an older version, brought up to date, and values that are hard to write down. */
async function fillDatabase(): Promise<string> {
  const url = await oldDatabase(18);
  await migrateFully(url);
  await query(url, `insert into site_setting (key, value) values ('hard', to_jsonb(${pg.escapeLiteral(hardText)}::text))`);
  await query(
    url,
    `insert into error_report (id, at, kind, message)
     select gen_random_uuid(), '2026-11-01'::timestamptz + n * interval '1 ms 1 microsecond', 'render', repeat(md5(n::text), 20)
     from generate_series(1, 5000) n`,
  );
  const { pool, orm, close } = await openDatabase({ databaseUrl: url, dataDir: '', log });
  await createMonthParts({ orm }).make('kept_candle_1m', [Date.UTC(2026, 9, 31), Date.UTC(2026, 10, 1), Date.UTC(2024, 1, 29)]);
  await pool.query(
    `insert into kept_candle select 'x', 'BTCUSDT', '1m', ${Date.UTC(2026, 9, 31, 23)} + n * 60000, 1, 2, 0.5, n, 3, 4
     from generate_series(1, 100) n`,
  );
  await close();
  return url;
}
let filled: Promise<string> | null = null;
/** A copy of it for each test. */
async function filledDatabase(): Promise<string> {
  const template = new URL(await (filled ??= fillDatabase())).pathname.slice(1);
  const name = `backup_${++made}`;
  await query(urlOf('postgres'), `create database ${name} template ${template}`);
  return urlOf(name);
}

/** Every row of every table, the tables themselves, and the next value of each sequence. */
async function contentsOf(databaseUrl: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  const tables = await query<{ name: string }>(
    databaseUrl,
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  for (const { name } of tables) {
    const [row] = await query<{ rows: string; sum: string }>(
      databaseUrl,
      `select count(*) as rows, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from "${name}" t`,
    );
    contents[name] = `${row!.rows} ${row!.sum}`;
  }
  const lines = async (text: string) => (await query<{ line: string }>(databaseUrl, text)).map(({ line }) => line).join('\n');
  contents['sequences'] = await lines(
    "select sequencename || ' ' || coalesce(last_value::text, 'new') as line from pg_sequences where schemaname = 'public' order by 1",
  );
  contents['indexes'] = await lines("select indexdef as line from pg_indexes where schemaname = 'public' order by 1");
  contents['constraints'] = await lines(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
     where connamespace = 'public'::regnamespace order by 1`,
  );
  contents['parts'] = await lines(
    `select relid::regclass || ' in ' || coalesce(parentrelid::regclass::text, '') || ' ' || coalesce(pg_get_expr(relpartbound, relid), '')
     as line from pg_partitioned_table p, pg_partition_tree(p.partrelid) t join pg_class c on c.oid = t.relid order by 1`,
  );
  contents['migrations'] = await lines('select hash as line from drizzle.__drizzle_migrations order by id');
  return contents;
}

const backup = (databaseUrl: string, file = newFile()) =>
  backupDatabase({ databaseUrl, dataDir: '', file, log }).then((counts) => ({ file, ...counts }));
const restore = (databaseUrl: string, file: string, replace = false) => restoreDatabase({ databaseUrl, dataDir: '', file, replace, log });
const refusal = (pattern: RegExp) => (error: Error) => {
  assert.ok(error instanceof BackupRefused, String(error.stack));
  assert.match(error.message, pattern);
  return true;
};

test('everything is there again after a backup, a wipe and a restore, into a bare database and into a migrated one', async () => {
  const source = await filledDatabase();
  const before = await contentsOf(source);
  const { file, tables, rows } = await backup(source);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(tables > 30 && rows > 5_000, `${tables} tables, ${rows} rows`);
  for (const kind of ['bare', 'migrated'] as const) {
    const target = await newDatabase(kind);
    assert.deepEqual(await restore(target, file), { tables, rows });
    assert.deepEqual(await contentsOf(target), before);
  }
  const [next] = await query<{ id: string }>(source, "select nextval('alert_id_seq') as id");
  const target = await newDatabase('bare');
  await restore(target, file);
  assert.deepEqual(await query(target, "select nextval('alert_id_seq') as id"), [next]);
});

test('a built-in database is saved while the site runs on it, and comes back into an empty folder', async () => {
  const [dataDir, emptyDir, file] = [join(scratch, 'data'), join(scratch, 'empty'), newFile()];
  await assert.rejects(backupDatabase({ databaseUrl: null, dataDir, file, log }), refusal(/There is no database in/));
  const site = await openDatabase({ databaseUrl: null, dataDir, log });
  await site.pool.query("insert into site_setting (key, value) values ('kept', '1')");
  const running = await backupDatabase({ databaseUrl: null, dataDir, file, log });
  await assert.rejects(restoreDatabase({ databaseUrl: null, dataDir, file, replace: true, log }), { name: 'DataDirInUse' });
  await site.close();
  const stopped = await backupDatabase({ databaseUrl: null, dataDir, file: newFile(), log });
  assert.deepEqual(stopped, running);
  await restoreDatabase({ databaseUrl: null, dataDir: emptyDir, file, log });
  const restored = await openDatabase({ databaseUrl: null, dataDir: emptyDir, log });
  assert.deepEqual((await restored.pool.query("select value from site_setting where key = 'kept'")).rows, [{ value: 1 }]);
  await restored.close();
});

for (const schema of oldSchemas) {
  test(`a backup of tables of schema ${schema} is brought up to date when it is restored`, async () => {
    const old = await oldDatabase(schema);
    const { file } = await backup(old);
    const target = await newDatabase('migrated');
    await restore(target, file);
    await migrateFully(old);
    assert.deepEqual(await contentsOf(target), await contentsOf(old));
  });
}

test('a backup of newer tables is refused, and so is one of tables that we never had', async () => {
  const newer = await newDatabase('migrated');
  await query(newer, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2100, 0, 1)})`);
  const target = await newDatabase('bare');
  await assert.rejects(restore(target, (await backup(newer)).file), refusal(/tables in .* are of 2100-01-01, newer than this version/));
  const other = await newDatabase('migrated');
  await query(
    other,
    `update drizzle.__drizzle_migrations set created_at = created_at + 1 where created_at = ${readMigrations()[2]!.folderMillis}`,
  );
  await assert.rejects(restore(target, (await backup(other)).file), refusal(/not of a version that came before/));
  assert.deepEqual(await query(target, "select tablename from pg_tables where schemaname = 'public'"), []);
  await assert.rejects(backup(target), refusal(/holds no tables of Tidemark/));
});

test('what a database holds is kept unless it is told to go', async () => {
  const { file } = await backup(await filledDatabase());
  const target = await newDatabase('migrated');
  await query(target, "insert into site_setting (key, value) values ('mine', '1')");
  const before = await contentsOf(target);
  await assert.rejects(restore(target, file), refusal(/not empty \(there are rows in site_setting\).*--replace/));
  assert.deepEqual(await contentsOf(target), before);
  await restore(target, file, true);
  assert.deepEqual(await query(target, "select key from site_setting where key = 'mine'"), []);
});

test('nothing is restored below a Tidemark that runs', async () => {
  const { file } = await backup(await newDatabase('migrated'));
  const target = await newDatabase('migrated');
  const site = await openDatabase({ databaseUrl: target, dataDir: '', log });
  await assert.rejects(restore(target, file, true), refusal(/A Tidemark is running on this database/));
  await site.close();
  await restore(target, file, true);
});

test('who is just leaving the database is waited for', async () => {
  const { file } = await backup(await newDatabase('migrated'));
  const target = await newDatabase('migrated');
  const leaving = new pg.Client({ connectionString: target, application_name: 'tidemark web' });
  await leaving.connect();
  const restored = restore(target, file, true);
  restored.catch(() => {});
  const seen = "select 1 from pg_stat_activity where datname = current_database() and application_name = 'tidemark restore'";
  await until('the restore is connected', async () => (await query(target, seen)).length > 0);
  await leaving.end();
  await restored;
});

test('a file that is cut, altered or lengthened anywhere is refused before the database is touched', async () => {
  const { file } = await backup(await filledDatabase());
  const target = await filledDatabase();
  const before = await contentsOf(target);
  const bytes = readFileSync(file);
  let seed = 20_261_116;
  const random = (below: number) => Math.floor(((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31) * below);
  const damaged = newFile();
  const altered = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 1 << random(8);
    writeFileSync(damaged, copy);
  };
  // The first bytes are the head of gzip, of which some mean nothing to it; the last ones are the seal.
  for (const at of [
    ...Array(12).keys(),
    bytes.length - sealBytes,
    bytes.length - 1,
    ...Array.from({ length: 60 }, () => random(bytes.length)),
  ]) {
    altered(at);
    await assert.rejects(checkArchive(damaged), refusal(/damaged|newer/), `byte ${at}, seed 20261116`);
  }
  for (const length of [0, 1, sealBytes, sealBytes + 1, bytes.length - 1, ...Array.from({ length: 20 }, () => random(bytes.length))]) {
    copyFileSync(file, damaged);
    truncateSync(damaged, length);
    await assert.rejects(checkArchive(damaged), refusal(/damaged/), `${length} bytes`);
    if (length === bytes.length - 1) await assert.rejects(restore(target, damaged, true), refusal(/damaged/));
  }
  copyFileSync(file, damaged);
  appendFileSync(damaged, 'x');
  await assert.rejects(restore(target, damaged, true), refusal(/damaged/));
  writeFileSync(damaged, 'something else altogether, but long enough to be one');
  await assert.rejects(restore(target, damaged, true), refusal(/damaged/));
  await assert.rejects(restore(target, join(scratch, 'nowhere'), true), refusal(/cannot be read \(ENOENT\)/));
  assert.deepEqual(await contentsOf(target), before);
});

test('rows that the tables do not take leave the database as it was', async () => {
  const { file } = await backup(await filledDatabase());
  const target = await filledDatabase();
  const before = await contentsOf(target);
  // A file that is whole by all its checksums, with a child whose parent is not there.
  const unpacked = gunzipSync(readFileSync(file).subarray(0, -sealBytes));
  const forged = newFile();
  const packed = gzipSync(withoutRowsOf(unpacked, 'support_conversation'));
  writeFileSync(forged, Buffer.concat([packed, createHash('sha256').update(packed).digest()]));
  await checkArchive(forged);
  await assert.rejects(restore(target, forged, true), { code: '23503' });
  assert.deepEqual(await contentsOf(target), before);
});

test('a month that is no month of ours is refused', async () => {
  const { file } = await backup(await filledDatabase());
  const target = await newDatabase('bare');
  const forge = async (month: { table: string; from: number }): Promise<string> => {
    const frames = framesOf(gunzipSync(readFileSync(file).subarray(0, -sealBytes)));
    const head = JSON.parse(String(frames[0]!.payload)) as object;
    frames[0]!.payload = Buffer.from(JSON.stringify({ ...head, months: [month] }));
    const packed = gzipSync(bytesOf(frames));
    const forged = newFile();
    writeFileSync(forged, Buffer.concat([packed, createHash('sha256').update(packed).digest()]));
    return forged;
  };
  for (const month of [
    { table: 'account', from: Date.UTC(2026, 9) },
    { table: 'kept_candle_1m', from: Date.UTC(2026, 9, 2) },
    { table: 'kept_candle_1m; drop table account', from: Date.UTC(2026, 9) },
  ])
    await assert.rejects(restore(target, await forge(month)), refusal(/There are no months of/));
  assert.deepEqual(await query(target, "select tablename from pg_tables where schemaname = 'public'"), []);
});

test('what is written while a backup is taken is in it whole or not at all', async () => {
  const source = await filledDatabase();
  const writer = new pg.Client({ connectionString: source });
  await writer.connect();
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      await writer.query(
        `begin; insert into error_report (id, at, kind, message) values (gen_random_uuid(), now(), 'writer', '${n}'); insert ` +
          `into site_setting (key, value) values ('writer-${n}', '1'); commit`,
      );
    }
    return writer.end();
  })();
  const { file } = await backup(source);
  isOver = true;
  await writing;
  const target = await newDatabase('bare');
  await restore(target, file);
  const [counts] = await query<{ reports: string; settings: string }>(
    target,
    `select (select count(*) from error_report where kind = 'writer') as reports, (select count(*) from site_setting
     where key like 'writer-%') as settings`,
  );
  assert.equal(counts!.reports, counts!.settings);
});

test('a file that is there is not written over, and a backup that fails leaves none', async () => {
  const source = await newDatabase('migrated');
  const { file } = await backup(source);
  await assert.rejects(backup(source, file), refusal(/is there already/));
  const nowhere = join(scratch, 'no-folder', 'x.backup');
  await assert.rejects(backup(source, nowhere), refusal(/cannot be written \(ENOENT\)/));
  assert.equal(existsSync(`${nowhere}.unfinished`), false);
});

longTest('four times the rows take no more memory', async () => {
  const run = async (what: string, url: string, file: string) =>
    Number(
      (
        await promisify(execFile)(process.execPath, [
          ...process.execArgv,
          fileURLToPath(new URL('testing/peak-memory-child.ts', import.meta.url)),
          what,
          url,
          file,
        ])
      ).stdout,
    );
  const [small, large] = [await newDatabase('migrated'), await newDatabase('migrated')];
  const fill = (url: string, rows: number) =>
    query(
      url,
      `insert into error_report (id, at, kind, message) select gen_random_uuid(), now(), 'render', repeat(md5(n::text), 60)
       from generate_series(1, ${rows}) n`,
    );
  await fill(small, 15_000);
  await fill(large, 60_000);
  const [smallFile, largeFile] = [newFile(), newFile()];
  const peaks = { small: await run('backup', small, smallFile), large: await run('backup', large, largeFile) };
  const [size] = await query<{ bytes: string }>(large, "select pg_total_relation_size('error_report') as bytes");
  assert.ok(Number(size!.bytes) > 100e6, JSON.stringify(size));
  assert.ok(peaks.large < peaks.small + 60, JSON.stringify(peaks));
  const back = { small: await run('restore', small, smallFile), large: await run('restore', large, largeFile) };
  assert.ok(back.large < back.small + 60, JSON.stringify(back));
});
