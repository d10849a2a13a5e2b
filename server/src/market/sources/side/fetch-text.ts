// One question to somebody else's server: bounded in time and size, and clear about what went wrong.

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
  /** How often the other side may send us on, and only to an address that would have done in the first place; left out = as fetch does it. */
  readonly redirects?: number;
}

const usualTimeoutMs = 10_000;
const usualBytes = 5 * 1024 * 1024;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What others could read or change on its way is no source; this machine is. */
export const isSafeAddress = (url: string): boolean => URL.canParse(url) && (new URL(url).protocol === 'https:' || (new URL(url).protocol === 'http:' && loopback.has(new URL(url).hostname)));

export async function fetchText(url: string, headers: Readonly<Record<string, string>> = {}, limits: FetchLimits = {}): Promise<Fetched> {
  const { timeoutMs = usualTimeoutMs, mostBytes = usualBytes, redirects } = limits;
  // The query may carry a key.
  const place = url.split('?')[0]!;
  let response: Response;
  try {
    response = await fetch(url, { headers: { 'user-agent': 'Tidemark', ...headers }, signal: AbortSignal.timeout(timeoutMs), redirect: redirects === undefined ? 'follow' : 'manual' });
  } catch (error) {
    throw new FetchFailure('unreachable', `${place} did not answer`, null, error);
  }
  const marks = { etag: response.headers.get('etag'), lastModified: response.headers.get('last-modified') };
  if (response.status === 304) return { text: null, ...marks };
  if (redirects !== undefined && response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    const to = response.headers.get('location');
    const next = to !== null && URL.canParse(to, url) ? new URL(to, url).href : null;
    if (next === null || redirects === 0 || !isSafeAddress(next)) throw new FetchFailure('badStatus', `${place} sends us on to where we do not go`);
    return fetchText(next, headers, { ...limits, redirects: redirects - 1 });
  }
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
