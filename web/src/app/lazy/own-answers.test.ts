import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '@tidemark/contract/calls.ts';
import type { CallTable } from '@tidemark/contract/wire.ts';
import { isOwnAnswer, ownCalls } from './own-answers.ts';

test('every read that needs a log-in goes with its user, and no other one', () => {
  const needing = Object.entries<CallTable[string]>(calls).filter(([, { kind, who }]) => kind === 'read' && who === 'user');
  assert.deepEqual(ownCalls, needing.map(([name]) => name).toSorted());
  assert.ok(isOwnAnswer({ queryKey: ['listAlertLog', { pageNum: 2 }] }) && isOwnAnswer({ queryKey: ['listAlerts'] }));
  assert.ok(!isOwnAnswer({ queryKey: ['config', {}] }) && !isOwnAnswer({ queryKey: [] }));
});
