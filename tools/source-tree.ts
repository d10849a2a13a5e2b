// The files of the tree that people write: no installed packages, no build output, no data.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const packageFolders = ['contract', 'source', 'simulator', 'server', 'web', 'testbed', 'e2e', 'bench', 'tools'] as const;

const notWritten = new Set(['node_modules', 'build', 'data', 'look', 'test-results']);

/** Paths below rootDir, relative to it, in a fixed order. A folder that does not exist has no files. */
export const listFiles = (rootDir: string, folders: readonly string[], extensions: readonly string[]): string[] => {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(rootDir, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!notWritten.has(entry.name)) visit(path);
      } else if (extensions.some((extension) => entry.name.endsWith(extension))) {
        found.push(path);
      }
    }
  };
  for (const folder of folders) if (existsSync(join(rootDir, folder))) visit(folder);
  return found.sort();
};

export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
