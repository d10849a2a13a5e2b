// Makes the Postgres cluster on the first start: under another name, renamed to its place when whole, so that a
// kill at any moment leaves either no cluster or a good one.
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { newToken } from '#platform/ids.ts';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { DatabaseUnreachable } from './errors.ts';
import type { RunAs } from './run-as.ts';

export const databaseName = 'tidemark';
export const roleName = 'tidemark';
/** Nothing of our own environment (secrets, PG* settings, languages) reaches the programs of Postgres. */
export const cleanEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };

const unfinishedPrefix = 'postgres.unfinished-';

/** Gives the password of the cluster. */
export async function ensureCluster(folder: DataFolder, binaries: Binaries, runAs: RunAs, onStep: (step: string) => void): Promise<string> {
  removeUnfinished(folder.path);
  if (!existsSync(folder.cluster)) {
    onStep('Making the database (first start)');
    return createCluster(folder, binaries, runAs);
  }
  const version = readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== binaries.major) {
    throw new DatabaseUnreachable(
      `The database in ${folder.cluster} was made by Postgres ${version}, and this is Postgres ${binaries.major}; move the ` +
        'data over with pg_upgrade, or set DATA_DIR to another folder.',
    );
  }
  runAs.own(folder.cluster);
  try {
    return readFileSync(folder.passwordFile, 'utf8').trim();
  } catch (cause) {
    throw new DatabaseUnreachable(
      `The password of the database cannot be read from ${folder.passwordFile}; put the file back, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

async function createCluster({ path, cluster, passwordFile, socketDir }: DataFolder, binaries: Binaries, runAs: RunAs): Promise<string> {
  const password = newToken(32);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flush: true });
  // A copy that the user who runs Postgres may read, gone before anything is served.
  const passwordForInitdb = join(socketDir, 'password');
  writeFileSync(passwordForInitdb, password, { mode: 0o600 });
  runAs.own(passwordForInitdb);
  // A name of its own each time: the initdb of a start that was killed may still be writing into an earlier one.
  const unfinished = mkdtempSync(join(path, unfinishedPrefix));
  runAs.own(unfinished);

  await run(runAs, [
    binaries.initdb,
    '--pgdata',
    unfinished,
    '--username',
    roleName,
    '--auth',
    'scram-sha-256',
    '--pwfile',
    passwordForInitdb,
    '--encoding',
    'UTF8',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--locale',
    'C',
    '--no-instructions',
  ]);
  rmSync(passwordForInitdb);
  await run(runAs, [binaries.postgres, '--single', '-D', unfinished, 'postgres'], `CREATE DATABASE ${databaseName};\n`);
  renameSync(unfinished, cluster);
  flushFolder(path);
  return password;
}

function removeUnfinished(path: string): void {
  for (const name of readdirSync(path)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    try {
      rmSync(join(path, name), { recursive: true, force: true });
    } catch {
      // an initdb without a parent is still adding to it; a later start removes it
    }
  }
}

/** A rename is safe from power loss only when the folder that lists the name is on disk. */
function flushFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function run(runAs: RunAs, commandLine: readonly string[], input = ''): Promise<void> {
  const [command = '', ...args] = [...runAs.prefix, ...commandLine];
  const child = spawn(command, args, { ...runAs.ids, cwd: '/', env: cleanEnvironment, stdio: ['pipe', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2_000)));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new DatabaseUnreachable(`The database could not be made: ${complaint.trim().split('\n').at(-1) ?? `code ${code}`}`));
    });
  });
}
