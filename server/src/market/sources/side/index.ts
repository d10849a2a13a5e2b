// Side sources: what no exchange tells. Each is off until its address is set, is asked at its own pace, and stands by its last
// good answer with its age. Blocks, rates and pools take the place of the main source's; the rest is for whoever wants it.
import { refuse } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { OnchainMarket } from '../onchain-market.ts';
import type { Blocks, Source } from '../source.ts';
import { createCoinGecko, type GlobalMarket, type SectorFigures } from './coingecko.ts';
import { createNews, type NewsItem } from './news.ts';
import { createPolled, createSideCounts, type Polled } from './polled.ts';
import { loadBlocks, loadFearGreed, loadFiatRates, type FearGreedDay } from './small-sources.ts';

export interface SideSettings {
  readonly coinGecko: { readonly url: string; readonly apiKey: string | null } | null;
  readonly fearGreedUrl: string | null;
  readonly mempoolUrl: string | null;
  readonly newsFeeds: readonly string[];
  readonly fiatRatesUrl: string | null;
}

/** null = not set. */
export interface SideSources {
  readonly globalMarket: Polled<GlobalMarket> | null;
  readonly sectors: Polled<readonly SectorFigures[]> | null;
  readonly onchain: Polled<OnchainMarket> | null;
  /** Oldest first. */
  readonly fearGreed: Polled<readonly FearGreedDay[]> | null;
  readonly blocks: Polled<Blocks> | null;
  /** Newest first. */
  readonly news: Polled<readonly NewsItem[]> | null;
  readonly fiatRates: Polled<Readonly<Record<string, number>>> | null;
  start(): void;
  stop(): void;
}

const minuteMs = 60_000;

export function createSideSources(settings: SideSettings, { clock, log, metrics }: { clock: Clock; log: Log; metrics: Metrics }): SideSources {
  const counts = createSideCounts(metrics);
  const refused = metrics.counter('side_source_rows_refused_total', 'Rows of side sources that were not believed', ['source']);
  const poll = <T>(name: string, source: string, everyMs: number, load: () => Promise<T | undefined>) => createPolled<T>({ name, source, everyMs, load, clock, log, counts });
  const { coinGecko, fearGreedUrl, mempoolUrl, newsFeeds, fiatRatesUrl } = settings;
  const gecko = coinGecko && createCoinGecko({ baseUrl: coinGecko.url, apiKey: coinGecko.apiKey, now: clock.now, onRefused: (count) => refused.inc({ source: 'coingecko' }, count) });

  const sources = {
    globalMarket: gecko && poll('coingeckoGlobal', 'CoinGecko', 10 * minuteMs, gecko.globalMarket),
    sectors: gecko && poll('coingeckoSectors', 'CoinGecko', 20 * minuteMs, gecko.sectors),
    onchain: gecko && poll('coingeckoOnchain', 'GeckoTerminal', 5 * minuteMs, gecko.onchain),
    fearGreed: fearGreedUrl === null ? null : poll('fearGreed', 'alternative.me', 60 * minuteMs, async () => loadFearGreed(fearGreedUrl)),
    blocks: mempoolUrl === null ? null : poll('blocks', 'mempool.space', minuteMs, async () => loadBlocks(mempoolUrl)),
    news: newsFeeds.length === 0 ? null : poll('news', 'RSS', 5 * minuteMs, createNews(newsFeeds, log)),
    fiatRates: fiatRatesUrl === null ? null : poll('fiatRates', new URL(fiatRatesUrl).hostname, 6 * 60 * minuteMs, async () => loadFiatRates(fiatRatesUrl)),
  };
  const all = Object.values(sources).filter((each) => each !== null);
  return {
    ...sources,
    start: () => all.forEach((each) => each.start()),
    stop: () => all.forEach((each) => each.stop()),
  };
}

/** The main source with whatever the side sources know better. Before their first answer they refuse rather than guess. */
export function withSideSources(source: Source, side: Pick<SideSources, 'onchain' | 'blocks' | 'fiatRates'>): Source {
  const lastOf = <T>(polled: Polled<T>) => async (): Promise<T> => polled.latest()?.value ?? refuse('timeout');
  return {
    ...source,
    ...(side.onchain && { onchain: lastOf(side.onchain) }),
    ...(side.blocks && { blocks: lastOf(side.blocks) }),
    ...(side.fiatRates && { fiatRates: lastOf(side.fiatRates) }),
  };
}
