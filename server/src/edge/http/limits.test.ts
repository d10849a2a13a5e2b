import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessRule } from '@tidemark/contract/access.ts';
import { createHandClock } from '#platform/clock.ts';
import { createAllowance, defaultLimits, weightOf } from './limits.ts';

test('addresses of one IPv6 network share an allowance, those of two do not', () => {
  const limits = { ...defaultLimits, perMinute: { ...defaultLimits.perMinute, read: 2 } };
  const allowance = createAllowance(limits, createHandClock(0));
  const isWelcome = (ip: string) => allowance.waitSeconds(ip, 'read') === null;
  assert.deepEqual(['2001:db8::1', '2001:db8::2', '2001:db8::3:4'].map(isWelcome), [true, true, false]);
  assert.equal(isWelcome('2001:db8:0:1::1'), true);
});

test('a request counts for what it asks for, and one that asks for too much does not use up a minute', () => {
  const weighed = { weight: { field: 'pageSize', per: 500 } };
  assert.deepEqual(
    [20, 501, 5_000, '5000', 'many', undefined].map((pageSize) => weightOf(weighed, { pageSize })),
    [1, 2, 10, 10, 1, 1],
  );
  assert.equal(weightOf(weighed, { pageSize: 1e12 }), 20);
  // An object that fails when it is turned into a number was a fault of ours once.
  const noNumbers: readonly unknown[] = [{ toString: 'x' }, { valueOf: null, toString: null }, null, true, NaN];
  assert.deepEqual(
    noNumbers.map((pageSize) => weightOf(weighed, { pageSize })),
    [1, 1, 1, 1, 1],
  );
});

test('a token has an allowance of its own, within that of its network, and uses up nobody else’s', () => {
  const perMinute = { ...defaultLimits.perMinute, read: 1_000, write: 100 };
  const clock = createHandClock(0);
  const allowance = createAllowance({ ...defaultLimits, perMinute }, clock);
  const welcome = (ip: string, asked: 'read' | 'write', token: string | null, times: number) =>
    Array.from({ length: times }, () => allowance.waitSeconds(ip, asked, { token })).filter((wait) => wait === null).length;
  assert.equal(welcome('10.0.0.1', 'read', 'a', 400), accessRule.readsPerMinute);
  assert.equal(welcome('10.0.0.2', 'read', 'a', 1), 0, 'wherever it asks from');
  assert.equal(welcome('10.0.0.1', 'write', 'a', 70), accessRule.changesPerMinute);
  assert.equal(welcome('10.0.0.1', 'read', 'b', 400), accessRule.readsPerMinute);
  assert.equal(welcome('10.0.0.1', 'read', 'c', 400), 200, 'what is left of its network');
  assert.equal(welcome('10.0.0.1', 'write', null, 100), 100, 'writes of a browser there');
  clock.advance(60_000);
  assert.equal(welcome('10.0.0.1', 'read', 'a', 1), 1);
});
