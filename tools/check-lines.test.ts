import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, longestLine } from './check-lines.ts';
import { plantTree } from './testing/plant-tree.ts';

const line = (length: number): string => `// ${'x'.repeat(length - 3)}`;

test('a line that is too long is refused with its place, in code, markup, styles and data tables alike', (t) => {
  const problems = check(
    plantTree(t, {
      'server/src/fits.ts': `${line(longestLine)}\n${line(longestLine)}`,
      'server/src/long.ts': `export {};\n${line(longestLine + 1)}\n`,
      'server/src/coin-table.ts': line(longestLine + 2),
      'tools/run.mjs': line(longestLine + 1),
      'web/src/screen.tsx': `\n\n${line(longestLine + 1)}`,
      'web/src/styles/screen.css': `/* ${'x'.repeat(longestLine)} */`,
    }),
  );
  assert.deepEqual(
    problems.map(({ file, line: at }) => [file, at]),
    [
      ['server/src/coin-table.ts', 1],
      ['server/src/long.ts', 2],
      ['tools/run.mjs', 1],
      ['web/src/screen.tsx', 3],
      ['web/src/styles/screen.css', 1],
    ],
  );
  assert.ok(problems.every(({ isWarning }) => !isWarning));
});

test('data, statements of the database and build output are not looked at', (t) => {
  const rootDir = plantTree(t, {
    'server/src/market/coins.json': line(longestLine * 2),
    'server/migrations/0001_first.sql': line(longestLine * 2),
    'web/build/client/app.ts': line(longestLine * 2),
  });
  assert.deepEqual(check(rootDir), []);
});

test('the formatter breaks lines at the same length', () => {
  const settings = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as { printWidth: number };
  assert.equal(settings.printWidth, longestLine);
});
