// The stand through its command: what it refuses, and, in the long run, a small one from beginning to end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '@tidemark/testbed/long-test.ts';
import type { StandFigures } from '../bench/stand/report.ts';
import { runNode } from './run-command.ts';

const stand = async (...args: readonly string[]) => runNode(['tools/stand.ts', ...args]);

test('a stand that cannot be meant is refused in a sentence, before anything starts', async () => {
  for (const [args, sentence] of [
    [['--sockets', '0'], /--sockets must be a whole number from 1 to 200000, not '0'\./],
    [['--sockets', '1000,many'], /--sockets must be a whole number from 1 to 200000, not 'many'\./],
    [['--web', '99'], /--web must be a whole number from 1 to 16, not '99'\./],
    [['--spokes', '3'], /Unknown option '--spokes'/],
  ] as const) {
    const { code, output } = await stand(...args);
    assert.equal(code, 1);
    assert.match(output, sentence);
    assert.match(output, /npm run stand -- /);
  }
});

longTest('two web processes hold 200 visitors each, and all of them are back after both were killed', async (t) => {
  const sizes = ['--sockets', '100,400', '--web', '2', '--seconds', '5', '--coins', '60', '--members', '50'];
  const { code, output } = await stand(...sizes, '--storm', '--json', '--minutes', '8');
  t.diagnostic(output);
  assert.equal(code, 0);
  const told = output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StandFigures | { kind: 'command' });
  const steps = told.filter((one) => one.kind === 'sockets');
  assert.deepEqual(
    steps.map(({ sockets, gaps, errors }) => [sockets, gaps, errors]),
    [
      [100, 0, 0],
      [400, 0, 0],
    ],
  );
  for (const { framesPerVisitor, beatP50Ms, tickP50Ms } of steps) assert.ok(framesPerVisitor > 1 && beatP50Ms >= 0 && tickP50Ms >= 0);
  const storm = told.find((one) => one.kind === 'storm')!;
  assert.deepEqual([storm.sockets, storm.loggedIn, storm.failedLogins], [400, 200, 0]);
});
