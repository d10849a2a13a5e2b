import { BlockList, isIP } from 'node:net';

/**
 * loopback: this machine. private: no address of the open internet, such as those of an office, of a cloud's own services, or unassigned.
 */
export type Reach = 'public' | 'private' | 'loopback';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** IANA's registers of special addresses; a mapped IPv4 address counts as the one it stands for. */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  special.addSubnet(net, bits, 'ipv6');

/** A text that is no address at all is not public. */
export function reachOf(address: string): Reach {
  const plain = address.split('%', 1)[0]!;
  const version = isIP(plain);
  if (version === 0) return 'private';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return loopback.check(plain, family) ? 'loopback' : special.check(plain, family) ? 'private' : 'public';
}
