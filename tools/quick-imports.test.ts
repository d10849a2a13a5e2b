// Imports in a small tree with two workspaces: every remembered lookup must stay what Node itself would have found.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { plantTree } from './testing/plant-tree.ts';

const workspace = (name: string) => ({
  [`${name}/package.json`]: '{ "type": "module", "imports": { "#word": "./src/word.ts" } }',
  [`${name}/src/word.ts`]: `export default '#${name}';`,
  [`${name}/src/first.ts`]: "import word from '#word'; import thing from 'thing'; export default [word, thing];",
  [`${name}/src/deep/second.ts`]:
    "import word from '#word'; import thing from 'thing'; import { createRequire } from 'node:module'; " +
    "export default [word, thing, createRequire(import.meta.url)('thing')];",
});
const thing = (folder: string, found: string) => ({
  [`${folder}/node_modules/thing/package.json`]: '{ "exports": { "import": "./thing.mjs", "require": "./thing.cjs" } }',
  [`${folder}/node_modules/thing/thing.mjs`]: `export default '${found}';`,
  [`${folder}/node_modules/thing/thing.cjs`]: `module.exports = '${found} required';`,
});
const main =
  "const found = []; for (const path of ['one/src/first.ts', 'one/src/deep/second.ts', 'two/src/first.ts', 'two/src/deep/second.ts']) " +
  'found.push((await import(`./${path}`)).default); console.log(JSON.stringify(found));';

test('a name means to each workspace what it meant without, imported and required', (t) => {
  const rootDir = plantTree(t, {
    'package.json': '{ "type": "module" }',
    'tools/quick-imports.ts': readFileSync(new URL('./quick-imports.ts', import.meta.url), 'utf8'),
    'tools/quick-start.ts': readFileSync(new URL('./quick-start.ts', import.meta.url), 'utf8'),
    'main.ts': main,
    ...workspace('one'),
    ...workspace('two'),
    ...thing('.', 'of all'),
    ...thing('two', 'of two'),
  });
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', './tools/quick-start.ts', 'main.ts'], {
    cwd: rootDir,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), [
    ['#one', 'of all'],
    ['#one', 'of all', 'of all required'],
    ['#two', 'of two'],
    ['#two', 'of two', 'of two required'],
  ]);
});
