import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

test('an address of IPv4 stands for itself, one of IPv6 for its network, however it is written', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
  for (const ip of ['2001:db8::1', '2001:db8::2:1', '2001:DB8:0:0:ffff::', '2001:0db8:0000:0000:1:2:3:4', '2001:db8:0:0::9%eth0'])
    assert.equal(networkOf(ip), '2001:db8:0:0::/64', ip);
  assert.equal(networkOf('2001:db8:0:1::1'), '2001:db8:0:1::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
});

test('a port or brackets make no new network, and what is no address at all shares one', () => {
  for (const address of ['192.0.2.7', '192.0.2.7:1', '192.0.2.7:65535']) assert.equal(networkOf(address), '192.0.2.7', address);
  for (const address of ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:4711'])
    assert.equal(networkOf(address), '2001:db8:0:0::/64', address);
  assert.equal(new Set(['', 'unknown', 'x1', 'x2', '1.2.3', '1.2.3.4.5', '192.0.2.7:1:2', '[::1', '999.0.0.1'].map(networkOf)).size, 1);
});
