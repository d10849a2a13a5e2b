// Headlines from feeds (RSS, Atom, RDF, JSON). Only what may be shown is kept: headline, link, moment, whose it is, its categories
// and the beginning of its description. One that has not changed is not read again.
import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { systemClock } from '#platform/clock.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { fetchText, type FetchLimits, type FetchText } from './fetch-text.ts';
import { plainText, shorten } from './plain-text.ts';
import { BadAnswer } from './polled.ts';

export interface NewsItem {
  /** As the feed names it; unique within the feed. */
  readonly guid: string;
  readonly title: string;
  readonly link: string;
  /** null = the feed does not say. */
  readonly at: number | null;
  /** The feed's own name. */
  readonly source: string;
  readonly categories: readonly string[];
  /** Empty where there is none, or it says no more than the title. */
  readonly summary: string;
}

export const newsRule = { mostItems: 200, mostTitle: 300, mostSummary: 280, mostBytes: 2 * 1024 * 1024, redirects: 3 } as const;

/** undefined = it says the same as before. */
export function createFeedReader(
  url: string,
  limits: FetchLimits = {},
  fetch: FetchText = fetchText,
): () => Promise<readonly NewsItem[] | undefined> {
  let marks: { readonly etag: string | null; readonly lastModified: string | null } = { etag: null, lastModified: null };
  let said = '';
  return async () => {
    const conditions = {
      ...(marks.etag !== null && { 'if-none-match': marks.etag }),
      ...(marks.lastModified !== null && { 'if-modified-since': marks.lastModified }),
    };
    const answer = await fetch(url, conditions, { mostBytes: newsRule.mostBytes, redirects: newsRule.redirects, ...limits });
    // Not every server knows of marks.
    if (answer.text === null || hash('sha256', answer.text) === said) return undefined;
    const items = await parseInThread(answer.text, url);
    said = hash('sha256', answer.text);
    marks = { etag: answer.etag, lastModified: answer.lastModified };
    return items;
  };
}

/** What the thread says: the items, or why there are none. */
export type ParsedNews = { readonly items: readonly NewsItem[] } | { readonly reason: string };

/** A long feed is half a second of work: one at a time and not where prices are served. */
const oneAtATime = createSemaphore({ atOnce: 1, maxWaiting: 100, maxWaitMs: 120_000, clock: systemClock });
const mostParsingMs = 30_000;

const parseInThread = (text: string, url: string): Promise<readonly NewsItem[]> =>
  oneAtATime(async () => {
    const thread = new Worker(new URL('./news-thread.ts', import.meta.url), {
      workerData: { text, url },
      name: 'news',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const { promise, resolve, reject } = Promise.withResolvers<readonly NewsItem[]>();
    const timer = setTimeout(() => reject(new BadAnswer('too much work')), mostParsingMs);
    thread.once('message', (parsed: ParsedNews) => ('items' in parsed ? resolve(parsed.items) : reject(new BadAnswer(parsed.reason))));
    thread.once('error', (error) => reject(new BadAnswer('too much work', { cause: error })));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      await thread.terminate();
    }
  });

/** One feed's text, in its own order. */
export async function parseNews(text: string, url: string): Promise<NewsItem[]> {
  // Its 130 files are read only where feeds are.
  const { parseFeed } = await import('feedsmith');
  let parsed: { readonly feed: unknown };
  try {
    parsed = parseFeed(text);
  } catch (error) {
    throw new BadAnswer('not a feed', { cause: error });
  }
  const feed = asRecord(parsed.feed);
  const source = plain(feed.title) || new URL(url).hostname;
  const rows = [feed.items, feed.entries].find(Array.isArray) ?? [];
  return (rows as unknown[]).slice(0, newsRule.mostItems).flatMap((row): NewsItem[] => {
    const item = asRecord(row);
    const title = shorten(plain(item.title), newsRule.mostTitle);
    const link = linkOf(item, url);
    if (title === '' || link === null) return [];
    const at = Date.parse(
      [item.pubDate, item.published, item.date_published, asRecord(item.dc).date, item.updated].find(
        (moment) => typeof moment === 'string',
      ) ?? '',
    );
    const categories = [item.categories, item.tags]
      .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
      .flatMap((category) => {
        const name = plain(typeof category === 'string' ? category : (asRecord(category).name ?? asRecord(category).term));
        return name ? [name.slice(0, 64)] : [];
      });
    const guid = plain(asRecord(item.guid).value ?? item.guid ?? item.id);
    const summary = shorten(firstPlain(item.description, item.summary, item.content_text, item.content_html), newsRule.mostSummary);
    return [
      {
        guid: (guid || link).slice(0, 500),
        title,
        link,
        at: Number.isFinite(at) ? at : null,
        source: source.slice(0, 100),
        categories: categories.slice(0, 20),
        summary: summary === title ? '' : summary,
      },
    ];
  });
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** More of it is never shown, and whole articles take their time. */
const mostMarkup = 20_000;
const plain = (value: unknown): string =>
  plainText(
    (typeof value === 'string' ? value : typeof asRecord(value).value === 'string' ? (asRecord(value).value as string) : '').slice(
      0,
      mostMarkup,
    ),
  );

const firstPlain = (...parts: readonly unknown[]): string => {
  for (const part of parts) {
    const text = plain(part);
    if (text !== '') return text;
  }
  return '';
};

/** Only addresses a browser may open. */
function linkOf(item: Readonly<Record<string, unknown>>, base: string): string | null {
  const links = Array.isArray(item.links) ? item.links.map(asRecord) : [];
  const ofPage = links.filter(({ rel }) => rel === undefined || rel === 'alternate').map(({ href }) => href);
  for (const link of [item.link, item.url, ...ofPage]) {
    if (typeof link !== 'string' || !URL.canParse(link.trim(), base)) continue;
    const { protocol, href } = new URL(link.trim(), base);
    if ((protocol === 'https:' || protocol === 'http:') && href.length <= 1_000) return href;
  }
  return null;
}
