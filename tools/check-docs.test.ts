import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { loadConfig } from '../server/src/assembly/config.ts';
import { check } from './check-docs.ts';
import { type Files, plantTree } from './testing/plant-tree.ts';
import { problemLine } from './problem.ts';
import { rootDir } from './run-command.ts';
import { isTest, listFiles } from './source-tree.ts';

const tree: Files = {
  'README.md': 'See [the map](docs/map.md#roles), [elsewhere](https://example.com/x) and ![a picture](docs/a.png).',
  'CONTRIBUTING.md': 'Write `server/src/market/index.ts` and `e2e/calls/*.test.ts`, and ask `/v1/docs`.',
  'docs/map.md':
    '| `server/src/market/` | prices |\n| `locales/<locale>/errors.json` | words |\n| `web/src/ui/chart/` | charts in `scale.ts` |',
  'docs/a.png': '',
  'server/src/market/index.ts': '',
  'server/src/main.ts': '',
  'web/src/ui/chart/scale.ts': '',
  'e2e/calls/market.test.ts': '',
  'locales/en/errors.json': '{}',
};

const linesOf = (t: TestContext, changed: Files): string[] => check(plantTree(t, { ...tree, ...changed })).map(problemLine);

test('links, paths and patterns that are there pass', (t) => {
  assert.deepEqual(linesOf(t, {}), []);
});

const wrong: readonly (readonly [name: string, changed: Files, line: string])[] = [
  [
    'a path of the map that is not there',
    { 'docs/map.md': '`server/src/market/`\n`web/src/ui/old.ts`' },
    'docs/map.md:2: web/src/ui/old.ts is not there',
  ],
  [
    'a pattern that meets nothing',
    { 'CONTRIBUTING.md': '`contract/src/<room>.ts`' },
    'CONTRIBUTING.md:1: contract/src/<room>.ts is not there',
  ],
  [
    'a link that leads nowhere',
    { 'docs/news.md': 'As in [021](decisions/021-one.md).' },
    'docs/news.md:1: decisions/021-one.md is not there',
  ],
  [
    'a row of the specification without a test',
    { 'docs/specification.md': '| 21 | lists | `server/src/market/` | by reading |' },
    'docs/specification.md:1: row 21 names no test',
  ],
  [
    'a test that has another name',
    {
      'docs/specification.md':
        '| 21, 22 | lists | `server/src/market/` | `e2e/calls/market.test.ts`: a list<br>`e2e/calls/market.test.ts`: a page |',
      'e2e/calls/market.test.ts': "test('a list', async () => {});",
    },
    "docs/specification.md:1: e2e/calls/market.test.ts has no test 'a page'",
  ],
  ['a room without a line', { 'server/src/loans/index.ts': '' }, 'docs/map.md: has no line for server/src/loans/'],
];
for (const [name, changed, line] of wrong) {
  test(`${name} is refused`, (t) => {
    assert.deepEqual(linesOf(t, changed), [line]);
  });
}

test('docs/settings.md has every setting that the program reads, and no other; README names some of them', () => {
  const read = new Set<string>();
  loadConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  const namesIn = (file: string) =>
    [...readFileSync(join(rootDir, file), 'utf8').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
      cell!.match(/[A-Z_]+/g)!,
    );
  // Each may stand in a file instead; that is said once for all of them.
  const settings = [...read].filter((name) => !(name.endsWith('_FILE') && read.has(name.slice(0, -'_FILE'.length))));
  assert.deepEqual(namesIn('docs/settings.md').sort(), settings.sort());
  assert.deepEqual(
    namesIn('README.md').filter((name) => !read.has(name)),
    [],
  );
});

const commonChanges = (): ReadonlyMap<string, readonly string[]> => {
  const [, table = ''] = /^## Ten common changes\n([^]*?)^## /m.exec(readFileSync(join(rootDir, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  const rows = [...table.matchAll(/^\| (an? [^|]+) \| (.+) \|$/gm)];
  return new Map(rows.map(([, change, places]) => [change!, [...places!.matchAll(/`([^`]+)`/g)].map(([, place]) => place!)]));
};

test('CONTRIBUTING names the places of ten common changes, at most six each', () => {
  const changes = commonChanges();
  assert.equal(changes.size, 10);
  for (const [change, places] of changes) assert.ok(places.length > 0 && places.length <= 6, `${change}: ${places.join(', ')}`);
});

/** Tables with a row for each: its type refuses a new one without a row, so the author of one comes to these files. */
const tablesOf: Readonly<Record<string, RegExp>> = {
  'an alert channel': /Record<(?:NoticeChannel|Carried),|\[noticeChannel\.sms\]:/,
  'a metric of the trading data': /Record<(?:PairMetric|AnyMetric|Metric),|\[M in Metric\]:/,
  'a screen': /Record<PageName,/,
};
for (const [change, table] of Object.entries(tablesOf)) {
  test(`${change} is asked for in the files that CONTRIBUTING names, and in no other`, () => {
    const places = commonChanges().get(change)!;
    const tables = listFiles(rootDir, ['contract', 'source', 'simulator', 'server', 'web'], ['.ts', '.tsx']).filter(
      (file) => !isTest(file) && table.test(readFileSync(join(rootDir, file), 'utf8').replace(/Partial<Record<\w+,/g, '')),
    );
    assert.deepEqual(
      tables.filter((file) => !places.includes(file)),
      [],
    );
    assert.ok(tables.length > 0);
  });
}
