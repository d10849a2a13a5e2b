// Messages to addresses that users gave. The receiver may be hostile: only https to public addresses, looked up once and pinned, no
// redirects, an answer of which no more is read than it takes to understand it, and a whole exchange that ends in time.
import { Resolver, lookup } from 'node:dns/promises';
import { Agent, request, type Dispatcher } from 'undici';
import { reachOf } from './address-reach.ts';
import { allowedAddresses, guardedLookup, LeadsAway, literalOf, type Guard } from './guarded-lookup.ts';

export interface AddressRules {
  /** Plain http too: for trying things out on one machine. */
  readonly allowHttp: boolean;
  /** Hosts that may be named although they are not public: 'hooks.office.example' or '127.0.0.1:9000'. */
  readonly privateHosts: readonly string[];
  /** The User-Agent header of requests. */
  readonly userAgent?: string;
  /** For tests. */
  readonly resolve?: Guard['resolve'];
  readonly isPublic?: Guard['isAllowed'];
  readonly timeoutMs?: number;
}

export interface Answer {
  readonly status: number;
  /** Its beginning. */
  readonly text: string;
  /** The Retry-After header as it stands. */
  readonly retryAfter: string | null;
}

/** No server answered. Says nothing of the address: it may hold a secret. */
export class NotReached extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotReached';
  }
}

export type AddressProblem = 'invalid' | 'private' | 'unknown';

export interface AddressClient {
  isNamed(url: URL): boolean;
  /** null: messages may go there. unknown: its name leads nowhere at this moment. */
  problemOf(address: string): Promise<AddressProblem | null>;
  post(address: string, message: { readonly headers: Readonly<Record<string, string>>; readonly body: string }): Promise<Answer>;
  close(): Promise<void>;
}

const usualTimeoutMs = 5_000;
const mostBytes = 1_024;
const lookupMs = 2_000;

/** Not by the system's own lookup: a name server that does not answer would hold up one of the few threads of the whole process. */
const resolver = new Resolver({ timeout: lookupMs, tries: 1 });
const publicAddressesOf = async (hostname: string): Promise<readonly string[]> => {
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
};

export function createAddressClient({
  allowHttp,
  privateHosts,
  userAgent,
  resolve = publicAddressesOf,
  isPublic = (address) => reachOf(address) === 'public',
  timeoutMs = usualTimeoutMs,
}: AddressRules): AddressClient {
  const guard: Guard = { resolve, isAllowed: isPublic };
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxHeaderSize: 8_192 };
  const open = new Agent({ ...limits, connect: { lookup: guardedLookup(guard), timeout: timeoutMs } });
  const named = new Agent({ ...limits, connect: { timeout: timeoutMs } });
  const isNamed = (url: URL): boolean => privateHosts.includes(url.host) || privateHosts.includes(url.hostname);

  const urlOf = (address: string): URL | null => {
    if (!URL.canParse(address)) return null;
    const url = new URL(address);
    const isProtocol = url.protocol === 'https:' || (allowHttp && url.protocol === 'http:');
    return isProtocol && url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
  };
  const isPrivateLiteral = (url: URL): boolean => {
    const literal = literalOf(url.hostname);
    return literal !== null && !isPublic(literal);
  };

  return {
    isNamed,
    async problemOf(address) {
      const url = urlOf(address);
      if (url === null) return 'invalid';
      if (isNamed(url)) {
        const isThere = literalOf(url.hostname) !== null || (await lookup(url.hostname).catch(() => null)) !== null;
        return isThere ? null : 'unknown';
      }
      if (isPrivateLiteral(url)) return 'private';
      if (literalOf(url.hostname) !== null) return null;
      try {
        const found = await resolve(url.hostname);
        if (found.length === 0) return url.hostname === 'localhost' || url.hostname.endsWith('.localhost') ? 'private' : 'unknown';
        await allowedAddresses({ ...guard, resolve: async () => found }, url.hostname);
        return null;
      } catch (error) {
        return error instanceof LeadsAway ? 'private' : 'unknown';
      }
    },
    async post(address, { headers, body }) {
      const url = urlOf(address);
      // The rules may have become stricter since it was saved.
      if (url === null || (!isNamed(url) && isPrivateLiteral(url))) throw new NotReached('the address is not allowed');
      let answer: Dispatcher.ResponseData;
      try {
        answer = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(userAgent && { 'user-agent': userAgent }), ...headers },
          body,
          dispatcher: isNamed(url) ? named : open,
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        throw new NotReached((error as Error).name === 'TimeoutError' ? 'no answer in time' : 'no connection');
      }
      const retryAfter = [answer.headers['retry-after'] ?? null].flat()[0] ?? null;
      return { status: answer.statusCode, text: await beginningOf(answer.body), retryAfter };
    },
    async close() {
      await Promise.all([open.destroy(), named.destroy()]);
    },
  };
}

/** What it said stands with its status: a rest that does not come, or does not end, is left. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= mostBytes) break;
    }
  } catch {
    // Broken off.
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8');
}
