import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { tryFileLock } from './file-lock.ts';

test('one holder at a time, in this process and in others, until it lets go or is killed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'file-lock-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'x.lock');
  const unlock = tryFileLock(file);
  assert.ok(unlock);
  assert.equal(tryFileLock(file), null);
  assert.deepEqual(readdirSync(folder), ['x.lock']);
  unlock();

  const program =
    `import { tryFileLock } from ${JSON.stringify(new URL('./file-lock.ts', import.meta.url).href)}; ` +
    `tryFileLock(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  assert.equal(tryFileLock(file), null);
  other.kill('SIGKILL');
  await once(other, 'exit');
  const heir = tryFileLock(file);
  assert.ok(heir);
  heir();
  assert.deepEqual(readdirSync(folder), ['x.lock']);
});
