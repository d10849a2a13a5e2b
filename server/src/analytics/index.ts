// The analytics room owns views of the market's facts: rankings, movers, sectors, heat, fear and greed, picks. Every figure is
// made from the board, from candles and from what the room itself stored; none is invented, and what cannot be known is
// null. It promises that a mover event is told once, also over a restart, and that it is stored before anybody hears of it.
import type { analyticsCalls } from '@tidemark/contract/analytics.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import { createDailyIndices, type DailyIndices, type DailyIndicesDeps } from './daily-indices.ts';
import { createMarketViews, type MarketViews, type MarketViewsDeps } from './market-views.ts';
import { createTradingData, type TradingData } from './trading-data/index.ts';

export type AnalyticsDeps = MarketViewsDeps & DailyIndicesDeps;

/** One subject of the room: a part has the calls of its subject and may live between start and stop. */
export interface Part<Names extends keyof typeof analyticsCalls> {
  readonly calls: Handlers<Pick<typeof analyticsCalls, Names>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Analytics {
  readonly calls: MarketViews['calls'] & TradingData['calls'] & DailyIndices['calls'];
  /** What the socket tells. */
  readonly live: MarketViews['live'];
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createAnalytics(deps: AnalyticsDeps): Analytics {
  const tradingData = createTradingData(deps);
  const views = createMarketViews(deps);
  const indices = createDailyIndices(deps);
  const parts = [views, tradingData, indices];
  return {
    calls: { ...views.calls, ...tradingData.calls, ...indices.calls },
    live: views.live,
    async start() {
      for (const part of parts) await part.start();
    },
    async stop() {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}
