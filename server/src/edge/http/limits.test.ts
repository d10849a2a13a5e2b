import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createAllowance, defaultLimits } from './limits.ts';

test('addresses of one IPv6 network share an allowance, those of two do not', () => {
  const limits = { ...defaultLimits, perMinute: { ...defaultLimits.perMinute, read: 2 } };
  const allowance = createAllowance(limits, createHandClock(0));
  const isWelcome = (ip: string) => allowance.waitSeconds(ip, 'getAllSymbol') === null;
  assert.deepEqual(['2001:db8::1', '2001:db8::2', '2001:db8::3:4'].map(isWelcome), [true, true, false]);
  assert.equal(isWelcome('2001:db8:0:1::1'), true);
});
