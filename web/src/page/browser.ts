// What lives once per browser tab: the transport, the query cache, and where its errors go.
import type { QueryClient } from '@tanstack/react-query';
import { isReportDropped, type errorReportKinds } from '@tidemark/contract/site.ts';
import { createApi, createFetchTransport, type Api, type ApiError } from '#api/client.ts';
import { sessionClearingCall } from '@tidemark/contract/users.ts';
import { createQueryClient } from '#api/queries.ts';
import { isSessionGuessed, setSession, visitor } from '#session/session.ts';
import { createTrace } from './create-trace.ts';

type ReportKind = (typeof errorReportKinds)[number];
type RedirectListener = (error: ApiError, callName: string) => void;

export interface BrowserApp {
  readonly api: Api;
  readonly queryClient: QueryClient;
  /** Codes that send a person home (section 8); the shell toasts and navigates. */
  onRedirect(listener: RedirectListener): () => void;
  report(kind: ReportKind, message: string, detail?: unknown): void;
}

let app: BrowserApp | undefined;
export const browserApp = (): BrowserApp => (app ??= create());

function create(): BrowserApp {
  const listeners = new Set<RedirectListener>();
  /** Out of reach of scripts, so the server takes them away. */
  const clearCookies = () => void api.call('clearCookie', {}).catch(() => {});
  const api: Api = createApi(
    createFetchTransport({
      // oxlint-disable-next-line no-console -- section 8: aborted requests are only logged
      log: (message) => console.debug(message),
      onTraced: createTrace((message, { requestId, ms }) => send('trace', message, { requestId, stack: `${Math.round(ms)} ms` })),
      onRedirect: (error, callName) => {
        if (isSessionGuessed() && error.error === 'notLoggedIn') return setSession(visitor);
        if (error.error !== 'regionNotAllowed' || callName === sessionClearingCall) setSession(visitor);
        if (callName === sessionClearingCall) clearCookies();
        for (const listener of listeners) listener(error, callName);
      },
    }),
  );
  const send = (kind: ReportKind, message: string, more: { readonly stack?: string | undefined; readonly requestId?: string }) => {
    if (isReportDropped(message)) return;
    const input = { kind, message: message.slice(0, 2000), path: location.pathname, ...more, stack: more.stack?.slice(0, 8000) };
    // A report that cannot be sent must not become the next thing to report.
    void api.call('errorReport', input).catch(() => {});
  };
  return {
    api,
    queryClient: createQueryClient(),
    onRedirect(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    report: (kind, message, detail) => send(kind, message, { stack: detail instanceof Error ? detail.stack : undefined }),
  };
}

/** Uncaught errors, a few per page at most: one fault in a loop must not become a flood. */
export function reportUncaught(): void {
  let left = 10;
  const report = (kind: 'error' | 'unhandledRejection', reason: unknown) => {
    if (left-- > 0) browserApp().report(kind, reason instanceof Error ? reason.message : String(reason), reason);
  };
  addEventListener('error', ({ error, message }) => report('error', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => report('unhandledRejection', reason));
}
