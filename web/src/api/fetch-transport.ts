// Calls over HTTP: method and path from the table of calls, the headers of section 7, a time limit, nothing else.
import type { CallName } from '@tidemark/contract/calls.ts';
import { defaultLocale, languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { matchPage } from '@tidemark/contract/pages.ts';
import { deviceIdKey, requestTimeoutMs } from '@tidemark/contract/site.ts';
import { apiPrefix, headers, terminalType, website } from '@tidemark/contract/wire.ts';
import { ApiError, failure, wrongApiName } from './api-error.ts';
import { randomId } from './random-id.ts';
import type { Answer, Transport } from './transport.ts';

export interface FetchTransportOptions extends Pick<Transport, 'onRedirect' | 'log'> {
  /** Before /v1; empty for the page's own host. */
  readonly origin?: string;
  readonly fetch?: typeof fetch;
  readonly locale?: () => Locale;
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'>;
  /** Of a visit that is traced: how long a call took, under the id by which the server's log knows it. */
  readonly onTraced?: (call: TracedCall) => void;
}

export interface TracedCall {
  readonly name: CallName;
  readonly ms: number;
  readonly requestId: string;
}

/** Where each call goes is needed for the first call and not for the first paint. */
const callTable = () =>
  import('@tidemark/contract/calls.ts').catch(() => {
    throw failure('offline', 'System connection unstable');
  });

const localeOfPage = (): Locale => matchPage(location.pathname)?.locale ?? defaultLocale;
const isAlertCall = (path: string) => path.startsWith('/send/');

export function createFetchTransport({
  origin = '',
  fetch: fetchIt = (...args) => fetch(...args),
  locale = localeOfPage,
  storage,
  onRedirect,
  log,
  onTraced,
}: FetchTransportOptions = {}): Transport {
  const terminalCode = randomId();
  let deviceId: string | undefined;

  function headersFor(): Record<string, string> {
    deviceId ??= keptDeviceId(storage);
    const language = languageOf(locale());
    return {
      [headers.website]: website,
      [headers.terminalType]: terminalType,
      [headers.locale]: language.locale,
      [headers.language]: language.languageKey,
      [headers.terminalCode]: terminalCode,
      [headers.deviceId]: deviceId,
    };
  }

  let renewal: Promise<Answer> | undefined;
  let renewedAt = 0;
  const transport: Transport = {
    onRedirect,
    log,
    renew(sentAt) {
      if (sentAt > renewedAt) {
        renewedAt = Infinity;
        renewal = transport.send('refreshSession' satisfies CallName, {}, {}).finally(() => {
          renewedAt = performance.now();
        });
      }
      return renewal!;
    },
    async send(name, input, { signal, timeoutMs, keepalive }) {
      const { calls, isCallName } = await callTable();
      if (!isCallName(name)) throw wrongApiName();
      const { method, path } = calls[name];
      // Writes need to know which: a request that never left is not done, one without an answer may be.
      const isOffline = 'onLine' in navigator && !navigator.onLine;
      const limitMs = timeoutMs ?? (isAlertCall(path) ? requestTimeoutMs.alerts : requestTimeoutMs.browser);
      const tooLate = AbortSignal.timeout(limitMs);
      const requestId = onTraced && randomId();
      const sentAt = performance.now();
      const trace = () => requestId && onTraced({ name, ms: performance.now() - sentAt, requestId });
      const request: RequestInit = {
        method,
        headers: { ...headersFor(), ...(requestId && { [headers.requestId]: requestId }) },
        signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
        ...(keepalive && { keepalive }),
      };
      let url = `${origin}${apiPrefix}${path}`;
      if (method === 'POST') {
        request.headers = { ...request.headers, 'content-type': 'application/json' };
        request.body = JSON.stringify({ languageType: languageOf(locale()).languageType, ...input });
      } else {
        url += queryOf(input);
      }
      try {
        const response = await fetchIt(url, request);
        const body = parseJson(await response.text());
        trace();
        return { status: response.status, body };
      } catch {
        if (signal?.aborted) {
          log?.(`Request aborted: ${name}`);
          throw new ApiError('Request aborted', { code: '', error: null, action: 'silent' });
        }
        trace();
        if (tooLate.aborted) throw failure('timeout', `${name} took too long`);
        throw failure(isOffline ? 'offline' : 'connectionUnstable', 'System connection unstable');
      }
    },
  };
  return transport;
}

/** Every GET input of the table is made of plain values (a list is 'a,b'); what is not set does not travel. */
function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One id per browser. Where nothing can be kept (private windows, blocked storage) it lasts as long as the page. */
export function keptDeviceId(given?: FetchTransportOptions['storage']): string {
  try {
    const storage = given ?? localStorage;
    const known = storage.getItem(deviceIdKey);
    if (known) return known;
    const fresh = randomId();
    storage.setItem(deviceIdKey, fresh);
    return fresh;
  } catch {
    return (unkeptId ??= randomId());
  }
}
let unkeptId: string | undefined;
