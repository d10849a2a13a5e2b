import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { plantTree } from './testing/plant-tree.ts';
import { runNode } from './run-command.ts';

const head = "import { describe, it, test } from 'node:test';\n";
const program = (groups: readonly (readonly string[])[]): string => `
  import { runNodeTests } from ${JSON.stringify(new URL('./run-node-tests.ts', import.meta.url).href)};
  const tally = await runNodeTests({ rootDir: import.meta.dirname, groups: ${JSON.stringify(groups)}, silenceMs: 10_000,
    say: (line) => console.log(line) });
  console.log(JSON.stringify({ ...tally, timings: tally.timings.map(({ name }) => name) }));
`;

const sources = {
  'good.test.ts': `${head} test('one', (t) => t.diagnostic('20 requests in 1.5 s')); describe('group', () => { it('two', () => {}); });`,
  'bad.test.ts':
    `${head} describe('group', () => { it('holds', () => {}); it('breaks', () => { console.log('a hint'); throw new Error('seven ` +
    `is not eight'); }); });`,
  'skipping.test.ts':
    `${head} test('holds', () => {}); describe('whole group', { skip: 'no server here' }, () => { it('x', () => {}); }); ` +
    `test('later', { todo: true }, () => {});`,
  'root-only.test.ts': `${head} test('holds', () => {}); test('as root', { skip: 'this system cannot: not root' }, () => {});`,
  'empty.test.ts': 'export {};',
  'falling.test.ts': "throw new Error('before any test');",
  'hanging.test.ts': `${head} test('holds', () => { setInterval(() => {}, 1000); });`,
};

const runTree = async (t: TestContext, groups: readonly (readonly string[])[]) => {
  const rootDir = plantTree(t, { ...sources, 'run.ts': program(groups) });
  const { output } = await runNode([`${rootDir}/run.ts`], { env: { NODE_TEST_CONTEXT: undefined } });
  return {
    output,
    tally: JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<'passed' | 'failed' | 'skipped', number> &
      Record<'timings' | 'failures', string[]>,
  };
};

test('every outcome is counted once and told: passed, failed, skipped, empty, fallen over and never ending', async (t) => {
  const { output, tally } = await runTree(
    t,
    Object.keys(sources).map((file) => [file]),
  );
  const timings = tally.timings.toSorted();
  const { passed, failed, skipped } = tally;
  assert.deepEqual({ passed, failed, skipped, timings: timings.length }, { passed: 6, failed: 6, skipped: 1, timings: 6 }, output);
  assert.equal(timings[0], 'bad.test.ts: holds');
  assert.match(output, /ok {4}good\.test\.ts {2}2 passed {2}\([^\n]*\n\s+20 requests in 1\.5 s\n/, 'with what it wants seen');
  assert.match(output, /FAIL {2}bad\.test\.ts {2}1 passed, 1 failed/);
  assert.match(output, /breaks {2}\(line \d+\)\n\s+Error: seven is not eight/);
  assert.match(output, /a hint/);
  assert.match(output, /FAIL {2}empty\.test\.ts[^\n]*\n\s+there is no test in this file/);
  assert.match(output, /FAIL {2}falling\.test\.ts[^\n]*\n\s+the file did not run to its end/);
  assert.match(output, /before any test/);
  assert.match(output, /FAIL {2}hanging\.test\.ts {2}1 passed, 1 failed[^\n]*\n\s+the file did not end/);
});

test('a skipped test is a failure, unless the system cannot run it, and then it is named', async (t) => {
  const { output } = await runTree(t, [['skipping.test.ts'], ['root-only.test.ts']]);
  assert.match(output, /FAIL {2}skipping\.test\.ts {2}1 passed, 2 failed/);
  assert.match(output, /skipped: whole group: no server here\n\s+a test that is skipped proves nothing/);
  assert.match(output, /ok {4}root-only\.test\.ts {2}1 passed, 1 skipped[^\n]*\n\s+skipped: as root: this system cannot: not root/);
});

test('files that share a process are told apart', async (t) => {
  const { output, tally } = await runTree(t, [['good.test.ts', 'bad.test.ts', 'falling.test.ts', 'empty.test.ts']]);
  const { passed, failed, skipped, timings, failures } = tally;
  assert.deepEqual({ passed, failed, skipped, timings: timings.length }, { passed: 3, failed: 3, skipped: 0, timings: 3 }, output);
  assert.deepEqual(
    failures.map((failure) => failure.split('\n')[0]!).toSorted((a, b) => a.localeCompare(b)),
    ['bad.test.ts: breaks  (line 2)', 'empty.test.ts: there is no test in this file', 'falling.test.ts: the file did not run to its end'],
  );
  assert.match(output, /ok {4}good\.test\.ts {2}2 passed/);
  assert.match(output, /FAIL {2}bad\.test\.ts {2}1 passed, 1 failed/);
  assert.match(output, /FAIL {2}falling\.test\.ts {2}0 passed, 1 failed/);
  assert.match(output, /FAIL {2}empty\.test\.ts {2}0 passed, 1 failed/);
});

test('a process that a test leaves behind does not hold up the run', async (t) => {
  const leaving =
    `import { spawn } from 'node:child_process'; ${head} test('leaves', (t) => { const left = spawn('sleep', ['600'], { stdio: ` +
    `'inherit', detached: true }); left.unref(); t.diagnostic('left ' + left.pid); });`;
  const rootDir = plantTree(t, { 'leaving.test.ts': leaving, 'run.ts': program([['leaving.test.ts']]) });
  const { output } = await runNode([`${rootDir}/run.ts`], { env: { NODE_TEST_CONTEXT: undefined } });
  process.kill(Number(/left (\d+)/.exec(output)![1]));
  assert.match(output, /ok {4}leaving\.test\.ts {2}1 passed/);
});
