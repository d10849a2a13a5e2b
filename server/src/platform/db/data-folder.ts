// DATA_DIR on disk: who holds it, and where the embedded Postgres keeps its things.
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DataDirInUse, DatabaseUnreachable } from './errors.ts';
import { tryFileLock } from './file-lock.ts';

export interface DataFolder {
  readonly path: string;
  /** The Postgres cluster. It exists whole or not at all. */
  readonly cluster: string;
  readonly passwordFile: string;
  /** Private folder of the unix socket, empty at first. */
  readonly socketDir: string;
  release(): void;
}

// sockaddr_un holds 104 bytes on macOS and 108 on Linux, with the closing zero; Postgres adds its file name.
const longestSocketDir = 103 - '/.s.PGSQL.5432'.length;
const temporaryPrefix = 'tidemark-';

export function holdDataFolder(dataDir: string): DataFolder {
  const { path, unlock, ownerFile } = lock(dataDir);
  const run = join(path, 'run');
  const clearRun = () => {
    const temporary = linkTarget(run);
    if (temporary !== null && basename(temporary).startsWith(temporaryPrefix)) rmSync(temporary, { recursive: true, force: true });
    rmSync(run, { recursive: true, force: true });
  };
  clearRun();
  return {
    path,
    cluster: join(path, 'postgres'),
    passwordFile: join(path, 'postgres.password'),
    socketDir: makeSocketDir(run),
    release() {
      clearRun();
      rmSync(ownerFile, { force: true });
      unlock();
    },
  };
}

function makeSocketDir(run: string): string {
  if (Buffer.byteLength(run) <= longestSocketDir) {
    mkdirSync(run, { mode: 0o700 });
    return run;
  }
  const temporary = mkdtempSync(join(tmpdir(), temporaryPrefix));
  symlinkSync(temporary, run); // so that the next start can remove what kill -9 left
  return temporary;
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function lock(dataDir: string) {
  let unlock: (() => void) | null;
  let path: string;
  try {
    // As root, Postgres runs as another user, who has to pass through here (but need not list it).
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    path = realpathSync(dataDir);
    unlock = tryFileLock(join(path, 'instance.lock'));
  } catch (error) {
    throw new DatabaseUnreachable(`The data folder ${dataDir} cannot be used (${(error as Error).message}).`, { cause: error });
  }
  const ownerFile = join(path, 'instance.pid');
  if (!unlock) throw new DataDirInUse(path, readPid(ownerFile));
  writeFileSync(ownerFile, `${process.pid}\n`);
  return { path, unlock, ownerFile };
}

function readPid(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}
