import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { budgetBytes, budgets, bundleTable, check, readBundle } from './check-bundle.ts';
import { type Files, plantTree } from './testing/plant-tree.ts';

/** Text that gzip cannot make smaller than about its count of random bytes. */
const noise = (bytes: number): string => {
  let text = '';
  for (let turn = 0; text.length < bytes * 2; turn++) text += createHash('sha512').update(String(turn)).digest('hex');
  return text.slice(0, bytes * 2);
};

const assets = (module: string, imports: readonly string[] = []) => ({
  module: `/assets/${module}.js`,
  imports: imports.map((name) => `/assets/${name}.js`),
});

const builtSite = (spotBytes: number, chartBytes = 10): Files => ({
  'web/build/word-files.json': JSON.stringify({
    '/assets/shell.js': ['/assets/words/site.*.1.js'],
    '/assets/rank.js': ['/assets/words/rank.*.1.js'],
  }),
  'web/build/client/assets/manifest-1.js': `window.__reactRouterManifest=${JSON.stringify({
    url: '/assets/manifest-1.js',
    entry: assets('entry', ['react']),
    routes: {
      root: { id: 'root', path: '', ...assets('root', ['react', 'shell']) },
      spot: {
        id: 'spot',
        parentId: 'root',
        path: ':locale?/markets/spot/*',
        ...assets('spot', ['table']),
        clientLoaderModule: '/assets/spot-loader.js',
      },
      data: { id: 'data', parentId: 'root', path: ':locale?/markets/trading-data/*', ...assets('data') },
      rank: { id: 'rank', parentId: 'root', path: ':locale?/markets/rank', ...assets('rank', ['chart']) },
    },
  })};`,
  ...Object.fromEntries(
    ['entry', 'react', 'root', 'shell', 'table', 'spot-loader', 'rank', 'chart', 'data'].map((name) => [
      `web/build/client/assets/${name}.js`,
      `// ${name}`,
    ]),
  ),
  'web/build/client/assets/words/rank.en.1.js': 'export default {"rank.title":"Top gainers today"}',
  'web/build/client/assets/spot.js': `// ${noise(spotBytes)}`,
  'web/build/client/assets/canvas-lines-1.js': `// ${noise(chartBytes)}`,
  'web/build/client/assets/words/site.en.1.js': 'export default {a:"Top gainers",b:"Turnover today"}',
  'web/build/client/assets/words/site.ar.1.js':
    'export default {a:"الأكثر ارتفاعا",b:"حجم التداول"} // and more of it, so that it is the dearer one',
});

test('everything the first route loads is counted once: entry, parents, its modules, their imports, the dearest words it names', (t) => {
  const files = readBundle(plantTree(t, builtSite(10))) ?? [];
  assert.deepEqual(
    files.map(({ file }) => file.replace('/assets/', '')),
    ['manifest-1.js', 'entry.js', 'react.js', 'root.js', 'shell.js', 'spot.js', 'table.js', 'spot-loader.js', 'words/site.ar.1.js'],
  );
  assert.match(bundleTable(files).at(-1) ?? '', /in all for \/markets\/spot, of 154\.0 kB/);
});

test('a build without words is refused', (t) => {
  const { 'web/build/word-files.json': _, ...withoutWords } = builtSite(10);
  assert.match(check(plantTree(t, withoutWords))[0]?.text ?? '', /words of no language/);
});

test('a bundle within the budget passes, one over it is refused with its size', (t) => {
  assert.deepEqual(check(plantTree(t, builtSite(1000))), []);
  const problems = check(plantTree(t, builtSite(budgetBytes)));
  assert.equal(problems.length, 1);
  assert.match(problems[0]?.text ?? '', /loads 1[5-9]\d\.\d kB of JavaScript gz; the budget is 154\.0 kB/);
});

test('the trading data have a budget of their own, charts included', (t) => {
  const files = readBundle(plantTree(t, builtSite(10)), budgets[1]) ?? [];
  assert.ok(files.some(({ file, broughtBy }) => file === '/assets/canvas-lines-1.js' && broughtBy === 'late'));
  assert.match(
    check(plantTree(t, builtSite(10, 230_000)))[0]?.text ?? '',
    /trading-data\/trading loads 2[3-6]\d\.\d kB of JavaScript gz; the budget is 220\.0 kB/,
  );
});

test('no build, or a build without the first route, is refused and not passed over', (t) => {
  assert.match(check(plantTree(t, { 'web/x.ts': '' }))[0]?.text ?? '', /no build to measure/);
  const manifest = `window.__reactRouterManifest=${JSON.stringify({ url: '/assets/manifest-1.js', entry: assets('entry'), routes: {} })};`;
  assert.match(check(plantTree(t, { 'web/build/client/assets/manifest-1.js': manifest }))[0]?.text ?? '', /no route for \/markets\/spot/);
});
