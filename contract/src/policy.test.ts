import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { contentCalls } from './content.ts';
import { policy, policyFeatureNames, policyFeatureValues, policyStatuses, type Policy } from './policy.ts';

const japan: Policy = {
  country: 'JP',
  name: 'Japan',
  bloc: null,
  status: 'regulated',
  title: 'Japan: crypto is regulated',
  summary: '',
  since: Date.UTC(2017, 3, 1),
  sincePrecision: 'day',
  laws: [{ name: 'Payment Services Act', since: { at: Date.UTC(2017, 3, 1), precision: 'day' } }],
  regulators: ['Financial Services Agency'],
  features: { licence: 'registration' },
  milestones: [{ on: { at: Date.UTC(2017, 3, 1), precision: 'day' }, kind: 'registration', name: 'Payment Services Act' }],
  source: 'Financial Services Agency',
  link: 'https://www.fsa.go.jp/en/',
  checkedAt: Date.UTC(2025, 7, 1),
};

test('a policy says its status, what applies, since when, by which source and when it was checked', () => {
  assert.ok(v.is(policy, japan));
  assert.deepEqual(policyStatuses, ['legal', 'regulated', 'restricted', 'banned', 'unclear']);
  for (const wrong of [
    { country: 'Japan' },
    { country: 'jp' },
    { status: 'fine' },
    { features: { licence: 'perhaps' } },
    { checkedAt: null },
    { milestones: [{ on: '2017', kind: 'ban', name: 'x' }] },
  ])
    assert.ok(!v.is(policy, { ...japan, ...wrong }), JSON.stringify(wrong));
});

test('every feature that has values can be told, and none has to be', () => {
  assert.deepEqual(Object.keys(policyFeatureValues.entries), policyFeatureNames);
  assert.ok(v.is(policyFeatureValues, {}));
});

test('section 7: getCurrentModel is asked for all countries or for one', () => {
  const { path, input } = contentCalls.getCurrentModel;
  assert.equal(path, '/cms/quotesPage/getCurrentModel');
  assert.deepEqual(
    [{}, { country: 'JP' }, { country: 'Japan' }].map((asked) => v.is(input, asked)),
    [true, true, false],
  );
});
