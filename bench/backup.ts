// Promise: a backup and a restore take no more memory for a large database than for a small one. Peer in the same run: the same with a
// twentieth of the rows. BENCH_GB=10 fills that much; the usual run less, as it says more of the disk than of us.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { createOutsidePostgres } from '@tidemark/testbed/postgres.ts';
import { createLog } from '../server/src/platform/log.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';

const promisedMb = 300;
const promisedGrowthMb = 60;
const gigabytes = Number(process.env.BENCH_GB ?? 1);
/** In the table, as Postgres counts it. */
const rowsPerGigabyte = 490_000;
const child = fileURLToPath(new URL('../server/src/platform/db/backup/testing/peak-memory-child.ts', import.meta.url));

const server = await createOutsidePostgres();
if (server === null) throw new Error('There is no Postgres on this machine (Debian: postgresql).');
const folder = mkdtempSync(join(tmpdir(), 'bench-backup-'));

const fill = async (databaseUrl: string, rows: number): Promise<number> => {
  await (await openDatabase({ databaseUrl, dataDir: '', log: createLog({ level: 'silent' }) })).close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into error_report (id, at, kind, message) select gen_random_uuid(), now(), 'render', repeat(md5(n::text), 60)
     from generate_series(1, ${rows}) n`,
  );
  const { rows: sizes } = await client.query<{ bytes: string }>("select pg_total_relation_size('error_report') as bytes");
  await client.end();
  return Number(sizes[0]!.bytes) / 2 ** 30;
};
const peakOf = async (what: 'backup' | 'restore', databaseUrl: string, file: string) => {
  const begin = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [child, what, databaseUrl, file]);
  return { mb: Number(stdout), seconds: (performance.now() - begin) / 1000 };
};

try {
  const peaks: Record<'backup' | 'restore', number[]> = { backup: [], restore: [] };
  for (const [name, rows] of [
    ['small', Math.round((gigabytes * rowsPerGigabyte) / 20)],
    ['large', Math.round(gigabytes * rowsPerGigabyte)],
  ] as const) {
    const databaseUrl = await server.createDatabase(name);
    const size = await fill(databaseUrl, rows);
    const file = join(folder, `${name}.backup`);
    const backup = await peakOf('backup', databaseUrl, file);
    const restore = await peakOf('restore', databaseUrl, file);
    peaks.backup.push(backup.mb);
    peaks.restore.push(restore.mb);
    console.log(
      `${size.toFixed(2)} GB: backup ${backup.mb} MB at most, ${backup.seconds.toFixed(0)} s, ` +
        `file ${(statSync(file).size / 2 ** 20).toFixed(0)} MB; ` +
        `restore ${restore.mb} MB at most, ${restore.seconds.toFixed(0)} s`,
    );
  }
  console.log(`promised: under ${promisedMb} MB, and at most ${promisedGrowthMb} MB more for twenty times the rows`);
  for (const [small = 0, large = 0] of Object.values(peaks))
    if (large >= promisedMb || large > small + promisedGrowthMb) process.exitCode = 1;
} finally {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}
