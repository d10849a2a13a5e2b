import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listFiles, packageFolders } from './source-tree.ts';

test('a file is found by fileURLToPath: the pathname of its URL is wrong where a folder has a space or an umlaut', () => {
  const rootDir = fileURLToPath(new URL('..', import.meta.url));
  const pattern = /import\.meta\.url\)\s*\.pathname/;
  const wrong = listFiles(rootDir, packageFolders, ['.ts', '.tsx', '.mjs']).filter((path) =>
    pattern.test(readFileSync(join(rootDir, path), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});
