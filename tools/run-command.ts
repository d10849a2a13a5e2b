import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a program with the Node that runs us; its output comes back whole, or goes to the terminal with `live`. */
export const runNode = (
  args: readonly string[],
  { live = false, env = {} }: { live?: boolean; env?: Record<string, string | undefined> } = {},
): Promise<CommandResult> => {
  const child = spawn(process.execPath, args, {
    cwd: rootDir,
    env: { ...process.env, ...env },
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const endWithUs = (): void => void child.kill();
  process.once('exit', endWithUs);
  let output = '';
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', endWithUs);
      resolve({ code: code ?? 1, output });
    });
  });
};

export const packageFile = (path: string): string => join(rootDir, 'node_modules', path);

export const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
