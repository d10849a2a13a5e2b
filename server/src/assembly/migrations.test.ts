// The migrations and the rooms' tables.ts files are two accounts of one schema: they must agree.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getTableColumns } from 'drizzle-orm';
import { openDatabase } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { errorReport, locationBanner, siteSetting } from '#site/tables.ts';

const serverDir = fileURLToPath(new URL('../..', import.meta.url));
const migrations = join(serverDir, 'migrations');
const scratch = mkdtempSync(join(tmpdir(), 'migrations-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

test('a migrated database takes the rows of every table and refuses the senseless', async () => {
  const db = await openDatabase({ databaseUrl: null, dataDir: join(scratch, 'data'), log: createLog({ level: 'silent' }) });
  try {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const banner = { place: 'home', title: 't', text: 'x', href: '/', startsAt: at };
    await db.orm.insert(siteSetting).values({ key: 'overview', value: { aiIndex: false } });
    await db.orm.insert(errorReport).values({ id: newId(), at, kind: 'render', message: 'x is undefined' });
    await db.orm.insert(locationBanner).values({ ...banner, id: newId(), endsAt: new Date(at.getTime() + 1) });
    for (const table of [siteSetting, errorReport, locationBanner]) {
      const [row] = await db.orm.select().from(table);
      assert.deepEqual(Object.keys(row!), Object.keys(getTableColumns(table)));
    }
    await assert.rejects(async () => db.orm.insert(locationBanner).values({ ...banner, id: newId(), endsAt: at }));
    await assert.rejects(async () => db.orm.insert(errorReport).values({ id: newId(), at, kind: 'render', message: 'x', count: 0 }));
  } finally {
    await db.close();
  }
});

test('the tables.ts files hold nothing that no migration makes', () => {
  const copy = join(scratch, 'migrations');
  cpSync(migrations, copy, { recursive: true });
  const program = fileURLToPath(new URL('bin.cjs', import.meta.resolve('drizzle-kit')));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'generate', '--dialect=postgresql', '--schema=./src/*/tables.ts', `--out=${relative(serverDir, copy)}`],
    { cwd: serverDir, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(copy).toSorted(), readdirSync(migrations).toSorted(), `run npx drizzle-kit generate in server: ${stdout}`);
});

test('migrations are listed in the order of their times, or later ones would be passed over', () => {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta', '_journal.json'), 'utf8')) as { entries: { when: number }[] };
  const times = journal.entries.map((entry) => entry.when);
  assert.deepEqual(
    times,
    [...new Set(times)].toSorted((a, b) => a - b),
  );
});
