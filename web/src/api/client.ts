// The one way a page calls the server. A call is a name and an input; a transport carries it (over HTTP in the
// browser, in-process while rendering); what comes back is the data, or an ApiError that says what to do with it
// (section 8).
import type { CallName, Calls } from '@tidemark/contract/calls.ts';
import type { PageHost } from '@tidemark/contract/pages.ts';
import { requestTimeoutMs } from '@tidemark/contract/site.ts';
import { successCodes, type Envelope, type InputToSend, type Output } from '@tidemark/contract/wire.ts';
import { ApiError, failure, refusal, sessionExpiredCode, wrongApiName } from './api-error.ts';
import type { Answer, CallOptions, Transport } from './transport.ts';

export { ApiError } from './api-error.ts';
export { createFetchTransport, type TracedCall } from './fetch-transport.ts';

export interface Api {
  call<N extends CallName>(name: N, input: InputToSend<Calls[N]>, options?: CallOptions): Promise<Output<Calls[N]>>;
}

export const createApi = (transport: Transport): Api => ({
  async call<N extends CallName>(name: N, input: InputToSend<Calls[N]>, options: CallOptions = {}) {
    if (!name) throw wrongApiName();
    const sentAt = performance.now();
    let answer = await transport.send(name, input ?? {}, options);
    const renewal = isExpired(answer) && (await transport.renew?.(sentAt));
    // A server that cannot say is not one that says no.
    if (renewal && renewal.status !== 200) await openAnswer(renewal);
    if (renewal && codeOf(renewal) === successCodes[0]) answer = await transport.send(name, input ?? {}, options);
    try {
      // Our own server checks its answers against the same table; the browser does not do it again.
      return (await openAnswer(answer)) as Output<Calls[N]>;
    } catch (error) {
      if (error instanceof ApiError && error.action === 'toastHome') transport.onRedirect?.(error, name);
      throw error;
    }
  },
});

const codeOf = ({ body }: Answer) => (body as Envelope | null)?.code;
const isExpired = (answer: Answer): boolean => answer.status === 200 && codeOf(answer) === sessionExpiredCode;

async function openAnswer({ status, body }: Answer): Promise<unknown> {
  if (status === 429) throw failure('tooManyRequests', 'Too many requests');
  if (!isEnvelope(body)) throw failure('connectionUnstable', 'System connection unstable');
  const { code, msg, data } = body;
  if ((successCodes as readonly string[]).includes(code)) return data;
  throw await refusal(code, msg || code, status);
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as Envelope).code === 'string' &&
  typeof (body as Envelope).msg === 'string' &&
  'data' in body;

/** Calls made while a page is rendered: no HTTP, and little patience, so that one slow module cannot hold the page. */
export function createHostTransport(
  host: PageHost,
  timeoutMs: number = process.env.NODE_ENV === 'production' ? requestTimeoutMs.renderingOnline : requestTimeoutMs.renderingOtherwise,
): Transport {
  return {
    async send(name, input, options) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(failure('timeout', `${name} took too long`)), options.timeoutMs ?? timeoutMs);
      });
      try {
        return { status: 200, body: await Promise.race([host.call(name, input), tooLate]) };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
