// A small tree in a temporary folder for the tests of the checks; gone when the test ends.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

export type Files = Readonly<Record<string, string>>;

export const plantTree = (t: TestContext, files: Files): string => {
  const rootDir = mkdtempSync(join(tmpdir(), 'tidemark-tree-'));
  t.after(() => rmSync(rootDir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(rootDir, path)), { recursive: true });
    writeFileSync(join(rootDir, path), text);
  }
  return rootDir;
};
