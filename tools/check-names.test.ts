import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './check-names.ts';
import { plantTree } from './testing/plant-tree.ts';

const refusedFiles = [
  'server/src/market/utils.ts',
  'server/src/helpers/board.ts',
  'web/src/common/x.ts',
  'contract/src/misc.ts',
  'web/src/shared/x.ts',
  'contract/src/constants.ts',
  'contract/src/types.ts',
  'web/src/hooks/use-x.ts',
  'server/src/market/manager.ts',
  'server/src/market/service.ts',
  'server/src/market/date-utils.ts',
  'server/src/market/order-service.ts',
];

for (const file of refusedFiles) {
  test(`architecture 7: ${file} says that the room was not found`, (t) => {
    const problems = check(plantTree(t, { [file]: 'export const x = 1;' }));
    assert.equal(problems.length, 1);
    assert.match(problems[0]?.text ?? '', /room was not found/);
  });
}

for (const file of ['web/src/ui/PriceCell.tsx', 'server/src/market/price_cell.ts', 'web/src/screens/leadingDetail/index.tsx']) {
  test(`architecture 7: ${file} is not kebab-case`, (t) => {
    const problems = check(plantTree(t, { [file]: 'export const x = 1;' }));
    assert.equal(problems.length, 1);
    assert.match(problems[0]?.text ?? '', /kebab-case/);
  });
}

test('a folder is told once, however many files it has', (t) => {
  const problems = check(plantTree(t, { 'web/src/utils/a.ts': '', 'web/src/utils/b.ts': '' }));
  assert.deepEqual(
    problems.map(({ file }) => file),
    ['web/src/utils'],
  );
});

test('plain names pass', (t) => {
  const files = ['web/src/entry.client.tsx', 'server/src/market/board.test.ts', 'contract/src/money.ts', 'web/public/service-worker.ts'];
  assert.deepEqual(check(plantTree(t, Object.fromEntries(files.map((file) => [file, 'export const x = 1;'])))), []);
});

test('a default export is refused in each of its spellings', (t) => {
  const problems = check(
    plantTree(t, {
      'server/src/a.ts': 'const a = 1;\nexport default a;',
      'server/src/b.ts': 'export default function b() {}',
      'server/src/c.ts': 'const c = 1; export { c as default };',
      'server/src/d.ts': "export { default } from './a.ts';",
      'server/src/e.ts': 'export const e = 1;',
    }),
  );
  assert.deepEqual(
    problems.map(({ file, line }) => `${file}:${line}`),
    ['server/src/a.ts:2', 'server/src/b.ts:1', 'server/src/c.ts:1', 'server/src/d.ts:1'],
  );
});

test('a default export passes where a tool asks for one', (t) => {
  const code = 'export default function x() {}';
  const problems = check(
    plantTree(t, {
      'web/src/routes.ts': "export default [route('markets/spot', 'screens/spot/index.tsx'), layout('app/layout.tsx', [])];",
      'web/src/screens/spot/index.tsx': code,
      'web/src/app/layout.tsx': code,
      'web/src/root.tsx': code,
      'web/src/entry.server.tsx': code,
      'web/vite.config.ts': code,
      'web/src/screens/spot/row.tsx': code,
    }),
  );
  assert.deepEqual(
    problems.map(({ file }) => file),
    ['web/src/screens/spot/row.tsx'],
  );
});
