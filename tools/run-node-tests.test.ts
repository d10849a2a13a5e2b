import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plantTree } from './plant-tree.ts';
import { runNode } from './run-command.ts';

const head = "import { describe, it, test } from 'node:test';\n";
const program = (files: readonly string[]): string => `
  import { runNodeTests } from ${JSON.stringify(new URL('./run-node-tests.ts', import.meta.url).href)};
  const tally = await runNodeTests({ rootDir: import.meta.dirname, files: ${JSON.stringify(files)}, silenceMs: 2000, say: (line) => console.log(line) });
  console.log(JSON.stringify(tally));
`;

test('every outcome is counted once and told: passed, failed, skipped, empty, fallen over and never ending', async (t) => {
  const sources = {
    'good.test.ts': `${head} test('one', () => {}); describe('group', () => { it('two', () => {}); });`,
    'bad.test.ts': `${head} describe('group', () => { it('holds', () => {}); it('breaks', () => { console.log('a hint'); throw new Error('seven is not eight'); }); });`,
    'skipping.test.ts': `${head} test('holds', () => {}); describe('whole group', { skip: 'no server here' }, () => { it('x', () => {}); }); test('later', { todo: true }, () => {});`,
    'empty.test.ts': 'export {};',
    'falling.test.ts': "throw new Error('before any test');",
    'hanging.test.ts': `${head} test('holds', () => { setInterval(() => {}, 1000); });`,
  };
  const rootDir = plantTree(t, { ...sources, 'run.ts': program(Object.keys(sources)) });
  // A run inside a run would be taken for a subtest; its own process knows nothing of this one.
  const { output } = await runNode([`${rootDir}/run.ts`], { env: { NODE_TEST_CONTEXT: undefined } });
  assert.deepEqual(JSON.parse(output.trim().split('\n').at(-1) ?? ''), { passed: 5, failed: 4, skipped: 2 }, output);
  assert.match(output, /ok {4}good\.test\.ts {2}2 passed {2}\(/);
  assert.match(output, /FAIL {2}bad\.test\.ts {2}1 passed, 1 failed/);
  assert.match(output, /breaks {2}\(line \d+\)\n\s+Error: seven is not eight/);
  assert.match(output, /a hint/);
  assert.match(output, /ok {4}skipping\.test\.ts {2}1 passed, 2 skipped/);
  assert.match(output, /skipped: whole group: no server here/);
  assert.match(output, /FAIL {2}empty\.test\.ts[^\n]*\n\s+there is no test in this file/);
  assert.match(output, /FAIL {2}falling\.test\.ts[^\n]*\n\s+the file did not run to its end/);
  assert.match(output, /before any test/);
  assert.match(output, /FAIL {2}hanging\.test\.ts {2}1 passed, 1 failed[^\n]*\n\s+the file did not end/);
});
