import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTallies, closingLine, emptyTally, failureLines, isProof, slowestLines } from './tally.ts';

test('the closing line names skipped tests only when there are any', () => {
  assert.equal(closingLine({ passed: 3, failed: 1, skipped: 0 }), '3 passed, 1 failed');
  assert.equal(closingLine({ passed: 3, failed: 0, skipped: 2 }), '3 passed, 0 failed, 2 skipped');
});

test('sums add up, and nothing adds up to nothing', () => {
  assert.deepEqual(
    addTallies([
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]),
    { passed: 11, failed: 22, skipped: 33, timings: [], computed: [], failures: [] },
  );
  assert.deepEqual(addTallies([]), emptyTally);
});

test('a failure, or a run without a test, proves nothing', () => {
  assert.equal(isProof({ passed: 5, failed: 0, skipped: 1 }), true);
  assert.equal(isProof({ passed: 5, failed: 1, skipped: 0 }), false);
  assert.equal(isProof({ passed: 0, failed: 0, skipped: 4 }), false);
});

test('what failed is told again by its place, with the first lines of the reason', () => {
  const reason = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n\n');
  const lines = failureLines([`a.test.ts: one\n${reason}`, 'b.test.ts: two']);
  assert.deepEqual(lines.slice(0, 3), ['FAIL  a.test.ts: one', '      line 0', '      line 1']);
  assert.equal(lines.length, 15);
  assert.equal(lines.at(-1), 'FAIL  b.test.ts: two');
});

test('the slowest come first, as many as asked for', () => {
  const timings = [
    { name: 'quick', ms: 20 },
    { name: 'slow', ms: 12_340 },
    { name: 'middling', ms: 900 },
  ];
  assert.deepEqual(slowestLines(timings, 2), ['   12.3 s  slow', '    0.9 s  middling']);
});
