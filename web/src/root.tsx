// The document around every page: language, direction, theme, title, and the providers all screens stand on.
import { QueryClientProvider } from '@tanstack/react-query';
import { defaultLocale, languageOf, languages, type Locale } from '@tidemark/contract/locales.ts';
import { href, localeOfPath, matchPage, pages, swapLocale, type PageName, type PageRow } from '@tidemark/contract/pages.ts';
import { cookies, parsePreferences, type Theme } from '@tidemark/contract/site.ts';
import { lazy, startTransition, Suspense, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { preload } from 'react-dom';
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
  type LoaderFunctionArgs,
} from 'react-router';
import { PreferencesProvider, usePreferences } from '#features/preferences/preferences.tsx';
import { Shell } from '#app/shell.tsx';
import { useBrand } from '#page/use-brand.ts';
import { Unstable } from '#screens/error/unstable.tsx';
import { ApiError, type Api } from '#api/client.ts';
import { createQueryClient } from '#api/queries.ts';
import { ApiProvider } from '#api/use-api.tsx';
import { TextProvider } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { LiveProvider } from '#live/use-quote.tsx';
import { useToast } from '#ui/toast.tsx';
import { hydrateQueries } from '#page/hydrate-queries.ts';
import { browserApp } from '#page/browser.ts';
import { parseCookies } from '#session/cookies.ts';
import { hostContext, type PageData } from '#page/page.ts';
import { RenderedPageContext, type RenderedPage } from '#page/rendered-page.ts';
import { initSession } from '#session/session.ts';
import styles from './styles/index.css?url';

/** What does not change while the tab is open. Everything about the page itself comes with the page. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { simulated, areCoinsFound, hasOnchain, announcement, publicUrl, brand, hasSession } = context.get(hostContext);
  const all = parseCookies(request.headers.get('cookie'));
  // Only what was chosen about the look travels with the page; other cookies are not for scripts to read.
  const chosen = Object.fromEntries(Object.values(cookies).map((name) => [name, all[name]]));
  return { chosen, simulated, areCoinsFound, hasOnchain, announcement, publicUrl, brand, hasSession };
}
type RootData = ReturnType<typeof loader>;
export const shouldRevalidate = () => false;

/** Known while building: what only the server writes is no part of the browser's code. */
const isServer = import.meta.env.SSR;
const NotFound = lazy(async () => {
  const part = import('#app/lazy/not-found.tsx');
  return { default: (await (isServer ? part : withWords(part))).NotFound };
});

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  const locale = localeOfPath(useLocation().pathname);
  const chosen = useChosen(data?.chosen);
  const initial = useMemo(() => parsePreferences(chosen ?? {}, locale), [chosen, locale]);
  return (
    <PreferencesProvider initial={initial}>
      <Document locale={locale} data={data}>
        {children}
      </Document>
    </PreferencesProvider>
  );
}

/**
 * What was chosen, as the page is rendered; then, where a cache has kept the page for another visitor, as this browser has it. Theme and
 * colours are on the page already (before-paint-script.ts).
 */
function useChosen(rendered: RootData['chosen'] | undefined): RootData['chosen'] | undefined {
  const [chosen, setChosen] = useState(() => {
    if (isServer) return rendered;
    const { [cookies.theme]: theme, [cookies.updown]: updown, [cookies.vision]: vision } = parseCookies(document.cookie);
    return { ...rendered, [cookies.theme]: theme, [cookies.updown]: updown, [cookies.vision]: vision };
  });
  const [isSettled, setSettled] = useState(isServer || document.documentElement.dataset.awaits === undefined);
  useEffect(() => {
    // Not in one go: what has not come alive yet does so as it was rendered.
    if (!isSettled)
      startTransition(() => {
        setChosen(parseCookies(document.cookie));
        setSettled(true);
      });
    else delete document.documentElement.dataset.awaits;
  }, [isSettled]);
  return chosen;
}

function Document({ locale, data, children }: { locale: Locale; data: RootData | undefined; children: ReactNode }) {
  const { theme, updown, vision } = usePreferences();
  const language = languageOf(locale);
  const rendered = isServer ? use(RenderedPageContext) : null;
  return (
    <html
      lang={language.tag}
      dir={language.rtl ? 'rtl' : 'ltr'}
      data-theme={theme}
      data-updown={updown}
      data-vision={vision}
      data-onchain={data?.hasOnchain}
      suppressHydrationWarning
    >
      <head>
        {rendered && <BeforeCode page={rendered} />}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={`/${locale}/app.webmanifest`} />
        <ThemeColor theme={theme} rendered={parsePreferences(data?.chosen ?? {}, locale).theme} />
        <PageHead />
        {/* By its address: imported for its effect it would belong to the shell's file, and every late part would bring it in again. */}
        <link rel="stylesheet" href={styles} precedence="site" />
        {data?.brand.isStyled && <link rel="stylesheet" href="/brand.css" precedence="brand" />}
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
        {/* Below the code: the words are wanted when it runs. */}
        {rendered?.wordFiles.map((file) => (
          <link key={file} rel="modulepreload" fetchPriority="low" href={file} />
        ))}
      </body>
    </html>
  );
}

const neverTold = () => () => {};

/** What a phone paints around the page: its background (styles/tokens.css). */
function ThemeColor({ theme: chosen, rendered }: { theme: Theme; rendered: Theme }) {
  // These elements are found again by what stands in them: first as they came, then as chosen.
  const theme = useSyncExternalStore(
    neverTold,
    () => chosen,
    () => rendered,
  );
  const [light, dark] = ['#f5f6f8', '#090c11'];
  if (theme !== 'system') return <meta name="theme-color" content={theme === 'white' ? light : dark} />;
  return (
    <>
      <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** The first paint waits for the styles and not for the code, and a browser asks in the order it reads: the screen's own come first. */
function BeforeCode({ page: { script, nonce, styleFiles } }: { page: RenderedPage }) {
  for (const file of styleFiles) preload(file, { as: 'style' });
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}

/** Title and description from the SEO call that came with the page; where else the page is, for search engines. */
function PageHead() {
  const matches = useMatches();
  const { pathname } = useLocation();
  const data = useRouteLoaderData<RootData>('root');
  const seo = matches.map((match) => (match.loaderData as Partial<PageData> | undefined)?.seo).findLast((texts) => texts);
  const match = matchPage(pathname);
  if (!seo || !match || !data) {
    // Its title says what is wrong, and comes with the words about it.
    return <meta name="robots" content="noindex" />;
  }
  const at = (locale: Locale) => data.publicUrl + swapLocale(pathname, locale);
  const canonical = data.publicUrl + canonicalPath(match.locale, match.page, pathname);
  return (
    <>
      <title>{seo.title || data.brand.name}</title>
      <meta name="description" content={seo.description} />
      <meta property="og:title" content={seo.title} />
      <meta property="og:description" content={seo.description} />
      <meta property="og:url" content={canonical} />
      <link rel="canonical" href={canonical} />
      {pages[match.page].indexed || (match.page === 'coin' && data.areCoinsFound) ? (
        <>
          {languages.map(({ locale, tag }) => (
            <link key={locale} rel="alternate" hrefLang={tag} href={at(locale)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={at(defaultLocale)} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

/** Some pages stand at two addresses; search engines are told which one counts. */
const canonicalPath = (locale: Locale, page: PageName, pathname: string): string => {
  const { canonical }: PageRow = pages[page];
  return canonical ? href(locale, canonical as 'rank') : swapLocale(pathname, locale);
};

export default function Root() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  );
}

function Providers({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  const { pathname } = useLocation();
  const matches = useMatches();
  const [{ queryClient, api }] = useState(() => {
    const app = isServer ? { queryClient: createQueryClient(), api: noCalls } : browserApp();
    if (!isServer) initSession(data?.hasSession ?? false);
    // Before anything below asks for them. Only the first page comes from the server; later ones fill the cache themselves.
    for (const { loaderData } of matches) hydrateQueries(app.queryClient, (loaderData as Partial<PageData> | undefined)?.dehydrated);
    return app;
  });
  // By now it is known who is, or may be, logged in.
  useEffect(() => void delete document.documentElement.dataset.member, []);
  const page = matchPage(pathname)?.page;
  return (
    <QueryClientProvider client={queryClient}>
      <ApiProvider api={api}>
        <TextProvider locale={localeOfPath(pathname)}>
          <LiveProvider report={(message, detail) => browserApp().report('socket', message, detail)}>
            <Shell isSimulated={data?.simulated ?? false} announcement={data?.announcement} layout={page ? pages[page].layout : 'site'}>
              <RedirectHome />
              {children}
            </Shell>
          </LiveProvider>
        </TextProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
}

/** Components do not fetch while rendering on the server: what a page needs, its load() has fetched. */
const noCalls: Api = { call: () => Promise.reject(new Error('no calls while rendering')) };

/** Section 8: codes that send a person home show their message as a toast on the way. */
function RedirectHome() {
  const toast = useToast();
  const navigate = useNavigate();
  const locale = localeOfPath(useLocation().pathname);
  useEffect(
    () =>
      browserApp().onRedirect((error) => {
        toast(error.message, 'error');
        void navigate(href(locale, 'home'));
      }),
    [toast, navigate, locale],
  );
  return null;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Providers>
      {isMissing ? (
        <Suspense>
          <NotFound />
        </Suspense>
      ) : (
        <Failed error={error} />
      )}
    </Providers>
  );
}

/**
 * Section 8: a render failure is reported and leads to markets/error. Without a connection that page would not come: then this one stays
 * and says so.
 */
function Failed({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const brand = useBrand();
  useEffect(() => {
    browserApp().report('render', error instanceof Error ? error.message : String(error), error);
    const isBlip = error instanceof ApiError || (error instanceof TypeError && /fetch|import|module/i.test(error.message));
    if (!isBlip && matchPage(pathname)?.page !== 'error')
      location.replace(`${href(localeOfPath(pathname), 'error')}?from=${encodeURIComponent(pathname + search)}`);
  }, [error, pathname, search]);
  return (
    <>
      <title>{brand.name}</title>
      <Unstable />
    </>
  );
}
