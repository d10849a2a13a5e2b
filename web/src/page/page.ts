// How a screen gets its data, the same on both sides. A screen writes one load(); the server runs it in-process and
// ships the query cache with the page, the browser runs it on navigation against its own cache.
import type { QueryClient } from '@tanstack/react-query';
import type { Locale } from '@tidemark/contract/locales.ts';
import { localeOfPath, matchPage, pages, href, type PageHost, type PageName, type PageRow } from '@tidemark/contract/pages.ts';
import { parsePreferences, type Preferences } from '@tidemark/contract/site.ts';
import { createContext, data, redirect, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { createApi, createHostTransport, type Api } from '#api/client.ts';
import { createQueryClient, queries } from '#api/queries.ts';
import { loadWords } from '#i18n/words.ts';
import { dehydrateQueries } from './hydrate-queries.ts';
import { browserApp } from './browser.ts';
import { parseCookies } from '#session/cookies.ts';
import { sessionNow } from '#session/session.ts';

/** What the server hands to rendering; set by entry.server for each request. */
export const hostContext = createContext<PageHost>();

export interface LoadContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly locale: Locale;
  readonly page: PageName;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly url: URL;
  readonly preferences: Preferences;
  /** Or not yet known to be over. Calls for users need it; without it they would lead a visitor home. */
  readonly hasSession: boolean;
}
/** Resolves to what the page is about, where its title has to say so. */
export type Load = (context: LoadContext) => Promise<void | string>;

export interface PageData {
  readonly seo: { readonly title: string; readonly description: string };
  /** What load() fetched, when it was the server that did. */
  readonly dehydrated: string | null;
}

/** Throw it from load() when the address is well formed but names nothing. */
export const notFound = () => data(null, { status: 404 });

async function run(load: Load, context: Omit<LoadContext, 'locale' | 'page' | 'params'>): Promise<PageData['seo']> {
  const match = matchPage(context.url.pathname);
  if (!match) throw notFound();
  const { locale, page, params } = match;
  const { redirectTo }: PageRow = pages[page];
  if (redirectTo) throw redirect(href(locale, redirectTo as 'spot') + context.url.search);
  const [seo, subject] = await Promise.all([
    // A page without its title is still a page.
    context.queryClient.ensureQueryData(queries(context.api).seo(locale, page)).catch(() => untitled),
    load({ ...context, locale, page, params }),
  ]);
  return subject && seo.title ? { title: `${subject} · ${seo.title}`, description: `${subject} · ${seo.description}` } : seo;
}

const untitled = { title: '', description: '' };

export const pageLoader =
  (load: Load) =>
  async ({ request, context }: LoaderFunctionArgs): Promise<PageData> => {
    const queryClient = createQueryClient();
    const url = pageUrl(request);
    const locale = localeOfPath(url.pathname);
    const preferences = parsePreferences(parseCookies(request.headers.get('cookie')), locale);
    const host = context.get(hostContext);
    if (!host.hasOnchain && matchPage(url.pathname)?.page === 'onChain') throw notFound();
    const seo = await run(load, { api: createApi(createHostTransport(host)), queryClient, url, preferences, hasSession: host.hasSession });
    return { seo, dehydrated: dehydrateQueries(queryClient) };
  };

export const pageClientLoader =
  (load: Load) =>
  async ({ request }: ClientLoaderFunctionArgs): Promise<PageData> => {
    const { api, queryClient } = browserApp();
    const url = new URL(request.url);
    const locale = localeOfPath(url.pathname);
    const preferences = parsePreferences(parseCookies(document.cookie), locale);
    const [seo] = await Promise.all([
      run(load, { api, queryClient, url, preferences, hasSession: sessionNow().state !== 'visitor' }),
      loadWords(locale),
    ]);
    return { seo, dehydrated: null };
  };

/** Data requests of the router carry '.data' behind the path; the page's own address is what counts. */
function pageUrl(request: Request): URL {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/(?:\/_root)?\.data$/, '') || '/';
  return url;
}
