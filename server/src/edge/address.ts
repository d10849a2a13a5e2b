import type { IncomingMessage } from 'node:http';
import { plainAddress } from '#platform/network.ts';

/**
 * The client address of a request, as the framework reads it too. Each of our proxies appends the address of its peer to
 * X-Forwarded-For; entries before that are the client's own word, and a reader that believed them would take any address for true.
 */
export const addressReader =
  (proxies: number) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } }): string => {
    const forwardedFor = proxies > 0 ? headers['x-forwarded-for'] : undefined;
    const chain = typeof forwardedFor === 'string' ? forwardedFor.split(',').map((address) => address.trim()) : [];
    return plainAddress(chain[Math.max(0, chain.length - proxies)] ?? '') ?? socket.remoteAddress ?? '';
  };

/** The same for the framework: the first so many steps back, counted from us, are our own. */
export const trustHops =
  (proxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < proxies;
