// Renders a page to text. The whole page is collected before it leaves: the page cache stores it, compresses it once
// and fixes its security policy from its own inline scripts.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { PageHost } from '@tidemark/contract/pages.ts';
import { localeOfPath } from '@tidemark/contract/pages.ts';
import { renderToPipeableStream } from 'react-dom/server';
import { createRequestHandler, RouterContextProvider, ServerRouter, type EntryContext, type ServerBuild } from 'react-router';
import { wordFiles } from 'virtual:word-files';
import { wordFilesFor } from '#i18n/word-files.ts';
import { loadWords } from '#i18n/words.ts';
import { earlyEventsScript } from '#page/early-events-script.ts';
import { hostContext } from '#page/page.ts';

const renderTimeoutMs = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = loadContext.get(hostContext);
  const locale = localeOfPath(new URL(request.url).pathname);
  await loadWords(locale);

  const page = new PassThrough();
  let failure: unknown;
  await new Promise<void>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
      nonce,
      // Whole: what has its own boundary stands in its place all the same, and needs no script to get there.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(timer);
        pipe(page);
        resolve();
      },
      onShellError: reject,
      onError: (error) => {
        failure ??= error;
      },
    });
    const timer = setTimeout(() => abort(new Error('rendering took too long')), renderTimeoutMs);
  });
  // A page with a hole in it is a failure, not a page: the caller shows the unstable page instead.
  if (failure) throw failure;
  const html = askInOrder(await text(page), wordFilesFor(wordFiles, scriptsOf(routerContext), locale));
  return new Response(withEarlyEventsScript(html, nonce), { status, headers });
}

function scriptsOf({ manifest, staticHandlerContext }: EntryContext): string[] {
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]).filter((assets) => assets !== undefined);
  return [manifest.entry, ...routes].flatMap(({ module, imports = [] }) => imports.concat(module));
}

/**
 * The first paint waits for the styles and not for the code; React writes the code's preloads first, and a browser asks in the order it
 * reads. The words come last: they are wanted when the code runs.
 */
const askInOrder = (html: string, words: readonly string[]): string =>
  html.replace(
    /((?:<link[^>]* rel="modulepreload"[^>]*>)+)((?:<link[^>]* rel="stylesheet"[^>]*>)+)/,
    `$2$1${words.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}"/>`).join('')}`,
  );

/**
 * First of all: a long page arrives in pieces, and its first field is there to be used before its last row. React would put this behind
 * them all.
 */
const withEarlyEventsScript = (html: string, nonce: string): string =>
  html.replace('<head>', (head) => `${head}<script nonce="${nonce}">${earlyEventsScript}</script>`);

/** The one door of the built web package for the server. */
export function createPageHandler(build: ServerBuild | (() => Promise<ServerBuild>), mode: string) {
  const handle = createRequestHandler(build, mode);
  return (request: Request, host: PageHost): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(hostContext, host);
    return handle(request, context);
  };
}

let lastError: unknown;
/** The router answers a failed page with its own plain text; keep the cause so that the server can log it. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted) lastError = error;
}
export const takeLastError = (): unknown => {
  const error = lastError;
  lastError = undefined;
  return error;
};
