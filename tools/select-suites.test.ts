import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { plantTree } from './testing/plant-tree.ts';
import { selectSuites } from './select-suites.ts';

const files = [
  'contract/src/money.test.ts',
  'server/src/market/board.test.ts',
  'server/src/market/board.ts',
  'web/src/live/socket.test.ts',
  'tools/tally.test.ts',
  'e2e/calls/site.test.ts',
  'e2e/faults/kill.test.ts',
  'e2e/journeys/spot.spec.ts',
];
const select = (t: TestContext, ...words: string[]): Record<string, readonly string[]> => {
  const rootDir = plantTree(t, Object.fromEntries(files.map((file) => [file, ''])));
  return Object.fromEntries(selectSuites(rootDir, words).map((selection) => [selection.name, selection.files]));
};

test('without words every suite runs with all its files', (t) => {
  assert.deepEqual(select(t), {
    verify: [],
    unit: ['contract/src/money.test.ts', 'server/src/market/board.test.ts', 'web/src/live/socket.test.ts', 'tools/tally.test.ts'].sort(),
    calls: ['e2e/calls/site.test.ts'],
    faults: ['e2e/faults/kill.test.ts'],
    journeys: ['e2e/journeys/spot.spec.ts'],
  });
});

test('a suite by name, a folder, a file, and several of them', (t) => {
  assert.deepEqual(Object.keys(select(t, 'unit')), ['unit']);
  assert.deepEqual(select(t, 'server/src/market/'), { unit: ['server/src/market/board.test.ts'] });
  assert.deepEqual(select(t, './e2e/journeys/spot.spec.ts'), { journeys: ['e2e/journeys/spot.spec.ts'] });
  assert.deepEqual(select(t, 'verify', 'e2e'), {
    verify: [],
    calls: ['e2e/calls/site.test.ts'],
    faults: ['e2e/faults/kill.test.ts'],
    journeys: ['e2e/journeys/spot.spec.ts'],
  });
});

test('a word that means nothing is refused, not run as nothing', (t) => {
  assert.throws(() => select(t, 'unti'), /'unti' is neither a suite \(verify, unit, calls, faults, journeys\) nor a path with tests/);
  assert.throws(() => select(t, 'server/src/market/board.ts'), /neither a suite/);
});
