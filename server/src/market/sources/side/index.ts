// Side sources: what no exchange tells. Each is off until its address is set, is asked at its own pace, and stands by its last
// good answer with its age. Blocks, rates and pools take the place of the main source's; what is told of the whole world's market travels
// beside it.
import { refuse } from '@tidemark/contract/errors.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import type { OnchainMarket } from '@tidemark/source/onchain-market.ts';
import type { Blocks, Source } from '@tidemark/source/source.ts';
import type { Sourced, WorldCategory, WorldMarket, WorldMoodDay } from '@tidemark/source/world-facts.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createCoinGecko } from './coingecko.ts';
import { fetchText, type FetchText } from './fetch-text.ts';
import { createFeedReader, type NewsItem } from './news.ts';
import { createPolled, createSideCounts, type Polled } from './polled.ts';
import { loadBlocks, loadFearGreed, loadFiatRates } from './small-sources.ts';

export interface SideSettings {
  readonly coinGecko: { readonly url: string; readonly apiKey: string | null } | null;
  readonly fearGreedUrl: string | null;
  readonly mempoolUrl: string | null;
  readonly newsFeeds: readonly string[];
  readonly fiatRatesUrl: string | null;
}

/** null = not set. */
export interface SideSources {
  readonly worldMarket: Polled<WorldMarket> | null;
  readonly categories: Polled<readonly WorldCategory[]> | null;
  readonly onchain: Polled<OnchainMarket> | null;
  /** Oldest first. */
  readonly fearGreed: Polled<readonly WorldMoodDay[]> | null;
  readonly blocks: Polled<Blocks> | null;
  /** One for each feed, so that a broken one waits alone; empty = none is set. */
  readonly news: readonly Polled<readonly NewsItem[]>[];
  readonly fiatRates: Polled<Readonly<Record<string, number>>> | null;
  start(): void;
  stop(): void;
}

const newsEveryMs = 6 * minuteMs;

export function createSideSources(
  settings: SideSettings,
  { clock, log, metrics, userAgent }: { clock: Clock; log: Log; metrics: Metrics; userAgent?: string },
): SideSources {
  const fetchAs: FetchText = (url, headers, limits) =>
    fetchText(url, { ...(userAgent && { 'user-agent': userAgent }), ...headers }, limits);
  const counts = createSideCounts(metrics);
  const refused = metrics.counter('side_source_rows_refused_total', 'Rows of side sources that were not believed', ['source']);
  const poll = <T>(name: string, source: string, everyMs: number, load: () => Promise<T | undefined>) =>
    createPolled<T>({ name, source, everyMs, load, clock, log, counts });
  const { coinGecko, fearGreedUrl, mempoolUrl, newsFeeds, fiatRatesUrl } = settings;
  const gecko =
    coinGecko &&
    createCoinGecko({
      baseUrl: coinGecko.url,
      apiKey: coinGecko.apiKey,
      now: clock.now,
      fetchText: fetchAs,
      onRefused: (count) => refused.inc({ source: 'coingecko' }, count),
    });

  const sources = {
    worldMarket: gecko && poll('coingeckoGlobal', 'CoinGecko', 10 * minuteMs, gecko.globalMarket),
    categories: gecko && poll('coingeckoSectors', 'CoinGecko', 20 * minuteMs, gecko.categories),
    onchain: gecko && poll('coingeckoOnchain', 'GeckoTerminal', 5 * minuteMs, gecko.onchain),
    fearGreed:
      fearGreedUrl === null ? null : poll('fearGreed', 'alternative.me', 60 * minuteMs, async () => loadFearGreed(fearGreedUrl, fetchAs)),
    blocks: mempoolUrl === null ? null : poll('blocks', 'mempool.space', minuteMs, async () => loadBlocks(mempoolUrl, fetchAs)),
    fiatRates:
      fiatRatesUrl === null
        ? null
        : poll('fiatRates', new URL(fiatRatesUrl).hostname, 6 * 60 * minuteMs, async () => loadFiatRates(fiatRatesUrl, fetchAs)),
  };
  const news = newsFeeds.map((url, i) =>
    poll(`news ${new URL(url).host} ${i + 1}`, new URL(url).hostname, newsEveryMs, createFeedReader(url, {}, fetchAs)),
  );
  const all = [...Object.values(sources).filter((each) => each !== null), ...news];
  return {
    ...sources,
    news,
    start: () => all.forEach((each) => each.start()),
    stop: () => all.forEach((each) => each.stop()),
  };
}

/** The main source with every fact that the side sources know better. Before their first answer they refuse rather than guess. */
export function withSideSources(
  source: Source,
  side: Pick<SideSources, 'onchain' | 'blocks' | 'fiatRates' | 'worldMarket' | 'categories' | 'fearGreed'>,
): Source {
  const lastOf =
    <T>(polled: Polled<T>) =>
    async (): Promise<T> =>
      polled.latest()?.value ?? refuse('timeout');
  const sourced = <T>(polled: Polled<T> | null): Sourced<T> | null => polled && { source: polled.source, known: polled.latest() };
  const ofTheWorld = [side.worldMarket, side.categories, side.fearGreed].filter((each) => each !== null);
  return {
    ...source,
    ...(side.onchain && { onchain: lastOf(side.onchain) }),
    ...(side.blocks && { blocks: lastOf(side.blocks) }),
    ...(side.fiatRates && { fiatRates: lastOf(side.fiatRates) }),
    ...(ofTheWorld.length > 0 && {
      world: {
        facts: () => ({ market: sourced(side.worldMarket), categories: sourced(side.categories), mood: sourced(side.fearGreed) }),
        onChange(listener: () => void) {
          const undo = ofTheWorld.map((each) => each.onChange(listener));
          return () => undo.forEach((undoOne) => undoOne());
        },
      },
    }),
  };
}
