// The market room owns the facts: which symbols exist, what each costs now, and its candles. In the feed role it reads a
// source, judges every tick and publishes what it accepted; elsewhere it is a replica that listens, notices what it
// missed and asks for it again. It promises that a newer quote is never replaced by an older one and that nothing on the
// board was invented; it refuses bad ticks and says how many.
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createBoard, type Board } from './board.ts';
import { createMarketCalls, type MarketCalls } from './calls.ts';
import { createCatalog, emptyCatalog, type Catalog } from './catalog/catalog.ts';
import { iconUrls } from './catalog/icons.ts';
import { usdtPer, type Facts, type FactsKeeper } from './facts.ts';
import { createFeed } from './feed.ts';
import { createReplica } from './replica.ts';
import type { Source } from './sources/source.ts';

export interface Market {
  readonly calls: MarketCalls;
  readonly catalog: Catalog;
  readonly board: Board;
  readonly simulated: boolean;
  isReady(): boolean;
  /** Called with the symbols whose quotes changed, after the board has them. */
  onChange(listener: (symbolIds: readonly string[]) => void): Unsubscribe;
  /** Units of each currency that one USDT buys; empty until known. */
  fiatRates(): Readonly<Record<string, number>>;
  /** What one unit of a currency is worth in USDT; null = not known. */
  usdtPer(currency: string): number | null;
  readonly candles: FactsKeeper['candles'];
  readonly series: FactsKeeper['series'];
  readonly trades: FactsKeeper['trades'];
  readonly iconUrl: (ticker: string) => string;
  start(): Promise<void>;
  stop(): void;
}

export interface MarketDeps {
  bus: Bus;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  db: Database;
  /** null = this process does not play the feed. */
  feed: Source | null;
  /** Where a coin's picture is. */
  iconUrl?: (ticker: string) => string;
}

export function createMarket({ bus, clock, log, metrics, db, feed, iconUrl = iconUrls(null) }: MarketDeps): Market {
  const refused = metrics.counter('market_ticks_refused_total', 'Ticks that were not believed, by reason', ['fault']);
  const accepted = metrics.counter('market_quotes_total', 'Quotes taken onto the board');
  const listeners = new Set<(symbolIds: readonly string[]) => void>();
  const facts: Facts = {
    catalog: createCatalog(emptyCatalog),
    board: createBoard({ clock, onRefused: (fault) => refused.inc({ fault }) }),
    simulated: feed?.simulated ?? false,
    fiatRates: {},
    changed(symbolIds) {
      if (symbolIds.length === 0) return;
      accepted.inc(symbolIds.length);
      for (const listener of listeners) listener(symbolIds);
    },
  };
  const keeper = feed ? createFeed({ bus, clock, log, metrics, db, source: feed, facts }) : createReplica({ bus, clock, log, metrics, facts });
  return {
    calls: createMarketCalls({ facts, clock, iconUrl, candles: keeper.candles, dayOpens: keeper.dayOpens }),
    get catalog() {
      return facts.catalog;
    },
    board: facts.board,
    get simulated() {
      return facts.simulated;
    },
    isReady: () => facts.catalog.data.symbols.some(({ symbolId }) => facts.board.quote(symbolId) !== undefined),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    fiatRates: () => facts.fiatRates,
    usdtPer: (currency) => usdtPer(facts, currency),
    candles: keeper.candles,
    series: keeper.series,
    trades: keeper.trades,
    iconUrl,
    start: keeper.start,
    stop: keeper.stop,
  };
}
