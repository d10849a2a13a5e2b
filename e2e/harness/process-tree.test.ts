import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { killTree } from './process-tree.ts';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('killTree ends a program, its grandchildren, and a database that detached itself, and nobody else', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-kill-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const bystander = spawn('sleep', ['60']);
  const database = spawn('sleep', ['60'], { detached: true });
  t.after(() => bystander.kill('SIGKILL'));
  writeFileSync(join(dataDir, 'postmaster.pid'), `${database.pid}\n/somewhere\n`);
  const program = spawn('sh', ['-c', 'sh -c "sleep 60 & echo \\$!; wait" & wait'], { detached: true });
  const [printed] = (await once(program.stdout, 'data')) as [Buffer];
  const grandchild = Number(printed.toString().trim());
  const gone = [once(program, 'exit'), once(database, 'exit')];
  assert.ok(isRunning(grandchild));

  await killTree(program.pid as number, dataDir);
  await Promise.all(gone);

  assert.equal(isRunning(program.pid as number), false);
  assert.equal(isRunning(database.pid as number), false);
  assert.equal(isRunning(bystander.pid as number), true);
});
