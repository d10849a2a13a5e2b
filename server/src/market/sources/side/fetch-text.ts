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
}

const timeoutMs = 10_000;
const mostBytes = 5 * 1024 * 1024;

export async function fetchText(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Fetched> {
  // The query may carry a key.
  const place = url.split('?')[0]!;
  let response: Response;
  try {
    response = await fetch(url, { headers: { 'user-agent': 'Tidemark', ...headers }, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new FetchFailure('unreachable', `${place} did not answer`, null, error);
  }
  if (response.status === 304) return { text: null, etag: response.headers.get('etag') };
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get('retry-after'));
    throw new FetchFailure('tooMany', `${place} asked for patience (${response.status})`, seconds > 0 ? seconds * 1_000 : null);
  }
  if (!response.ok) throw new FetchFailure('badStatus', `${place} answered ${response.status}`);
  return { text: await readBounded(response, place), etag: response.headers.get('etag') };
}

async function readBounded(response: Response, place: string): Promise<string> {
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
