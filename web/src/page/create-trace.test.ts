import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorReportRule } from '@tidemark/contract/site.ts';
import { createTrace } from './create-trace.ts';

const slow = { name: 'getAllSymbol', ms: errorReportRule.slowCallMs, requestId: 'request-1' } as const;

test('section 9: one visit in ten is traced', () => {
  assert.notEqual(
    createTrace(() => {}, 0.0999),
    undefined,
  );
  assert.equal(
    createTrace(() => {}, 0.1),
    undefined,
  );
});

test('a slow call is told by its name and id, a quick one and the report itself are not', () => {
  const told: unknown[] = [];
  const trace = createTrace((message, { requestId }) => told.push([message, requestId]), 0)!;
  trace({ ...slow, ms: errorReportRule.slowCallMs - 1 });
  trace({ ...slow, name: 'errorReport' });
  assert.deepEqual(told, []);
  trace(slow);
  assert.deepEqual(told, [['slow call: getAllSymbol', 'request-1']]);
});

test('a page in trouble does not make it worse', () => {
  let told = 0;
  const trace = createTrace(() => told++, 0)!;
  for (let at = 0; at < 100; at++) trace(slow);
  assert.equal(told, 5);
});
