// From items of feeds to headlines in the store: dates put right, stories recognised, coins and topics found, prices of the moment
// kept beside them.
import { hash } from 'node:crypto';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Catalog } from '#market/catalog/catalog.ts';
import type { Market } from '#market/index.ts';
import type { NewsItem } from '#market/sources/side/news.ts';
import type { Clock } from '#platform/clock.ts';
import type { ContentStore, KnownStory, NewHeadline } from '../store.ts';
import { createCoinTagger, type CoinTagger } from './coin-tags.ts';
import { topicsOf } from './news-topics.ts';
import { keysOf, sameTitleWithinMs, type StoryKeys } from './same-story.ts';

export interface IngestDeps {
  readonly store: Pick<ContentStore, 'known' | 'addHeadlines' | 'correct'>;
  readonly market: Pick<Market, 'catalog' | 'candles'>;
  readonly clock: Clock;
  readonly keptMs: number;
}

/** Clocks differ a little. */
const aheadMs = 5 * 60_000;
/** Closer than this a minute counts, before it an hour does. */
const byMinuteMs = 2 * dayMs;

type Keyed = NewsItem & StoryKeys & { readonly moment: number };

/** Answers whether something was stored. One batch at a time: two at once would store one story twice. */
export function createIngest({ store, market, clock, keptMs }: IngestDeps): (items: readonly NewsItem[]) => Promise<boolean> {
  let tagger: { readonly catalog: Catalog; readonly tag: CoinTagger } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const coinsIn = (text: string): string[] => {
    if (tagger?.catalog !== market.catalog) tagger = { catalog: market.catalog, tag: createCoinTagger(market.catalog.data.coins) };
    return tagger.tag(text);
  };
  const aboutOf = ({ title, summary, categories }: NewsItem) => {
    const text = `${title}\n${summary}`;
    // Categories are tags of the outlet: what is a coin's name there is meant.
    const coins = [...new Set([...coinsIn(text), ...categories.flatMap((category) => coinsIn(category))])].slice(0, 10);
    return { coins, topics: topicsOf(text, categories, coins) };
  };

  const pricesAt = async (coins: readonly string[], at: number): Promise<Record<string, number>> => {
    const pairs = coins.flatMap((coin) => {
      const pair = market.catalog
        .symbolsOf('sp')
        .find(({ baseSymbol, pricedSymbol, status }) => baseSymbol === coin && pricedSymbol === 'USDT' && status !== 'prelaunch');
      return pair && (pair.listedAt === null || pair.listedAt <= at) ? [{ coin, symbolId: pair.symbolId }] : [];
    });
    if (pairs.length === 0) return {};
    const isRecent = clock.now() - at < byMinuteMs;
    // Without a price the story is told all the same.
    const found = await market
      .candles(pairs.map(({ symbolId }) => ({ symbolId, interval: isRecent ? '1m' : '1h', to: at, limit: 1 })))
      .catch(() => null);
    return Object.fromEntries(
      pairs.flatMap(({ coin }, i) => {
        const candle = found?.[i]?.at(-1);
        const price = isRecent ? candle?.close : candle?.open;
        return candle && price !== undefined && price > 0 && Number.isFinite(price) && at - candle.ts < dayMs
          ? [[coin, price] as const]
          : [];
      }),
    );
  };

  const isSame = (item: Keyed, known: KnownStory): boolean =>
    item.guidKey === known.guidKey ||
    item.linkKey === known.linkKey ||
    (item.titleKey !== null && item.titleKey === known.titleKey && Math.abs(item.moment - known.at) <= sameTitleWithinMs);

  const saveItems = async (items: readonly NewsItem[]): Promise<boolean> => {
    const now = clock.now();
    const keyed = items
      // Those without a moment, or of tomorrow, came in now, in the order of their feed.
      .map((item, i): Keyed => ({
        ...item,
        ...keysOf(item),
        moment: item.at === null || item.at > now + aheadMs ? now - i : Math.min(item.at, now),
      }))
      .filter(({ moment }) => moment >= now - keptMs);
    if (keyed.length === 0) return false;
    const known = await store.known(keyed);
    const fresh: NewHeadline[] = [];
    let isChanged = false;
    for (const item of keyed) {
      const { guid: _, at: __, categories: ___, moment: at, guidKey, linkKey, titleKey, title, summary, link, source } = item;
      const before = known.find((one) => isSame(item, one));
      if (before) {
        // Only the outlet itself corrects its words.
        if (before.guidKey !== guidKey || (before.title === title && before.summary === summary)) continue;
        const about = aboutOf(item);
        await store.correct(before.id, { title, summary, titleKey, ...about, prices: await pricesAt(about.coins, before.at) });
        isChanged = true;
        continue;
      }
      const about = aboutOf(item);
      fresh.push({
        id: `h-${hash('sha256', `${guidKey} ${linkKey}`).slice(0, 32)}`,
        at,
        title,
        summary,
        link,
        source,
        guidKey,
        linkKey,
        titleKey,
        ...about,
        prices: await pricesAt(about.coins, at),
      });
      known.push({ id: '', at, title, summary, guidKey, linkKey, titleKey });
    }
    await store.addHeadlines(fresh);
    return isChanged || fresh.length > 0;
  };

  return (items) => {
    const taken = last.then(() => saveItems(items));
    last = taken.catch(() => {});
    return taken;
  };
}
