// npm run migrate on a database that somebody else runs: a release does it once, before its processes start.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createOutsidePostgres } from '@tidemark/testbed/postgres.ts';
import pg from 'pg';

const postgres = await createOutsidePostgres();
if (!postgres && process.env.CI === 'true') throw new Error('a Postgres server must be installed in CI');
after(() => postgres?.remove());

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const migrate = (env: Record<string, string>): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [inRoot('tools/run.mjs'), 'tools/migrate.ts'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

test(
  'it brings an empty database up to date, changes nothing a second time, and fails in words where there is none',
  { skip: postgres ? false : 'this system cannot: a Postgres server is not installed' },
  async () => {
    const url = await postgres!.createDatabase('migrated');
    const files = readdirSync(inRoot('server/migrations')).filter((name) => name.endsWith('.sql')).length;
    const client = new pg.Client(url);
    await client.connect();
    try {
      for (const time of ['the first time', 'the second time']) {
        const { code, output } = await migrate({ DATABASE_URL: url });
        assert.equal(code, 0, `${time}: ${output}`);
        assert.match(output, /The tables are up to date\./);
        const { rows } = await client.query('select count(*)::int as applied from drizzle.__drizzle_migrations');
        assert.deepEqual(rows, [{ applied: files }], time);
      }
      assert.deepEqual((await client.query('select count(*)::int as alerts from alert')).rows, [{ alerts: 0 }]);
    } finally {
      await client.end();
    }
    const { code, output } = await migrate({ DATABASE_URL: postgres!.urlOf('migrated', 'another password') });
    assert.equal(code, 1);
    assert.doesNotMatch(output, /another password|\n\s+at /);
  },
);
