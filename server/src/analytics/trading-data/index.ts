// Trading data: what the traders of a pair and of the whole network do. A metric that the source does not tell is said to be
// missing; nothing is made up in its place.
import type { tradingDataCalls } from '@tidemark/contract/trading-data.ts';
import type { liquidationCalls } from '@tidemark/contract/liquidations.ts';
import type { venueCalls } from '@tidemark/contract/venues.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Clock } from '#platform/clock.ts';
import { createByVenue } from './by-venue.ts';
import { createLiveSeries, type LiveSeries } from './live-series.ts';
import { createLiquidationLevels } from './liquidation-levels.ts';
import { createLiquidations } from './liquidations.ts';
import { createNetwork, type NetworkDeps } from './network.ts';
import { createPair } from './pair.ts';
import { createVenueTotals } from './venue-totals.ts';

export interface TradingData {
  readonly calls: Handlers<typeof tradingDataCalls & typeof venueCalls & typeof liquidationCalls>;
  /** What the socket tells of open charts. */
  readonly live: LiveSeries;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createTradingData({
  isKeeper,
  ...deps
}: NetworkDeps & { readonly isKeeper: IsKeeper; readonly wallClock: Clock }): TradingData {
  const network = createNetwork(deps);
  const venueTotals = createVenueTotals({ market: deps.market, clock: deps.clock, db: deps.db, log: deps.log });
  const calls = {
    ...createPair(deps),
    ...createLiquidations(deps),
    ...createLiquidationLevels(deps),
    ...createByVenue(deps),
    ...network.calls,
    ...venueTotals.calls,
  };
  return {
    calls,
    live: createLiveSeries({ ...deps, calls }),
    async start() {
      if (!isKeeper) return;
      network.start(isKeeper);
      venueTotals.start(isKeeper);
    },
    async stop() {
      await Promise.all([network.stop(), venueTotals.stop()]);
    },
  };
}
