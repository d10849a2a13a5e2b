import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, lookTwiceAt, stopAt } from './check-sizes.ts';
import { plantTree } from './testing/plant-tree.ts';

const lines = (count: number): string => 'export {};\n'.repeat(count);

test('architecture 7: a file over the end is refused, one over the look-twice mark is only told; style sheets may be longer', (t) => {
  const problems = check(
    plantTree(t, {
      'server/src/at-mark.ts': lines(lookTwiceAt),
      'server/src/over-mark.ts': lines(lookTwiceAt + 1),
      'web/src/at-end.tsx': lines(stopAt),
      'web/src/over-end.ts': lines(stopAt + 1),
      'web/src/styles/at-end.css': lines(stopAt * 2),
      'web/src/styles/over-end.css': lines(stopAt * 2 + 1),
    }),
  );
  assert.deepEqual(
    problems.map(({ file, isWarning }) => [file, isWarning === true]),
    [
      ['server/src/over-mark.ts', true],
      ['web/src/at-end.tsx', true],
      ['web/src/over-end.ts', false],
      ['web/src/styles/at-end.css', true],
      ['web/src/styles/over-end.css', false],
    ],
  );
});

test('data tables, data and build output are not looked at', (t) => {
  const rootDir = plantTree(t, {
    'contract/src/coin-table.ts': lines(stopAt * 3),
    'server/src/market/coins.json': lines(stopAt * 3),
    'web/build/client/app.ts': lines(stopAt * 3),
    'web/node_modules/x/x.ts': lines(stopAt * 3),
  });
  assert.deepEqual(check(rootDir), []);
});
