// What programs of readers fetch: the news as RSS, the calendar as iCalendar, in every language. Knows no room: both are made of
// the answers of calls, so that what a reader is not shown on a page is not in a feed either.
import { hash } from 'node:crypto';
import { contentFeeds, type Article, type CalendarEvent } from '@tidemark/contract/content.ts';
import { defaultLocale, isLocale, type Locale } from '@tidemark/contract/locales.ts';
import { successCodes, type Caller, type Envelope } from '@tidemark/contract/wire.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { boundFiles } from '../http/bound-files.ts';
import type { Allowance } from '../http/limits.ts';
import type { Words } from '#words/index.ts';
import { toCalendar } from './icalendar.ts';
import { toRss } from './rss.ts';

export interface FeedsDeps {
  readonly call: (caller: Caller, name: string, input: unknown) => Promise<Envelope>;
  readonly resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  readonly words: Pick<Words, 'seo' | 'text'>;
  readonly market: { readonly simulated: boolean };
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly siteName: string;
  readonly allowance: Allowance;
}

const newsShown = 50;
const eventsShown = 200;
const freshSeconds = 60;
const mostKept = 200;

export function registerFeeds(
  app: FastifyInstance,
  { call, resolveCaller, words, market, clock, publicUrl, siteName, allowance }: FeedsDeps,
): void {
  /** What is made of a simulator's prices says so; null when they are a market's. */
  const labelIn = (locale: Locale): string | null => (market.simulated ? words.text(locale, 'messages', 'data.simulated') : null);
  /** Made once a minute for all who may read the same; of those who read from a country, what is hidden there is left out. */
  const made = new Map<string, { readonly body: string; readonly at: number }>();
  const itemsOf = async <T>(caller: Caller, name: string, pageSize: number): Promise<readonly T[] | null> => {
    const { code, data } = await call(caller, name, { pageSize });
    return (successCodes as readonly string[]).includes(code) ? (data as { items: readonly T[] }).items : null;
  };
  const send = (request: FastifyRequest, reply: FastifyReply, type: string, body: string) => {
    const etag = `"${hash('sha256', body).slice(0, 32)}"`;
    void reply.headers({ etag, 'cache-control': `private, max-age=${freshSeconds}`, 'content-type': type });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body);
  };
  const keep = (key: string, body: string) => {
    made.delete(key);
    made.set(key, { body, at: clock.now() });
    if (made.size > mostKept) made.delete(made.keys().next().value!);
  };
  const serve = (path: string, make: (caller: Caller, locale: Locale) => Promise<string | null>, type: string) => {
    const answer = async (request: FastifyRequest<{ Params: { locale?: string } }>, reply: FastifyReply) => {
      const locale = request.params.locale ?? defaultLocale;
      if (!isLocale(locale)) return reply.callNotFound();
      const caller = { ...(await resolveCaller(request)), locale };
      const key = `${path} ${locale} ${caller.country ?? ''}`;
      const kept = made.get(key);
      if (kept && clock.now() - kept.at < freshSeconds * 1000) return send(request, reply, type, kept.body);
      const body = (await make(caller, locale)) ?? kept?.body ?? null;
      if (body !== null) keep(key, body);
      return body === null ? reply.code(503).header('retry-after', '60').send() : send(request, reply, type, body);
    };
    for (const url of [`/${path}`, `/:locale/${path}`])
      app.get<{ Params: { locale?: string } }>(url, { onRequest: boundFiles(allowance) }, answer);
  };

  serve(
    contentFeeds.news,
    async (caller, locale) => {
      const articles = await itemsOf<Article>(caller, 'getNewsList', newsShown);
      return (
        articles &&
        toRss({
          articles,
          locale,
          publicUrl,
          title: words.seo(locale, 'trends.title') ?? siteName,
          about: words.seo(locale, 'trends.description') ?? '',
          label: labelIn(locale),
        })
      );
    },
    'application/rss+xml; charset=utf-8',
  );
  serve(
    contentFeeds.calendar,
    async (caller, locale) => {
      const events = await itemsOf<CalendarEvent>(caller, 'calendarEvents', eventsShown);
      return (
        events &&
        toCalendar({
          events,
          publicUrl,
          siteName,
          name: `${siteName}: ${words.text(locale, 'news', 'news.calendar')}`,
          label: labelIn(locale),
          now: clock.now(),
        })
      );
    },
    'text/calendar; charset=utf-8',
  );
}
