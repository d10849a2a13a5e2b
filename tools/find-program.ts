// Where a program of the system lies, looked for also in the folders that only root has on its PATH.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const sbin = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin'];

const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** A name is looked for, a path is only checked. */
export const findProgram = (name: string, extraFolders: readonly string[] = []): string | null => {
  if (name.includes('/')) return canRun(name) ? name : null;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...sbin, ...extraFolders];
  return (
    folders
      .filter(Boolean)
      .map((folder) => join(folder, name))
      .find(canRun) ?? null
  );
};

/** Debian keeps the server programs of Postgres away from PATH, one folder per version. */
export const findPostgres = (): string | null => {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  return findProgram(
    'postgres',
    versions.map((version) => join(home, version, 'bin')),
  );
};
