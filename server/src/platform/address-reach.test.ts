import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachOf } from './address-reach.ts';

test('this machine, what is not of the open internet, and the rest, however it is written', () => {
  for (const address of ['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:0:0:1'])
    assert.equal(reachOf(address), 'loopback', address);
  const inner = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    'fd00::1',
    'fe80::1%eth0',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'fd00:ec2::254',
    'nonsense',
    '',
    '127.1',
  ];
  for (const address of inner) assert.equal(reachOf(address), 'private', address);
  for (const address of ['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])
    assert.equal(reachOf(address), 'public', address);
});
