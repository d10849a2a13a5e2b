// Renders a page to text. The whole page is collected before it leaves: the page cache stores it, compresses it once
// and fixes its security policy from its own inline scripts.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Locale } from '@tidemark/contract/locales.ts';
import type { PageHost } from '@tidemark/contract/pages.ts';
import { localeOfPath, matchPage } from '@tidemark/contract/pages.ts';
import { renderToPipeableStream } from 'react-dom/server';
import { createRequestHandler, RouterContextProvider, ServerRouter, type EntryContext, type ServerBuild } from 'react-router';
import { wordFiles } from 'virtual:word-files';
import { wordFilesFor } from '#i18n/word-files.ts';
import { loadWords } from '#i18n/words.ts';
import { beforePaintScript } from '#page/before-paint-script.ts';
import { earlyEventsScript } from '#page/early-events-script.ts';
import { ownTurn } from '#page/own-turn.ts';
import { hostContext } from '#page/page.ts';
import { RenderedPageContext, type RenderedPage } from '#page/rendered-page.ts';
import { parseCookies } from '#session/cookies.ts';

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
  const { pathname } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const script = beforePaintScript(matchPage(pathname)?.page, parseCookies(request.headers.get('cookie')), locale) + earlyEventsScript;
  await loadWords(locale);
  await ownTurn();

  // Nothing stands beside the router: React numbers what it renders by its place, in the browser too.
  const page = (
    <RenderedPageContext value={{ script, nonce, ...filesOf(routerContext, locale) }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RenderedPageContext>
  );
  const html = new PassThrough();
  let failure: unknown;
  await new Promise<void>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Whole: what has its own boundary stands in its place all the same, and needs no script to get there.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(timer);
        pipe(html);
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
  return new Response(await text(html), { status, headers });
}

function filesOf({ manifest, staticHandlerContext }: EntryContext, locale: Locale): Pick<RenderedPage, 'styleFiles' | 'wordFiles'> {
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]).filter((assets) => assets !== undefined);
  const scripts = [manifest.entry, ...routes].flatMap(({ module, imports = [] }) => imports.concat(module));
  return { styleFiles: routes.flatMap(({ css = [] }) => css), wordFiles: wordFilesFor(wordFiles, scripts, locale) };
}

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
