// The series of a page under the same keys on both sides.
import { queryOptions } from '@tanstack/react-query';
import type { NetworkMetric, PairMetric, TradingPeriod, TradingRange } from '@tidemark/contract/trading-data.ts';
import { pairMetric, tradingPeriodMs, tradingRangeMs } from '@tidemark/contract/trading-data.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import type { ChosenPair } from './chosen.ts';

/** The newest bucket moves on while the page is open and looked at. */
const refetchEveryMs = 10_000;
const live = { refetchInterval: refetchEveryMs } as const;

const fixedPoints: Partial<Record<PairMetric, number>> = { netInflow24h: 24, whaleNetFlow5d: 5 };

export const pointsOf = (range: TradingRange, period: TradingPeriod): number => Math.ceil(tradingRangeMs[range] / tradingPeriodMs[period]);

export const pairSeries = (api: Api, { symbolId, range, period }: ChosenPair, metric: PairMetric) =>
  queryOptions({ ...callQuery(api, 'tradingSeries', { symbolId, metric, period: pairMetric(metric).period ?? period, limit: fixedPoints[metric] ?? pointsOf(range, period) }), ...live });

export const pairNow = (api: Api, symbolId: string) => queryOptions({ ...callQuery(api, 'tradingNow', { symbolId }), ...live });

export const pairPrices = (api: Api, { symbolId, range, period }: ChosenPair) => queryOptions({ ...callQuery(api, 'getMoreKlineData', { symbolId, interval: period, limit: pointsOf(range, period) }), ...live });

export const networkSeries = (api: Api, metric: NetworkMetric, range: TradingRange, period: '1h' | '4h' | '1d') =>
  queryOptions({ ...callQuery(api, 'networkSeries', { metric, period, limit: Math.min(1000, pointsOf(range, period) + 1) }), refetchInterval: 6 * refetchEveryMs });

export const fundingNow = (api: Api) => queryOptions({ ...callQuery(api, 'fundingTable', {}), refetchInterval: 3 * refetchEveryMs });
