// The series of a page under the same keys on both sides.
import type { LevelRange } from '@tidemark/contract/liquidations.ts';
import type { NetworkMetric, PairMetric, TradingPeriod, TradingRange } from '@tidemark/contract/trading-data.ts';
import type { NetworkVenueMetric, VenueMetric } from '@tidemark/contract/venues.ts';
import { pairMetric, tradingPeriodMs, tradingRangeMs } from '@tidemark/contract/trading-data.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import type { ChosenPair } from './chosen.ts';

const fixedPoints: Partial<Record<PairMetric, number>> = { netInflow24h: 24, whaleNetFlow5d: 5 };

const pointsOf = (range: TradingRange, period: TradingPeriod): number => Math.ceil(tradingRangeMs[range] / tradingPeriodMs[period]);

export const pairSeries = (api: Api, { symbolId, range, period }: ChosenPair, metric: PairMetric) =>
  callQuery(api, 'tradingSeries', {
    symbolId,
    metric,
    period: periodOf(metric, period),
    limit: fixedPoints[metric] ?? pointsOf(range, period),
  });

export const periodOf = (metric: PairMetric, period: TradingPeriod): TradingPeriod => pairMetric(metric).period ?? period;
export const hasOwnSpan = (metric: PairMetric): boolean => fixedPoints[metric] !== undefined;

export const pairNow = (api: Api, symbolId: string) => callQuery(api, 'tradingNow', { symbolId });

export const pairPrices = (api: Api, { symbolId, range, period }: ChosenPair) =>
  callQuery(api, 'getMoreKlineData', { symbolId, interval: period, limit: pointsOf(range, period) });

export const networkSeries = (api: Api, metric: NetworkMetric, range: TradingRange, period: '1h' | '4h' | '1d') =>
  callQuery(api, 'networkSeries', { metric, period, limit: Math.min(1000, pointsOf(range, period) + 1) });

export interface NetworkSpan {
  readonly range: TradingRange;
  readonly period: '1h' | '4h' | '1d';
}
export const firstNetworkVenueMetric: NetworkVenueMetric = 'openInterest';
export const networkVenues = (api: Api, metric: NetworkVenueMetric, range: TradingRange, period: NetworkSpan['period']) =>
  callQuery(api, 'networkVenues', { metric, period, limit: Math.min(1000, pointsOf(range, period) + 1) });

export const fundingNow = (api: Api) => callQuery(api, 'fundingTable', {});

export const topMarkets = (api: Api) => callQuery(api, 'topExchangeList', {});

export const largestLiquidations = (api: Api, symbolId?: string) =>
  callQuery(api, 'largestLiquidations', { ...(symbolId !== undefined && { symbolId }), limit: 10 });

export const firstLevelRange: LevelRange = '1d';
export const liquidationLevels = (api: Api, symbolId: string, range: LevelRange = firstLevelRange) =>
  callQuery(api, 'liquidationLevels', { symbolId, range });

export const venueSeries = (
  api: Api,
  { symbolId, range, period }: Pick<ChosenPair, 'symbolId' | 'range' | 'period'>,
  metric: VenueMetric,
) => callQuery(api, 'venueSeries', { symbolId, metric, period, limit: pointsOf(range, period) });

export const venueTable = (api: Api, symbolId?: string) => callQuery(api, 'venueTable', symbolId === undefined ? {} : { symbolId });
