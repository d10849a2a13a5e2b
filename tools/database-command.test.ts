// npm run backup and npm run restore as an operator at a terminal meets them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const scratch = mkdtempSync(join(tmpdir(), 'database-command-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const run = (tool: string, args: readonly string[], dataDir = join(scratch, 'data')) => {
  const { DATABASE_URL: _, ...env } = process.env;
  const program = fileURLToPath(new URL(`${tool}.ts`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, program, ...args], {
    env: { ...env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
};

test('a line that cannot be understood is answered with how it is written', () => {
  for (const args of [[], ['a', 'b'], ['--replace', 'a'], ['--what', 'a']])
    assert.deepEqual(run('backup', args), { status: 1, stdout: '', stderr: 'Usage: npm run backup -- FILE' });
  assert.equal(run('restore', []).stderr, 'Usage: npm run restore -- FILE [--replace]');
});

test('a site is saved and put back in two commands', () => {
  const file = join(scratch, 'site.backup');
  assert.match(run('backup', [file]).stderr, /^There is no database in /);
  assert.equal(run('migrate', []).status, 0);
  assert.match(run('backup', [file]).stdout, /^The backup is in .*: \d+ tables, \d+ rows\.$/m);
  assert.match(
    run('restore', [file], join(scratch, 'other')).stdout,
    /^Restored from .*: \d+ tables, \d+ rows\. The tables are up to date\.$/m,
  );
  assert.match(run('restore', [join(scratch, 'nothing')]).stderr, /cannot be read \(ENOENT\)\.$/);
});
