// The market room owns the facts: which symbols exist, what each costs now, its candles, trades and trading data. In the feed
// role it reads a source, judges every tick and publishes what it accepted; elsewhere it is a replica that listens, notices
// what it missed and asks for it again. It promises that a newer quote is never replaced by an older one and that nothing on
// the board was invented; it refuses bad ticks and says how many.
//
// Other rooms get a Market and need not know which of the two it is. Now: catalog, board (a contract's quote carries mark,
// index, funding and open interest), orderBook, fiatRates, world (what others tell of all markets together). The past: candles, series,
// trades, p2pAds, blocks (null = this source has nothing of the kind: say so). As it happens: onQuotes (every single one), watchTrades,
// watchCandle, watchP2p; what has no subscriber is not streamed.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Candle } from '@tidemark/source/candle.ts';
export { maxSupplyOf } from '@tidemark/source/coins/max-supplies.ts';
import { sectors, type Sector } from '@tidemark/source/coins/sectors.ts';
import type { Liquidation, P2pAd, Source, Trade } from '@tidemark/source/source.ts';
import { noWorldFacts, type WorldFacts } from '@tidemark/source/world-facts.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import { systemStopwatch, type Clock, type Stopwatch } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createBoard, type Board, type Quote } from './board.ts';
import { createMarketCalls, toCandleRow, type MarketCalls } from './calls.ts';
import { createCatalog, emptyCatalog, type Catalog } from './catalog/catalog.ts';
import { iconUrls } from './catalog/icons.ts';
import type { FactReader, P2pPair } from './fact-reader.ts';
import { createElectedFeed } from './elected-feed.ts';
import { usdtPer, type Facts, type FactsProvider } from './facts.ts';
import { createFeed } from './feed.ts';
import { createClockLease, type FeedLease } from './feed-lease.ts';
import { createListeners } from './listeners.ts';
import { createReplica } from './replica.ts';
import { createTickRing } from './tick-ring.ts';
import { tickFaults } from './tick.ts';
import { candleKey, createWatches, p2pKey } from './watches.ts';

/** candles, series, trades, orderBook, p2pAds, blocks, dayOpens: see fact-reader.ts. */
export interface Market extends FactReader {
  readonly calls: MarketCalls;
  readonly catalog: Catalog;
  readonly board: Board;
  readonly simulated: boolean;
  isReady(): boolean;
  /** Called with the symbols whose quotes changed, after the board has them. */
  onChange(listener: (symbolIds: readonly string[]) => void): Unsubscribe;
  /** Every accepted quote in its order, several of one symbol among them, after the board has them. Must not dawdle. */
  onQuotes(listener: (quotes: readonly Quote[]) => void, failed?: () => void): Unsubscribe;
  /** Quotes were or may have been missed (the bus was cut, another feed began) before those that are told next: a judge of
   * every single quote asks for pastTicks since the last one it saw, and judges nothing newer before that. */
  onMissed(listener: () => void): Unsubscribe;
  /** Positions that were closed by force, as the source tells them. Some may be missed: a caller that needs all asks for the largest. */
  onLiquidations(listener: (liquidations: readonly Liquidation[]) => void): Unsubscribe;
  /** A listing, a halt, a delisting. */
  onCatalogChange(listener: (catalog: Catalog) => void): Unsubscribe;
  /** New trades as they happen, oldest first. */
  watchTrades(symbolId: string, listener: (trades: readonly Trade[]) => void): Unsubscribe;
  /** The running candle whenever it has moved (at most four times a second), after the one that has just closed if there is one. */
  watchCandle(symbolId: string, interval: CandleInterval, listener: (candles: readonly Candle[]) => void): Unsubscribe;
  /** All ads of a pair, at once and whenever one of them changed. */
  watchP2p(pair: P2pPair, listener: (ads: readonly P2pAd[]) => void): Unsubscribe;
  /** A page shows the symbol or an alert waits on it: its quotes come as they change, not at the beat of the lists. Where a source
   * cannot follow all, alerts come first, then what was looked at last. */
  follow(symbolId: string, why?: 'page' | 'alert'): Unsubscribe;
  /** Units of each currency that one USDT buys; empty until known. */
  fiatRates(): Readonly<Record<string, number>>;
  /** Facts of others about the market of the whole world. */
  world(): WorldFacts;
  /** What one unit of a coin or currency is worth in USDT; null = not known. */
  usdtPer(currency: string): number | null;
  /** Where a coin's picture is. */
  readonly iconUrl: (ticker: string) => string;
  /** The sectors coins can be in, with their English names. */
  readonly sectors: readonly Sector[];
  /** Whether this process is the feed now. */
  isFeed(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MarketDeps {
  bus: Bus;
  clock: Clock;
  stopwatch?: Stopwatch;
  log: Log;
  metrics: Metrics;
  db: Database;
  /** null = this process does not play the feed. */
  feed: Source | null;
  /** Whose turn it is to be the feed; left out: it is always this process. */
  lease?: FeedLease;
  /** Where a coin's picture is. */
  iconUrl?: (ticker: string) => string;
}

export function createMarket({
  bus,
  clock,
  stopwatch = systemStopwatch,
  log,
  metrics,
  db,
  feed,
  lease = createClockLease(clock),
  iconUrl = iconUrls(null),
}: MarketDeps): Market {
  const refused = metrics.counter('market_ticks_refused_total', 'Ticks that were not believed, by reason', ['fault']);
  for (const fault of tickFaults) refused.inc({ fault }, 0);
  const accepted = metrics.counter('market_quotes_total', 'Quotes taken onto the board');
  const failures = metrics.counter('market_listener_failures_total', 'Times that somebody who listens to the market failed');
  const onError = (error: unknown) => {
    failures.inc();
    log.error({ err: error }, 'a listener of the market failed');
  };
  const quoteListeners = createListeners<readonly Quote[]>(onError);
  const changeListeners = createListeners<readonly Quote[]>(onError);
  const missedListeners = createListeners<void>(onError);
  const liquidationListeners = createListeners<readonly Liquidation[]>(onError);
  const catalogListeners = createListeners<Catalog>(onError);
  const facts: Facts = {
    catalog: createCatalog(emptyCatalog),
    board: createBoard({
      clock,
      onRefused: (fault) => refused.inc({ fault }),
      onOtherTime: ({ symbolId, ts }, before) =>
        log.warn({ symbolId, ts, before: before.ts }, 'the source tells of another time than the feed before; prices begin anew with it'),
    }),
    simulated: feed?.simulated ?? false,
    fiatRates: {},
    world: noWorldFacts,
    watches: createWatches({ onError }),
    changed(quotes) {
      if (quotes.length === 0) return;
      accepted.inc(quotes.length);
      quoteListeners.tell(quotes);
      changeListeners.tell(quotes);
    },
    refreshed(quotes) {
      if (quotes.length === 0) return;
      accepted.inc(quotes.length);
      changeListeners.tell(quotes);
    },
    catalogChanged: () => catalogListeners.tell(facts.catalog),
    liquidated: (liquidations) => liquidationListeners.tell(liquidations),
    missed: () => missedListeners.tell(),
  };
  const { watches } = facts;
  const ring = feed && createTickRing({ now: () => clock.now() });
  const replica = createReplica({ bus, clock, log, metrics, facts, ring });
  const elected =
    feed &&
    ring &&
    createElectedFeed({
      bus,
      log,
      metrics,
      facts,
      lease,
      replica,
      feed: createFeed({ bus, clock, stopwatch, log, metrics, db, source: feed, facts, ring }),
    });
  const provider: FactsProvider = elected ?? replica;
  return {
    ...provider.reader,
    calls: createMarketCalls({ facts, clock, iconUrl, ...provider.reader }),
    get catalog() {
      return facts.catalog;
    },
    board: facts.board,
    get simulated() {
      return facts.simulated;
    },
    isReady: () => facts.catalog.data.symbols.some(({ symbolId }) => facts.board.quote(symbolId) !== undefined),
    onChange: (listener) => changeListeners.add((quotes) => listener(quotes.map(({ symbolId }) => symbolId))),
    onQuotes: quoteListeners.add,
    onMissed: missedListeners.add,
    onLiquidations: liquidationListeners.add,
    onCatalogChange: catalogListeners.add,
    watchTrades: (symbolId, listener) => watches.claim('trades', symbolId, listener),
    watchCandle: (symbolId, interval, listener) => watches.claim('candles', candleKey(symbolId, interval), listener),
    watchP2p: (pair, listener) => watches.claim('p2pAds', p2pKey(pair), listener),
    follow: (symbolId, why = 'page') => watches.claim(why === 'alert' ? 'alertQuotes' : 'quotes', symbolId),
    fiatRates: () => facts.fiatRates,
    world: () => facts.world,
    usdtPer: (currency) => usdtPer(facts, currency),
    iconUrl,
    sectors,
    isFeed: () => elected?.isFeed() ?? false,
    start: provider.start,
    stop: async () => provider.stop(),
  };
}

/** A candle as it travels to browsers. */
export const candleRowOf = toCandleRow;
export { coinPagesOf } from './catalog/coin-pages.ts';
export { isPegged } from './catalog/pegged.ts';
