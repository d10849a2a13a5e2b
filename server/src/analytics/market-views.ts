// Rankings, movers, sectors, heat and the figures of the whole market, wired together over one view of the board.
import { rankWindows, type RankWindow } from '@tidemark/contract/analytics.ts';
import { defaultMoverRules, type MoverEvent, type MoverRules } from '@tidemark/contract/movers.ts';
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Market } from '#market/index.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Words } from '#words/index.ts';
import { createBoardView } from './board-view.ts';
import { createViewCalls, type ViewCalls } from './calls.ts';
import { createLiveViews, type LiveViews } from './live-views.ts';
import { createEventStore } from './movers/event-store.ts';
import { createMovers, type Movers } from './movers/movers.ts';
import { createPriceHistory } from './price-history.ts';
import { createRankMemory, type RankKey } from './rank-memory.ts';
import { createRankStore } from './rank-store.ts';
import { createRankings, standingLists } from './rankings.ts';
import { createSectors } from './sectors.ts';
import { lines } from './universe.ts';
import { createWholeMarket } from './whole-market.ts';

export interface MarketViewsDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly bus: Bus;
  /** Market time: prices are judged by it. */
  readonly clock: Clock;
  /** Time of the wall: the beat of the views does not run faster than people read. */
  readonly wallClock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly market: Market;
  readonly words: Words;
  /** True in the one process that has the feed: it finds movers and keeps ranks. The others read what it stored. */
  readonly isKeeper: IsKeeper;
  readonly moverRules?: MoverRules;
}

export interface MarketViews {
  readonly calls: ViewCalls;
  /** What the socket tells. */
  readonly live: LiveViews & {
    /** Newest first. */
    moverIds(): readonly string[];
    mover(id: string): MoverEvent | null;
    onMovers: Movers['onNews'];
    /** Called after a beat that changed something. */
    onBeat(listener: () => void): Unsubscribe;
  };
  /** For tests: the past is read, and everything found so far is stored. */
  settled(): Promise<void>;
  readonly movers: Movers;
  start(): Promise<void>;
  /** After start: what the views know of the days before. No caller has to wait for it. */
  readHistory(): void;
  stop(): Promise<void>;
}

const beatMs = 1_000;
/** Places beyond this are not remembered. */
const rememberedPlaces = 300;

export function createMarketViews({
  db,
  bus,
  clock,
  wallClock,
  log,
  metrics,
  market,
  words,
  isKeeper,
  moverRules = defaultMoverRules,
}: MarketViewsDeps): MarketViews {
  const seconds = metrics.histogram(
    'analytics_beat_seconds',
    'How long it took to bring all views up to date',
    [],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1],
  );
  const view = createBoardView(market);
  const history = createPriceHistory({ market, clock, log, universe: () => view.universe });
  const movers = createMovers({ store: createEventStore(db.orm), bus, clock, log, market, history, view, rules: moverRules, isKeeper });
  const rankings = createRankings({ view, history, market, clock, moverOf: movers.latestOf });
  const memory = createRankMemory({ store: createRankStore(db.orm), clock, log, isKeeper, lists: standingNow });
  const sectors = createSectors({ view, history, market, clock, wallClock });
  const wholeMarket = createWholeMarket({ view, market, clock, wallClock, log });
  const listeners = new Set<() => void>();
  const undo: Unsubscribe[] = [];

  function standingNow(): ReadonlyMap<RankKey, readonly string[]> {
    const kept = new Map<RankKey, readonly string[]>();
    if (view.version === 0) return kept;
    for (const line of lines) {
      for (const list of standingLists) {
        for (const window of Object.keys(rankWindows) as RankWindow[]) {
          kept.set(
            `${line} ${list} ${window}`,
            rankings
              .standing(line, list, window)
              .slice(0, rememberedPlaces)
              .map((index) => view.universe.rows[index]!.symbol.symbolId),
          );
        }
      }
    }
    return kept;
  }

  const beat = () => {
    const end = seconds.startTimer();
    const hasChanged = view.beat();
    end();
    if (hasChanged) for (const listener of listeners) listener();
  };

  return {
    calls: createViewCalls({ view, rankings, memory, sectors, wholeMarket, movers, rules: moverRules, words, clock }),
    movers,
    async settled() {
      await history.settled();
      await movers.parts?.detector.settled();
    },
    live: {
      ...createLiveViews({ view, rankings, sectors, wholeMarket }),
      moverIds: movers.recentIds,
      mover: movers.recent,
      onMovers: movers.onNews,
      onBeat(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    async start() {
      beat();
      undo.push(market.onChange(view.touch), wallClock.every(beatMs, beat));
      await movers.start();
      await memory.start();
    },
    readHistory() {
      history.start();
      wholeMarket.start();
    },
    async stop() {
      for (const undoOne of undo.splice(0)) undoOne();
      await movers.stop();
      await memory.stop();
      await wholeMarket.stop();
      await history.stop();
    },
  };
}
