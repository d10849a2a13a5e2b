// What the address says about the news: the day in the path, the rest in the query string.
import { newsTopics, type Article, type NewsTopic } from '@tidemark/contract/content.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import { dayName, parseDay } from './day.ts';

export interface NewsChoice {
  /** undefined: the newest day that has articles. */
  readonly day: number | undefined;
  readonly topic: NewsTopic | undefined;
  readonly coin: string | undefined;
  readonly isFavorites: boolean;
  /** Phones show one of the two at a time. */
  readonly isCalendar: boolean;
}

const coinPattern = /^[\p{L}\p{N}$.-]{1,32}$/u;

export function readNewsChoice(time: string | undefined, search: URLSearchParams): NewsChoice {
  const coin = search.get('coin')?.toUpperCase();
  return {
    day: time === undefined ? undefined : (parseDay(time) ?? undefined),
    topic: newsTopics.find((topic) => topic === search.get('topic')),
    coin: coin !== undefined && coinPattern.test(coin) ? coin : undefined,
    isFavorites: search.get('favorites') === '1',
    isCalendar: search.get('view') === 'calendar',
  };
}

export function trendsHref(locale: Locale, { day, topic, coin, isFavorites, isCalendar }: NewsChoice): string {
  const query = new URLSearchParams();
  if (topic) query.set('topic', topic);
  if (coin) query.set('coin', coin);
  if (isFavorites) query.set('favorites', '1');
  if (isCalendar) query.set('view', 'calendar');
  const text = query.toString();
  return href(locale, 'trends', day === undefined ? {} : { time: dayName(day) }) + (text && `?${text}`);
}

/** favorites: an article must name one of these coins, besides the choice of the address; null = not known yet. */
export const isWanted = ({ topics, coins }: Article, { topic, coin }: NewsChoice, favorites: ReadonlySet<string> | null): boolean =>
  (!topic || topics.includes(topic)) &&
  (!coin || coins.some(({ baseSymbol }) => baseSymbol === coin)) &&
  (!favorites || coins.some(({ baseSymbol }) => favorites.has(baseSymbol)));

/** How often each is named, most often first. */
export function countNamed<T extends string>(
  articles: readonly Article[],
  named: (article: Article) => readonly T[],
): (readonly [T, number])[] {
  const counts = new Map<T, number>();
  for (const article of articles) for (const name of new Set(named(article))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
