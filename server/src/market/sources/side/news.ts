// Headlines from feeds (RSS, Atom, RDF, JSON). Only what may be shown is kept: headline, link, moment, whose it is and its
// categories. A feed that fails or is not one leaves the others alone; one that has not changed is not read again.
import type { Log } from '#platform/log.ts';
import { fetchText } from './fetch-text.ts';
import { BadAnswer } from './polled.ts';

export interface NewsItem {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly at: number;
  /** The feed's own name. */
  readonly source: string;
  readonly categories: readonly string[];
}

interface FeedState {
  etag: string | null;
  items: readonly NewsItem[];
}

const mostItems = 500;
const mostTitle = 300;

export function createNews(feeds: readonly string[], log: Log): () => Promise<readonly NewsItem[] | undefined> {
  const states = new Map<string, FeedState>(feeds.map((url) => [url, { etag: null, items: [] }]));

  const read = async (url: string, state: FeedState): Promise<boolean> => {
    const { text, etag } = await fetchText(url, state.etag === null ? {} : { 'if-none-match': state.etag });
    if (text === null) return false;
    state.items = await parseNews(text, url);
    state.etag = etag;
    return true;
  };

  return async () => {
    const outcomes = await Promise.allSettled([...states].map(async ([url, state]) => read(url, state)));
    const failed = outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? [{ feed: feeds[i], reason: outcome.reason as unknown }] : []));
    if (failed.length === feeds.length) throw failed[0]!.reason;
    for (const { feed, reason } of failed) log.warn({ err: reason, feed }, 'a feed could not be read; its last headlines stand');
    if (!outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value)) return undefined;
    // Outlets repeat each other and themselves.
    const byLink = new Map<string, NewsItem>();
    for (const { items } of states.values()) for (const item of items) if (!byLink.has(item.link)) byLink.set(item.link, item);
    return [...byLink.values()].sort((a, b) => b.at - a.at).slice(0, mostItems);
  };
}

/** Exported for its test: one feed's text. */
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
  const source = plainText(feed.title) || new URL(url).hostname;
  const rows = [feed.items, feed.entries].find(Array.isArray) ?? [];
  return (rows as unknown[]).flatMap((row): NewsItem[] => {
    const item = asRecord(row);
    const title = plainText(item.title);
    const link = linkOf(item);
    const at = Date.parse([item.pubDate, item.published, item.updated, item.date_published, asRecord(item.dc).date].find((moment) => typeof moment === 'string') ?? '');
    if (title === '' || link === null || !Number.isFinite(at)) return [];
    const categories = (Array.isArray(item.categories) ? item.categories : []).flatMap((category: unknown) => {
      const name = typeof category === 'string' ? category : plainText(asRecord(category).name ?? asRecord(category).term);
      return name ? [name.slice(0, 64)] : [];
    });
    const guid = plainText(asRecord(item.guid).value ?? item.guid ?? item.id);
    return [{ id: (guid || link).slice(0, 500), title: title.slice(0, mostTitle), link, at, source: source.slice(0, 100), categories: categories.slice(0, 20) }];
  });
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

/** Markup of a title is not for us. */
function plainText(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof asRecord(value).value === 'string' ? (asRecord(value).value as string) : '';
  return text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();
}

/** Only addresses a browser may open. */
function linkOf(item: Readonly<Record<string, unknown>>): string | null {
  const links = Array.isArray(item.links) ? item.links.map((link: unknown) => asRecord(link).href) : [];
  const found = [item.link, item.url, ...links].find((link): link is string => typeof link === 'string' && /^https?:\/\//.test(link) && URL.canParse(link) && link.length <= 1_000);
  return found ?? null;
}
