// One question to a foreign server: bounded in time and size, and clear about what went wrong. Where the server may redirect us,
// it cannot send us to this machine or into a network that only we can reach: every address is looked at, and the one that was looked at is
// the one that is connected to, even if the name resolves to another one a moment later.
import { lookup as lookUp } from 'node:dns/promises';
import { reachOf, type Reach } from '#platform/address-reach.ts';
import { guardedLookup, literalOf } from '#platform/guarded-lookup.ts';

export class FetchFailure extends Error {
  readonly outcome: 'tooMany' | 'unreachable' | 'badStatus' | 'tooLarge';
  readonly retryAfterMs: number | null;
  constructor(outcome: FetchFailure['outcome'], message: string, retryAfterMs: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'FetchFailure';
    this.outcome = outcome;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Fetched {
  /** null = unchanged since the mark that was sent along. */
  readonly text: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchLimits {
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
  /**
   * How often the other side may send us on, and only to an address that would have done in the first place; left out = as fetch does it.
   */
  readonly redirects?: number;
  /** For tests: the addresses of a name, and how far one reaches. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  readonly reachOf?: (address: string) => Reach;
}

const usualTimeoutMs = 10_000;
const usualBytes = 5 * 1024 * 1024;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const addressesOf = async (hostname: string): Promise<readonly string[]> =>
  (await lookUp(hostname, { all: true })).map(({ address }) => address);

/** How far a source may reach is what its own address, as the operator wrote it, reaches: a name must lead to the open internet. */
function reachAllowed(url: string, reach: (address: string) => Reach): ReadonlySet<Reach> {
  const { hostname } = new URL(url);
  if (loopback.has(hostname)) return new Set(['loopback', 'public']);
  const literal = literalOf(hostname);
  return new Set(literal === null ? ['public'] : [reach(literal), 'public']);
}

/** Asks as fetch does, but only addresses that are allowed, and over plain http only this machine. */
async function createGuardedFetch(source: string, { resolve = addressesOf, reachOf: reach = reachOf }: FetchLimits) {
  const { Agent, fetch: ask } = await import('undici');
  const allowed = reachAllowed(source, reach);
  const isAllowed = (address: string): boolean => allowed.has(reach(address));
  const lookup = guardedLookup({ resolve, isAllowed });
  const dispatcher = new Agent({ connect: { lookup } });
  return {
    isAllowed(url: string): boolean {
      const { hostname, protocol, username, password } = new URL(url);
      const literal = literalOf(hostname);
      const isPlainAllowed = protocol === 'http:' && allowed.has('loopback') && loopback.has(hostname);
      // An address written out is connected to without being looked up.
      return (protocol === 'https:' || isPlainAllowed) && username === '' && password === '' && (literal === null || isAllowed(literal));
    },
    ask: (url: string, init: { headers: Readonly<Record<string, string>>; signal: AbortSignal; redirect: 'manual' }) =>
      ask(url, { ...init, dispatcher }) as unknown as Promise<Response>,
    close: () => dispatcher.close(),
  };
}

/** The type of a wrapper that adds the headers of this site. */
export type FetchText = typeof fetchText;

export async function fetchText(url: string, headers: Readonly<Record<string, string>> = {}, limits: FetchLimits = {}): Promise<Fetched> {
  const { timeoutMs = usualTimeoutMs, mostBytes = usualBytes, redirects } = limits;
  const signal = AbortSignal.timeout(timeoutMs);
  const sent = { headers, signal };
  if (redirects === undefined) return read(url, await answerOf(url, () => fetch(url, { ...sent, redirect: 'follow' })), mostBytes);
  const guarded = await createGuardedFetch(url, limits);
  try {
    for (let [at, left] = [url, redirects]; ; left--) {
      const response = await answerOf(at, () => guarded.ask(at, { ...sent, redirect: 'manual' }));
      if (response.status === 304 || response.status < 300 || response.status >= 400) return await read(at, response, mostBytes);
      await response.body?.cancel();
      const to = response.headers.get('location');
      const next = to !== null && URL.canParse(to, at) ? new URL(to, at).href : null;
      if (next === null || left === 0 || !guarded.isAllowed(next))
        throw new FetchFailure('badStatus', `${placeOf(at)} sends us on to where we do not go`);
      at = next;
    }
  } finally {
    void guarded.close();
  }
}

/** The query may carry a key. */
const placeOf = (url: string): string => url.split('?')[0]!;

async function answerOf(url: string, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    throw new FetchFailure('unreachable', `${placeOf(url)} did not answer`, null, error);
  }
}

async function read(url: string, response: Response, mostBytes: number): Promise<Fetched> {
  const place = placeOf(url);
  const marks = { etag: response.headers.get('etag'), lastModified: response.headers.get('last-modified') };
  if (response.status === 304) return { text: null, ...marks };
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get('retry-after'));
    throw new FetchFailure('tooMany', `${place} asked for patience (${response.status})`, seconds > 0 ? seconds * 1_000 : null);
  }
  if (!response.ok) throw new FetchFailure('badStatus', `${place} answered ${response.status}`);
  return { text: await readBounded(response, place, mostBytes), ...marks };
}

async function readBounded(response: Response, place: string, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += (chunk as Uint8Array).byteLength;
      if (bytes > mostBytes) throw new FetchFailure('tooLarge', `${place} answered more than ${mostBytes} bytes`);
      text += decoder.decode(chunk as Uint8Array, { stream: true });
    }
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    throw new FetchFailure('unreachable', `${place} broke off`, null, error);
  }
  return text + decoder.decode();
}
