// Pages: server rendering of the built web package, the page cache, the security policy, static files.
// Owns everything that is not /v1, /stream or health. Promises: a visitor's page is rendered at most once a second
// for all visitors, a few at a time, and for one network only so many a minute; a page that was good is served again while it cannot be
// rendered; a page never leaves half rendered; a failed render leads to markets/error, once.
// Knows no room: calls made while rendering go through the host that main passes in.
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { SiteBrand } from '@tidemark/contract/brand.ts';
import type { Caller, Envelope } from '@tidemark/contract/wire.ts';
import { defaultLocale, isLocale, languageOf, locales, type Locale } from '@tidemark/contract/locales.ts';
import { knownQuery } from '@tidemark/contract/page-queries.ts';
import { href, localeOfPath, matchPage, pages, type Announcement, type PageHost, type PageRow } from '@tidemark/contract/pages.ts';
import { coinPictureRoute } from '@tidemark/contract/coin-picture.ts';
import { cookies as cookieNames, parsePreferences, renderedChoices, type Preferences } from '@tidemark/contract/site.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { networkOf } from '#platform/network.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { createTokenBuckets } from '#platform/token-bucket.ts';
import { traced } from '#platform/tracing/traced.ts';
import type { Words } from '#words/index.ts';
import { failedAnswer } from '../http/failed.ts';
import { buildPolicy, policePage } from './policy.ts';
import { appIcons, appManifest } from './app-manifest.ts';
import { registerConsolePage } from './console-page.ts';
import { createCoinPictures } from './coin-picture.ts';
import { createPageCache, type CachedPage } from './page-cache.ts';
import type { Colour } from './picture-raster.ts';
import type { Renderer } from './renderer.ts';
import { robots, sitemap, sitemapIndex } from './sitemap.ts';

export interface ShownBrand {
  readonly site: SiteBrand;
  /** null = ours. */
  readonly accent: Colour | null;
  /** What the brand brings, by path; stands in place of a file of ours with the same one. */
  readonly files: ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;
}

export interface PagesDeps {
  readonly renderer: Renderer;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly publicUrl: string;
  readonly brand: ShownBrand;
  readonly isSimulated: () => boolean;
  readonly hasOnchain: () => boolean;
  readonly announcement: (locale: Locale) => Announcement | null;
  /** Search engines may find the pages of coins. */
  readonly areCoinsFound: () => boolean;
  /** Those pages, by a market of each coin. */
  readonly coinPages: () => readonly string[];
  /** A page rendered with a session is for that user alone. */
  readonly isAnonymous: (request: FastifyRequest) => boolean;
  /** No country sees fewer coins than others, so a cache that knows no countries may keep pages. */
  readonly isSameEverywhere: () => boolean;
  readonly resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  readonly call: (caller: Caller, name: string, input: unknown) => Promise<Envelope>;
  readonly words: Pick<Words, 'error' | 'seo' | 'text'>;
  /** What one network, or one account, may have rendered for it beyond what the cache holds. */
  readonly rendersPerMinute: number;
}

const freshMs = 1_000;
const staleMs = 10_000;
/** What a cache in front of the site may do with a page that is the same for all visitors (record 042). A browser asks again each time. */
const publicCaching = `public, max-age=0, s-maxage=${freshMs / 1_000}, stale-while-revalidate=${staleMs / 1_000}, stale-if-error=300`;
const forThisBrowser = 'private, max-age=0, must-revalidate';
const maxCacheBytes = 64 * 1024 * 1024;
const maxKeyLength = 512;
/** Rendering is work of one thread: more at once only make each other, and prices, late. */
const rendersAtOnce = 6;
/** Beyond this many in line people are told to come back. */
const mostInLine = 60;
/** What is as true for the next visitor. */
const sharedStatuses: readonly number[] = [200, 301, 302, 307, 308, 404];

const compressors: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
};

export async function registerPages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const https = deps.publicUrl.startsWith('https:');
  const said = plainPages(deps.brand.site);
  // The Host header is the caller's word; the address of the site is ours.
  const { origin } = new URL(deps.publicUrl);
  app.setErrorHandler(
    failedAnswer(deps.log, (reply, status) => {
      const { headers, body } = plainPage(status, said.unstable, https);
      return reply.code(status).headers(headers).header('cache-control', 'no-store').send(body);
    }),
  );
  const renders = deps.metrics.counter('page_renders_total', 'Pages rendered, by status', ['status']);
  const answers = deps.metrics.counter('page_answers_total', 'Page requests answered, by cache use', ['cache']);
  const cache = createPageCache({
    clock: deps.clock,
    freshMs,
    staleMs,
    maxBytes: maxCacheBytes,
    isCacheable: (page) => sharedStatuses.includes(page.status) && !('set-cookie' in page.headers),
  });
  const refusals = deps.metrics.counter('page_refused_total', 'Renders refused, by reason', ['reason']);
  for (const reason of ['busy', 'allowance']) refusals.inc({ reason }, 0);
  const inTurn = createSemaphore({ atOnce: rendersAtOnce });
  const allowances = createTokenBuckets(deps.clock, {
    burst: Math.max(1, deps.rendersPerMinute / 2),
    perSecond: deps.rendersPerMinute / 60,
  });
  let inLine = 0;

  /** Instead of a render there is no room for; null: there is. */
  function admit(reader: string, locale: Locale): CachedPage | null {
    if (inLine >= mostInLine) {
      refusals.inc({ reason: 'busy' });
      return plainPage(503, said.plain('Many people are here at once. Please try again in a moment.'), https, { 'retry-after': '2' });
    }
    const allowance = allowances(reader);
    if (allowance.take()) return null;
    refusals.inc({ reason: 'allowance' });
    return plainPage(429, said.plain(deps.words.error(locale, 'tooManyRequests'), locale), https, {
      'retry-after': String(allowance.waitSeconds()),
    });
  }

  async function render(url: URL, cookie: string, caller: Caller, hasSession: boolean): Promise<CachedPage> {
    inLine++;
    try {
      return await inTurn(() =>
        // Its name and not its address, which may hold words that a user typed.
        traced(
          'server',
          `page ${matchPage(url.pathname)?.page ?? 'unknown'}`,
          { 'tidemark.request_id': caller.requestId },
          async (span) => {
            const page = await renderNow(url, cookie, caller, hasSession);
            span.say({ 'http.response.status_code': page.status });
            return page;
          },
        ),
      );
    } finally {
      inLine--;
    }
  }

  async function renderNow(url: URL, cookie: string, caller: Caller, hasSession: boolean): Promise<CachedPage> {
    try {
      const nonce = randomBytes(18).toString('base64url');
      const host: PageHost = {
        nonce,
        simulated: deps.isSimulated(),
        areCoinsFound: deps.areCoinsFound(),
        hasOnchain: deps.hasOnchain(),
        announcement: deps.announcement(caller.locale),
        publicUrl: deps.publicUrl,
        brand: deps.brand.site,
        hasSession,
        call: (name, input) => deps.call(caller, name, input),
      };
      const response = await deps.renderer.render(new Request(url, { headers: { cookie } }), host);
      renders.inc({ status: String(response.status) });
      if (response.status >= 500) return failed(url, deps.renderer.takeLastError());
      const headers: Record<string, string> = Object.fromEntries(response.headers);
      const { html, policy } = policePage(await response.text(), nonce, { https });
      if (!deps.renderer.isDev) headers['content-security-policy'] = policy;
      return { status: response.status, headers, body: Buffer.from(html), encoded: new Map() };
    } catch (error) {
      renders.inc({ status: 'failed' });
      return failed(url, error);
    }
  }

  /** Section 8: a render failure leads to markets/error; if that page fails too, a page without any script says it. */
  function failed(url: URL, error: unknown): CachedPage {
    deps.log.error({ err: error, path: url.pathname }, 'rendering failed');
    const match = matchPage(url.pathname);
    if (match?.page === 'error') return { ...plainPage(500, said.unstable, https), isFailure: true };
    const location = `${href(localeOfPath(url.pathname), 'error')}?from=${encodeURIComponent(url.pathname + url.search)}`;
    return { status: 302, headers: { location }, body: Buffer.alloc(0), encoded: new Map(), isFailure: true };
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = siteUrl(request.url, origin);
    if (!url) {
      deps.log.warn({ length: request.url.length, requestId: request.id }, 'an address that is none of ours was refused');
      return send(request, reply.code(400).header('cache-control', 'no-store'), plainPage(400, said.malformed, https));
    }
    url.search = knownQuery(url);
    const anonymous = deps.isAnonymous(request);
    // The bare address of the site has no language of its own: it leads to the one that was chosen.
    const chosen = request.cookies[cookieNames.language] ?? defaultLocale;
    if (url.pathname === '/' && isLocale(chosen) && chosen !== defaultLocale) {
      return reply
        .code(302)
        .header('cache-control', 'no-store')
        .header('vary', 'Cookie')
        .header('location', href(chosen, 'home') + url.search)
        .send();
    }
    // The language of a page is the one in its address; the browser's and the cookie's do not count.
    const locale = localeOfPath(url.pathname);
    let page: CachedPage;
    let kept = anonymous ? forThisBrowser : 'no-store';
    if (anonymous && !deps.renderer.isDev && url.href.length <= maxKeyLength && !isNeverKept(url)) {
      const choice = choiceFor(url.pathname, request.cookies, locale);
      // Only what the key names reaches the render, so nothing of one visitor can be kept for another.
      page = await cache.get(
        `${url.pathname}${url.search}|${choice}`,
        () => render(url, choice, nobody(locale, request.id), false),
        () => admit(networkOf(request.ip), locale),
      );
      answers.inc({ cache: 'shared' });
      // The bare address leads to the language of a cookie.
      const isPublic = choice === '' && url.pathname !== '/' && sharedStatuses.includes(page.status) && !page.isFailure;
      if (isPublic && deps.isSameEverywhere()) kept = publicCaching;
    } else {
      const caller = { ...(await deps.resolveCaller(request)), locale };
      // A logged-in person has an allowance of their own: a whole office may come from one address.
      page =
        admit(caller.userId ? `account ${caller.userId}` : networkOf(request.ip), locale) ??
        (await render(url, request.headers.cookie ?? '', caller, !anonymous));
      answers.inc({ cache: 'none' });
    }
    reply.code(page.status).header('cache-control', kept).header('vary', 'Accept-Encoding');
    if (!anonymous || page.status !== 200) return send(request, reply, page);
    // Weak: the same page in whichever compression.
    page.tag ??= `W/"${createHash('sha1').update(page.body).digest('base64url')}"`;
    reply.header('etag', page.tag);
    if (!request.headers['if-none-match']?.split(/\s*,\s*/).includes(page.tag)) return send(request, reply, page);
    return reply.code(304).headers(page.headers).send();
  }

  async function send(request: FastifyRequest, reply: FastifyReply, page: CachedPage): Promise<FastifyReply> {
    reply.headers(page.headers);
    const encoding =
      page.body.length < 1024 ? undefined : ['br', 'gzip'].find((name) => request.headers['accept-encoding']?.includes(name));
    const compress = encoding && compressors[encoding];
    if (!compress) return reply.send(page.body);
    let encoded = page.encoded.get(encoding);
    if (!encoded) page.encoded.set(encoding, (encoded = compress(page.body)));
    return reply.header('content-encoding', encoding).send(await encoded);
  }

  await app.register(fastifyStatic, { root: deps.renderer.clientDir, wildcard: false, index: false, serve: false });
  await app.register(fastifyStatic, {
    root: `${deps.renderer.clientDir}/assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
    decorateReply: false,
    // A missing asset is a missing asset: never a rendered page.
    wildcard: true,
  });
  await registerConsolePage(app, { dir: `${deps.renderer.clientDir}/../operator`, https });
  // Asked for by feed readers and old browsers under fixed paths, without a link on a page.
  const { files } = deps.brand;
  for (const [path, { type, body }] of files)
    app.get(path, (_request, reply) =>
      reply.type(type).headers({ 'cache-control': 'public, max-age=3600', 'content-security-policy': filePolicy }).send(body),
    );
  if (!files.has('/favicon.svg')) {
    app.get('/favicon.ico', (_request, reply) => reply.sendFile('favicon.svg', { maxAge: '1d' }));
    app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', { maxAge: '1d' }));
    for (const icon of appIcons) app.get(`/${icon}`, (_request, reply) => reply.sendFile(icon, { maxAge: '30d' }));
  }
  app.get('/:locale/app.webmanifest', (request: FastifyRequest<{ Params: { locale: string } }>, reply) =>
    isLocale(request.params.locale)
      ? reply
          .type('application/manifest+json')
          .header('cache-control', 'public, max-age=3600')
          .send(appManifest(deps.words, request.params.locale, { site: deps.brand.site, hasOwnIcon: files.has('/favicon.svg') }))
      : reply.callNotFound(),
  );
  const pictures = createCoinPictures({
    clock: deps.clock,
    isSimulated: deps.isSimulated,
    mark: { name: deps.brand.site.name, accent: deps.brand.accent },
    call: (name, input) => deps.call(nobody(defaultLocale, name), name, input),
  });
  app.get(coinPictureRoute, async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const [, symbolId] = /^(.+)\.png$/.exec(request.params.file) ?? [];
    const allowance = allowances(networkOf(request.ip));
    const picture = symbolId === undefined ? null : await pictures.get(symbolId, () => !allowance.take());
    if (picture === null) return reply.callNotFound();
    if (picture === 'refused')
      return reply
        .code(429)
        .header('retry-after', String(Math.max(1, allowance.waitSeconds())))
        .send();
    return reply.type('image/png').header('cache-control', 'public, max-age=60').send(picture);
  });
  // At the root, so that its notices are those of the whole site.
  app.get('/push-worker.js', (_request, reply) => reply.sendFile('push-worker.js', { maxAge: 0 }));
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send(robots(deps.publicUrl)));
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml').send(sitemapIndex(deps.publicUrl)));
  app.get('/sitemap-:locale.xml', (request: FastifyRequest<{ Params: { locale: string } }>, reply) =>
    isLocale(request.params.locale)
      ? reply.type('application/xml').send(sitemap(deps.publicUrl, request.params.locale, deps.areCoinsFound() ? deps.coinPages() : []))
      : reply.callNotFound(),
  );
  // Section 2 names the ranking by its child, too.
  for (const locale of locales) {
    const ranking = href(locale, 'rank');
    app.get(`${ranking}/index`, (request, reply) => reply.redirect(ranking + (URL.parse(request.url, origin)?.search ?? ''), 301));
  }
  app.get('/*', answer);
}

/**
 * What a page is rendered for: those choices that its text depends on, in one form each, and none that says what goes without saying. Theme
 * and colours are none of the server's business: the page puts them on before it is painted.
 */
function choiceFor(pathname: string, given: Readonly<Record<string, string | undefined>>, locale: Locale): string {
  const [chosen, usual] = [given, {}].map((from) => parsePreferences(from, locale)) as [Preferences, Preferences];
  return renderedChoices(matchPage(pathname)?.page)
    .filter((name) => chosen[name] !== usual[name])
    .map((name) => `${cookieNames[name]}=${chosen[name]}`)
    .join('; ');
}

const isNeverKept = ({ pathname }: URL): boolean => {
  const match = matchPage(pathname);
  const row: PageRow | null = match && pages[match.page];
  return row?.neverKept ?? false;
};

/** The caller that a shared page is rendered for: nothing about the visitor who happened to come first may end up in it. */
const nobody = (locale: Locale, requestId: string): Caller => ({
  userId: null,
  sessionId: null,
  locale,
  requestId,
  ip: '',
  deviceId: null,
});

function plainPage(status: number, html: string, https: boolean, headers: Record<string, string> = {}): CachedPage {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': buildPolicy([], { https }), ...headers },
    body: Buffer.from(html),
    encoded: new Map(),
  };
}

/** null: no address of a page. A browser would read '//host' and '/\\host' as links to another site. */
function siteUrl(target: string, origin: string): URL | null {
  const url = target.startsWith('/') && URL.parse(origin + target);
  return url && url.origin === origin && !url.pathname.startsWith('//') ? url : null;
}

/** A picture that is opened by itself runs nothing. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const plainPages = ({ name }: SiteBrand) => {
  const site = escapeHtml(name);
  const plain = (words: string, locale: Locale = 'en') =>
    `<!doctype html><html lang="${languageOf(locale).tag}" dir="auto"><meta charset="utf-8"><meta name="viewport" ` +
    `content="width=device-width"><title>${site}</title><p>${words}</p><p><a href="">Refresh</a></p></html>`;
  return {
    plain,
    unstable: plain('System connection unstable'),
    malformed: plain('This address is not one of ours. Please check it.').replace(
      '<a href="">Refresh</a>',
      () => `<a href="/">${site}</a>`,
    ),
  };
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
