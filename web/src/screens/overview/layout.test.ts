import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overviewModules } from '@tidemark/contract/site.ts';
import { defaultLayout, defaultOrder, moved, readLayout, writeLayout } from './layout.ts';

test('every module has its place', () => {
  assert.deepEqual(defaultOrder.toSorted(), overviewModules.toSorted());
});

test('what was arranged comes back from its text; what is as it comes needs none', () => {
  assert.equal(writeLayout(defaultLayout), '');
  assert.deepEqual(readLayout(''), defaultLayout);
  const own = { order: moved(moved(defaultOrder, 'fearIndex', -1), 'industryTrend', -1), hidden: ['aiIndex' as const] };
  assert.match(writeLayout(own), /^[\w.-]{1,260}$/, 'fits into the cookie');
  assert.deepEqual(readLayout(writeLayout(own)), own);
});

test('text from elsewhere never loses or doubles a module', () => {
  for (const text of ['nonsense', '-fearIndex', 'fearIndex.fearIndex.-fearIndex', 'aiIndex.', '...', '-']) {
    assert.deepEqual(readLayout(text).order.toSorted(), overviewModules.toSorted(), text);
  }
  assert.deepEqual(readLayout('-fearIndex').hidden, ['fearIndex']);
});

test('moving stops at both ends', () => {
  assert.equal(moved(defaultOrder, defaultOrder[0]!, -1), defaultOrder);
  assert.equal(moved(defaultOrder, defaultOrder.at(-1)!, 1), defaultOrder);
});
