// The analytics room owns views of the market's facts: rankings, movers, sectors, heat, fear and greed, picks. Every figure is
// made from the board, from candles and from what the room itself stored; none is invented, and what cannot be known is
// null. It promises that a mover event is told once, also over a restart, and that it is stored before any subscriber hears of it.
import { createDailyIndices, type DailyIndices, type DailyIndicesDeps } from './daily-indices.ts';
import { createMarketViews, type MarketViews, type MarketViewsDeps } from './market-views.ts';
import { createTradingData, type TradingData } from './trading-data/index.ts';

export type AnalyticsDeps = MarketViewsDeps &
  DailyIndicesDeps & {
    /** Reading the past takes seconds and waits for it, so that the site opens before; left out = it waits for nothing. */
    readonly whenListening?: Promise<void>;
  };

export interface Analytics {
  readonly calls: MarketViews['calls'] & TradingData['calls'] & DailyIndices['calls'];
  /** What the socket tells. */
  readonly live: MarketViews['live'];
  readonly openCharts: TradingData['live'];
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createAnalytics({ whenListening, ...deps }: AnalyticsDeps): Analytics {
  const tradingData = createTradingData(deps);
  const views = createMarketViews(deps);
  const indices = createDailyIndices(deps);
  const parts = [views, tradingData, indices];
  let isStopped = false;
  let reading: Promise<void> | null = null;
  const readPast = async () => {
    if (isStopped) return;
    views.readHistory();
    await tradingData.start();
    await indices.start();
  };
  const read = () => (reading = readPast());
  return {
    calls: { ...views.calls, ...tradingData.calls, ...indices.calls },
    live: views.live,
    openCharts: tradingData.live,
    async start() {
      await views.start();
      if (whenListening) void whenListening.then(read);
      else await read();
    },
    async stop() {
      isStopped = true;
      await reading;
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}
