// The analytics room owns views of the market's facts: rankings, movers, sectors, the whole market, heat. Every figure is
// made from the board, from candles and from what the room itself stored; none is invented, and what cannot be known is
// null. It promises that a mover event is told once, also over a restart, and that it is stored before anybody hears of it.
import type { analyticsCalls } from '@tidemark/contract/analytics.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createTradingData, type TradingData } from './trading-data/index.ts';

type Built = never;

export interface AnalyticsDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly bus: Bus;
  /** Market time: prices are judged by it. */
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly market: Market;
  /** True in the one process that has the feed: it finds movers and keeps ranks. The others read what it stored. */
  readonly isKeeper: boolean;
}

/** One subject of the room: a part has the calls of its subject and may live between start and stop. */
export interface Part<Names extends keyof typeof analyticsCalls> {
  readonly calls: Handlers<Pick<typeof analyticsCalls, Names>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Analytics {
  readonly calls: Part<Built>['calls'] & TradingData['calls'];
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createAnalytics(deps: AnalyticsDeps): Analytics {
  const tradingData = createTradingData(deps);
  const parts = [tradingData];
  return {
    calls: { ...tradingData.calls },
    async start() {
      for (const part of parts) await part.start();
    },
    async stop() {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}
