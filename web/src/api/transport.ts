// What carries a call to the server: over HTTP in the browser, in-process while rendering.
import type { ApiError } from './api-error.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Goes through even when the page is left. */
  readonly keepalive?: boolean;
}

export interface Answer {
  readonly status: number;
  /** Any body; createApi makes sure it is an envelope. */
  readonly body: unknown;
}

export interface Transport {
  /** Rejects with an ApiError when there is no answer. */
  send(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<Answer>;
  /** Codes that lead home: the shell toasts the message and goes there; for userinfo it also forgets the login. */
  readonly onRedirect?: (error: ApiError, callName: string) => void;
  /** Asks for a fresh session. However many calls find it expired that were sent before it was fresh, it is renewed once. */
  readonly renew?: (sentAt: number) => Promise<Answer>;
  /** Aborted requests are only logged. */
  readonly log?: (message: string) => void;
}
