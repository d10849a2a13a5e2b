import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJourneyReport, tellFiles, type JourneyReport } from './journey-report.ts';

const reported = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped', duration: number, description?: string) => ({
  projectName: 'desktop',
  status,
  annotations: description === undefined ? [] : [{ type: 'skip', description }],
  results: [{ duration }],
});
const broken = { ...reported('unexpected', 40), results: [{ duration: 40, error: { message: '\u001b[31mno button\u001b[39m' } }] };
const report: JourneyReport = {
  suites: [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [
        { title: 'one', file: 'a.spec.ts', tests: [reported('expected', 1200), { ...reported('expected', 800), projectName: 'phone' }] },
      ],
      suites: [{ title: 'group', file: 'a.spec.ts', specs: [{ title: 'two', file: 'a.spec.ts', tests: [broken] }] }],
    },
    {
      title: 'b.spec.ts',
      file: 'b.spec.ts',
      specs: [
        { title: 'three', file: 'b.spec.ts', tests: [reported('flaky', 5)] },
        { title: 'four', file: 'b.spec.ts', tests: [reported('skipped', 0, 'not today')] },
        { title: 'five', file: 'b.spec.ts', tests: [reported('skipped', 0, 'this system cannot: show notices')] },
      ],
    },
  ],
  errors: [{ message: 'a hook fell over' }],
};

test('what passed at once has passed; what failed, passed on a second try, was left out or went wrong outside of a test has failed', () => {
  const { passed, failed, skipped } = readJourneyReport(report).tally;
  assert.deepEqual({ passed, failed, skipped }, { passed: 2, failed: 4, skipped: 1 });
});

test('every test has its time, by a name that finds it', () => {
  assert.deepEqual(readJourneyReport(report).tally.timings.slice(0, 3), [
    { name: 'e2e/journeys/a.spec.ts: one', ms: 1200 },
    { name: 'e2e/journeys/a.spec.ts: one (phone)', ms: 800 },
    { name: 'e2e/journeys/a.spec.ts: group: two', ms: 40 },
  ]);
});

test('what failed is named with the reason, in plain text', () => {
  assert.deepEqual(readJourneyReport(report).tally.failures, [
    'e2e/journeys/a.spec.ts: group: two\nno button',
    'e2e/journeys/b.spec.ts: three\n',
    'e2e/journeys/b.spec.ts: four\nskipped: not today',
    'journeys, outside of any test: {"message":"a hook fell over"}',
  ]);
});

test('each file has a line with its counts and its time, and a failure or a skip its reason', () => {
  assert.deepEqual(tellFiles(readJourneyReport(report)), [
    'FAIL  e2e/journeys/a.spec.ts  2 passed, 1 failed  (2.0 s)',
    '      group: two: no button',
    'FAIL  e2e/journeys/b.spec.ts  0 passed, 2 failed, 1 skipped  (0.0 s)',
    '      three: ',
    '      four: skipped: not today',
    '      five: skipped: this system cannot: show notices',
  ]);
});
