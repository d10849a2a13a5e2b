import assert from 'node:assert/strict';
import { test } from 'node:test';
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
});
