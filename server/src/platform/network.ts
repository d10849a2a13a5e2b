import { isIP } from 'node:net';

/** The address alone, of what some proxies write with a port or in brackets; null where it is none. */
export function plainAddress(address: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  return isIP(bare) === 0 ? null : bare;
}

/** The network of an address, as far as limits go: the owner of one IPv6 address has a whole /64 of them, however it is written. */
export function networkOf(address: string): string {
  const ip = plainAddress(address);
  // Texts that are no address share one allowance: made up names must not open new ones.
  if (ip === null) return 'unknown';
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = '', after] = ip.split('%', 1)[0]!.split('::', 2);
  const left = before === '' ? [] : before.split(':');
  const right = after ? after.split(':') : [];
  const gap = after === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => (parseInt(group, 16) || 0).toString(16))
    .join(':')}::/64`;
}
