// `npm run stand`: the real program in as many processes as wanted, and a crowd of live sockets before it (docs/scale.md).
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNetwork } from '../bench/stand/network.ts';
import { readOptions, usage, WrongOption, type StandOptions } from '../bench/stand/options.ts';
import { buildIfNeeded } from './build.ts';
import { rootDir } from './run-command.ts';

const args = process.argv.slice(2);
let options: StandOptions;
try {
  options = readOptions(args);
} catch (error) {
  if (!(error instanceof WrongOption)) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exit(1);
}
await buildIfNeeded();
const { network, close } = openNetwork();
const folder = mkdtempSync(join(tmpdir(), 'tidemark-stand-'));
// Postgres runs as another user.
chmodSync(folder, 0o755);
process.once('exit', () => {
  close();
  rmSync(folder, { recursive: true, force: true });
});
// A socket is an open file on either side, and the system's usual number of them is too small for a crowd.
const files = Math.max(...options.sockets) + 2_000;
const raised = `ulimit -n ${files} 2>/dev/null || ulimit -n "$(ulimit -Hn)"; exec "$@"`;
const [program, ...rest] = [...network.enter.servers, 'sh', '-c', raised, 'sh', process.execPath, 'bench/stand/stand.ts', ...args];
const stand = spawn(program!, rest, {
  cwd: rootDir,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, TMPDIR: folder, STAND_NETWORK: JSON.stringify(network) },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stand.kill(signal));
stand.on('close', (code) => {
  process.exitCode = code ?? 1;
});
