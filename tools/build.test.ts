import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildIfNeeded } from './build.ts';

const newTree = (t: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'build-test-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  write('web/src/root.tsx', 'one');
  const said: string[] = [];
  let builds = 0;
  const count = {
    name: 'Pretending',
    run: async () => {
      builds++;
      write('web/build/client/app.js', 'built');
    },
  };
  const build = (more: { force?: boolean; steps?: (typeof count)[] } = {}) =>
    buildIfNeeded({ root, say: (line) => said.push(line), steps: [count], ...more });
  return { write, said, build, builds: () => builds };
};

test('builds once, says its steps, and stays silent until a source changes', async (t) => {
  const { build, builds, said, write } = newTree(t);
  await build();
  assert.equal(said[0], 'Pretending');
  assert.match(said[1]!, /^Built in \d+\.\d s$/);
  await build();
  assert.equal(said.length, 2);
  for (const path of [
    'web/src/root.tsx',
    'web/vite.config.ts',
    'web/public/robots.txt',
    'contract/src/money.ts',
    'locales/en/site.json',
    'source/src/coins/universe.ts',
    'server/src/market/catalog/write-icons.ts',
    'package-lock.json',
  ]) {
    const before = builds();
    write(path, 'changed');
    await build();
    assert.equal(builds(), before + 1, path);
  }
});

test('what is not part of the pages does not make them old', async (t) => {
  const { build, builds, write } = newTree(t);
  await build();
  for (const path of [
    'web/src/root.test.tsx',
    'web/.react-router/types/a.ts',
    'web/node_modules/a/index.js',
    'server/src/main.ts',
    'docs/map.md',
  ])
    write(path, 'changed');
  await build();
  assert.equal(builds(), 1);
});

test('force builds again', async (t) => {
  const { build, builds } = newTree(t);
  await build();
  await build({ force: true });
  assert.equal(builds(), 2);
});

test('a build that failed after a good one is done again', async (t) => {
  const { build, builds } = newTree(t);
  await build();
  const broken = { name: 'Breaking', run: () => Promise.reject(new Error('no disk')) };
  await assert.rejects(build({ force: true, steps: [broken] }), /no disk/);
  await build();
  assert.equal(builds(), 2);
});

test('of several at once one builds and the others wait for it', async (t) => {
  const { build, builds, said } = newTree(t);
  await Promise.all([build(), build(), build()]);
  assert.equal(builds(), 1);
  assert.equal(said.filter((line) => line.startsWith('Waiting')).length, 2);
});
