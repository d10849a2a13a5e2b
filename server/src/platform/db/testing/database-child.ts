// A process of its own on a data folder, to be killed; and what can be seen of it and its Postgres from outside.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const childProgram = fileURLToPath(new URL('./insert-until-stopped.ts', import.meta.url));

/** A child with its lines; next() gives the first line not yet seen that matches. */
export function startChild(
  dataDir: string,
  mode: 'insert' | 'exit' | 'idle',
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(process.execPath, [...process.execArgv, childProgram, dataDir, mode], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => waiting.forEach((check) => check());
  createInterface({ input: child.stdout })
    .on('line', (line) => (lines.push(line), wake()))
    .on('close', wake);
  const exited = new Promise<number | null>((resolve) => child.on('close', (code) => (resolve(code), wake())));
  let seen = 0;
  return {
    child,
    exited,
    acknowledged: () => lines.filter((line) => line.startsWith('row ')).map((line) => Number(line.slice(4))),
    next: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const check = () => {
          const at = lines.findIndex((line, index) => index >= seen && pattern.test(line));
          const hasEnded = child.exitCode !== null || child.signalCode !== null;
          if (at < 0 && !hasEnded) return;
          waiting.delete(check);
          if (at < 0) return reject(new Error(`ended without ${pattern}: ${lines.join(' | ')}`));
          seen = at + 1;
          resolve(lines[at]!);
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Of a name, or all: Postgres and the shells that watch over it. */
export function processesOn(dataDir: string, name = ''): number[] {
  const isMeant = (command: string) => command.includes(join(dataDir, 'postgres')) && command.includes(name);
  if (existsSync('/proc/self/cmdline')) {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => {
        try {
          return pid > 0 && pid !== process.pid && isMeant(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          return false;
        }
      });
  }
  const table = spawnSync('ps', ['-ax', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n');
  return table.filter(isMeant).map((line) => Number.parseInt(line, 10));
}

export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await condition()); await delay(20)) {
    if (Date.now() > deadline) assert.fail(`never happened: ${what}`);
  }
}

export function postmasterOf(dataDir: string): number {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
}
