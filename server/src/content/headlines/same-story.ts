// When two items are one story: the same name in the same feed, the same address, or the same title within two days.
import { hash } from 'node:crypto';
import type { NewsItem } from '#market/sources/side/news.ts';

export interface StoryKeys {
  readonly guidKey: string;
  readonly linkKey: string;
  /** null = too short to say anything. */
  readonly titleKey: string | null;
}

export const sameTitleWithinMs = 2 * 86_400_000;
const shortestTitle = 20;
const shortestWideTitle = 8;

/** Parameters that say where a reader came from are no part of a story's address. */
const tracking = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|ref|ref_src|cmpid|ocid|igshid|at_\w+)$/i;

/** The same page has many addresses. */
export function canonicalLink(link: string): string {
  const url = new URL(link);
  const query = [...url.searchParams].filter(([name]) => !tracking.test(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.host.replace(/^www\./, '')}${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
}

export function titleKeyOf(title: string, source: string): string | null {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  // Aggregators write the outlet behind the title.
  const own = plain(
    title.replace(/\s+[-|\u2013\u2014]\s+([^-|\u2013\u2014]{2,40})$/u, (whole, tail: string) =>
      plain(source).includes(plain(tail)) || plain(tail).includes(plain(source)) ? '' : whole,
    ),
  );
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(own);
  return own.length >= (isWide ? shortestWideTitle : shortestTitle) ? own : null;
}

export function keysOf({ guid, link, title, source }: Pick<NewsItem, 'guid' | 'link' | 'title' | 'source'>): StoryKeys {
  const linkKey = hash('sha256', canonicalLink(link)).slice(0, 32);
  const isAddress = /^https?:\/\//.test(guid) && URL.canParse(guid);
  // '1234' says nothing outside of its own feed.
  const guidKey = hash('sha256', isAddress ? `address ${canonicalLink(guid)}` : `${source} ${guid}`).slice(0, 32);
  return { guidKey, linkKey, titleKey: titleKeyOf(title, source) };
}
