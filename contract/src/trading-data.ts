// Trading data (sections 1, 2 and 9): what the takers, the holders and the borrowers of one pair do, and the same for the whole
// network. One table says what every metric holds; both sides read it.
import * as v from 'valibot';
import { coinCode, iconUrl, symbolId } from './market.ts';
import { dayMs } from './time.ts';
import { call, count, decimal, filled, fraction, languageType, listOf, queryInt, queryTime, timeMs } from './wire.ts';

/** Section 9: large accounts are this share of all, by margin balance. */
export const largeAccountsShare = 0.2;

export const tradingPeriods = ['5m', '15m', '1h', '4h', '1d'] as const;
export type TradingPeriod = (typeof tradingPeriods)[number];
export const tradingPeriodMs: Readonly<Record<TradingPeriod, number>> = {
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};

/** How far back a chart looks; a range that would have more points than one answer holds takes a wider period. */
export const tradingRanges = ['1d', '3d', '7d', '30d', '90d', '1y'] as const;
export type TradingRange = (typeof tradingRanges)[number];
export const tradingRangeMs: Readonly<Record<TradingRange, number>> = {
  '1d': dayMs,
  '3d': 3 * dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
  '1y': 365 * dayMs,
};
const maxTradingPoints = 1000;
export const periodsFor = (range: TradingRange): readonly TradingPeriod[] =>
  tradingPeriods.filter((period) => {
    const points = tradingRangeMs[range] / tradingPeriodMs[period];
    return (points <= maxTradingPoints && points >= 7) || (range === '1d' && period === '1d');
  });

/** By the size of an order. */
export const fundFlowSizes = ['whale', 'dolphin', 'fish'] as const;

export const tradingTabs = ['spot', 'futures'] as const;
export type TradingTab = (typeof tradingTabs)[number];

export type FieldUnit =
  /** In units of the base coin. */
  | 'base'
  /** In the currency the pair is priced in. */
  | 'quote'
  | 'usd'
  /** A number of contracts. */
  | 'contracts'
  /** A price of the pair. */
  | 'price'
  /** 0.01 is one percent. */
  | 'fraction'
  /** One side over the other. */
  | 'ratio';

interface MetricRow {
  readonly tab: TradingTab;
  readonly fields: Readonly<Record<string, FieldUnit>>;
  /** 'span': adds up over the period; 'moment': a state at the beginning of it; 'settlement': one per event, for every period. */
  readonly kind: 'span' | 'moment' | 'settlement';
  /** Only this period makes sense. */
  readonly period?: TradingPeriod;
}

export const pairMetrics = {
  fundFlow: {
    tab: 'spot',
    kind: 'span',
    fields: { whaleBuy: 'quote', whaleSell: 'quote', dolphinBuy: 'quote', dolphinSell: 'quote', fishBuy: 'quote', fishSell: 'quote' },
  },
  netInflow24h: { tab: 'spot', kind: 'span', period: '1h', fields: { net: 'quote' } },
  whaleNetFlow5d: { tab: 'spot', kind: 'span', period: '1d', fields: { net: 'quote' } },
  marginLongShort: { tab: 'spot', kind: 'moment', fields: { ratio: 'ratio' } },
  marginLoanGrowth: { tab: 'spot', kind: 'moment', fields: { growth: 'fraction' } },
  isolatedBorrowRatio: { tab: 'spot', kind: 'moment', fields: { ratio: 'ratio' } },
  openInterest: { tab: 'futures', kind: 'moment', fields: { usd: 'usd', base: 'base', contracts: 'contracts' } },
  longShortAccounts: { tab: 'futures', kind: 'moment', fields: { long: 'fraction', short: 'fraction', ratio: 'ratio' } },
  largeAccounts: { tab: 'futures', kind: 'moment', fields: { long: 'fraction', short: 'fraction', ratio: 'ratio' } },
  largePositions: { tab: 'futures', kind: 'moment', fields: { long: 'fraction', short: 'fraction', ratio: 'ratio' } },
  takerVolume: { tab: 'futures', kind: 'span', fields: { buy: 'base', sell: 'base', ratio: 'ratio' } },
  liquidations: { tab: 'futures', kind: 'span', fields: { long: 'usd', short: 'usd' } },
  basis: { tab: 'futures', kind: 'moment', fields: { basis: 'price', rate: 'fraction', annual: 'fraction' } },
  fundingRate: { tab: 'futures', kind: 'settlement', fields: { rate: 'fraction', annual: 'fraction' } },
} as const satisfies Record<string, MetricRow>;
export type PairMetric = keyof typeof pairMetrics;
export const pairMetricNames = Object.keys(pairMetrics) as PairMetric[];
export const pairMetric = (metric: PairMetric): MetricRow => pairMetrics[metric];

/** Shown over any chart, beside the metrics of the pair. */
export const priceOverlay = 'price';

export const networkMetrics = {
  marketCap: { fields: { cap: 'usd', capWithoutStablecoins: 'usd' } },
  dominance: { fields: { btc: 'fraction', eth: 'fraction', btcWithoutStablecoins: 'fraction', ethWithoutStablecoins: 'fraction' } },
  openInterest: { fields: { usd: 'usd' } },
  fundingRate: { fields: { rate: 'fraction', annual: 'fraction' } },
  longShortAccounts: { fields: { long: 'fraction', short: 'fraction', ratio: 'ratio' } },
  takerVolume: { fields: { buy: 'usd', sell: 'usd', ratio: 'ratio' } },
  liquidations: { fields: { long: 'usd', short: 'usd' } },
  volumeByLine: { fields: { spot: 'usd', usdtM: 'usd', usdcM: 'usd', coinM: 'usd' } },
} as const satisfies Record<string, Pick<MetricRow, 'fields'>>;
export type NetworkMetric = keyof typeof networkMetrics;
export const networkMetricNames = Object.keys(networkMetrics) as NetworkMetric[];
export const networkPeriods = ['1h', '4h', '1d'] as const satisfies readonly TradingPeriod[];
/** Hourly points are kept this long; daily ones a year and more. */
export const networkHourlyDays = 30;

/** [time, one figure per field in the order of `fields`]; null where it is not defined at that moment. */
const point = v.tupleWithRest([timeMs], v.nullable(decimal));
export type TradingPoint = v.InferOutput<typeof point>;

const seriesAnswer = {
  fields: listOf(filled(40), 10),
  points: listOf(point, maxTradingPoints),
  /** Begin of the last point's period while it still runs. */
  forming: v.nullable(timeMs),
  /** Beginnings of periods of which not every trade is known. */
  partial: listOf(timeMs, maxTradingPoints),
  asOf: timeMs,
};

/** On the socket (topic 'series'): one channel per chart. Its row is the newest points, as the call would tell them. */
export const networkInstId = 'network';
/** Instead of a metric: the answer of tradingNow. */
export const nowChannel = 'now';
/** Of the network, instead of a metric: the running funding of every contract, in the order of the call fundingTable. */
export const fundingChannel = 'funding';
export const seriesChannel = (metric: PairMetric | NetworkMetric, period: TradingPeriod): string => `${metric} ${period}`;
export function readPairChannel(channel: string): { metric: PairMetric; period: TradingPeriod } | null {
  const [name, length, ...rest] = channel.split(' ');
  const metric = pairMetricNames.find((one) => one === name);
  const period = tradingPeriods.find((one) => one === length);
  return metric && period && rest.length === 0 ? { metric, period } : null;
}
export function readNetworkChannel(channel: string): { metric: NetworkMetric; period: (typeof networkPeriods)[number] } | null {
  const [name, length, ...rest] = channel.split(' ');
  const metric = networkMetricNames.find((one) => one === name);
  const period = networkPeriods.find((one) => one === length);
  return metric && period && rest.length === 0 ? { metric, period } : null;
}
export interface SeriesTail {
  readonly points: readonly TradingPoint[];
  readonly forming: number | null;
  readonly partial: readonly number[];
  readonly asOf: number;
}

/** [symbol, rate, next settlement, open interest in USD]: of a row of fundingTable what changes. */
export type FundingNews = readonly [symbolId: string, rate: string, nextAt: number, openInterestUsd: string | null];
export interface FundingTail {
  readonly rows: readonly FundingNews[];
  readonly asOf: number;
}

/** As it would be if it were settled every eight hours: the usual interval, in which rates are compared. */
export const fundingOfEightHours = (rate: number, intervalHours: number): number => rate * (8 / intervalHours);

/** What a year of such settlements would cost. */
export const annualFunding = (rate: number, intervalHours: number): number => rate * (24 / intervalHours) * 365;

const fundingRow = v.object({
  symbolId,
  baseSymbol: coinCode,
  pricedSymbol: coinCode,
  iconUrl,
  rate: fraction,
  annual: fraction,
  intervalHours: count,
  nextAt: timeMs,
  openInterestUsd: v.nullable(decimal),
});
export type FundingRow = v.InferOutput<typeof fundingRow>;

const liquidationRow = v.object({
  symbolId,
  baseSymbol: coinCode,
  pricedSymbol: coinCode,
  iconUrl,
  /** Of the position that was closed. */
  side: v.picklist(['long', 'short']),
  price: decimal,
  usd: decimal,
  at: timeMs,
});
const maxLiquidations = 100;

export const tradingDataCalls = {
  tradingSeries: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/series',
    about: 'One metric of one pair over time, oldest first.',
    input: v.object({
      languageType,
      symbolId,
      metric: v.picklist(pairMetricNames),
      period: v.optional(v.picklist(tradingPeriods), '1h'),
      from: v.optional(queryTime),
      to: v.optional(queryTime),
      /** How many periods back; of settlements, those within so many periods. */
      limit: v.optional(queryInt(1, maxTradingPoints), 72),
    }),
    weight: { field: 'limit', per: 150 },
    output: v.object({
      ...seriesAnswer,
      symbolId,
      metric: v.picklist(pairMetricNames),
      period: v.picklist(tradingPeriods),
      /** False: the source of this site does not tell this metric, and nothing is made up in its place. */
      available: v.boolean(),
      /** True: the past is still being added up, ask again in a while. */
      building: v.boolean(),
      /** Fund flow: what a whale and a dolphin were on the newest day, in USDT. */
      thresholds: v.nullable(v.object({ whale: decimal, dolphin: decimal, meanTurnover: decimal })),
    }),
  }),
  tradingNow: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/now',
    about: 'The figures of a pair at this moment; null where the pair or the source has none.',
    input: v.object({ languageType, symbolId }),
    output: v.object({
      symbolId,
      baseSymbol: coinCode,
      pricedSymbol: coinCode,
      mark: v.nullable(decimal),
      index: v.nullable(decimal),
      last: v.nullable(decimal),
      turnover24hUsdt: v.nullable(decimal),
      openInterestUsd: v.nullable(decimal),
      openInterestChange24h: v.nullable(fraction),
      funding: v.nullable(v.object({ rate: fraction, annual: fraction, intervalHours: count, nextAt: timeMs })),
      longShort: v.nullable(decimal),
      longShortChange24h: v.nullable(fraction),
      netInflow24h: v.nullable(decimal),
      marginLongShort: v.nullable(decimal),
      asOf: timeMs,
    }),
  }),
  networkSeries: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/network',
    about: 'One metric of the whole network over time, oldest first.',
    input: v.object({
      languageType,
      metric: v.picklist(networkMetricNames),
      period: v.optional(v.picklist(networkPeriods), '1d'),
      from: v.optional(queryTime),
      to: v.optional(queryTime),
      limit: v.optional(queryInt(1, maxTradingPoints), 365),
    }),
    weight: { field: 'limit', per: 150 },
    output: v.object({
      ...seriesAnswer,
      metric: v.picklist(networkMetricNames),
      period: v.picklist(networkPeriods),
      /** The past is still being added up: so many of so many symbols are in. Null when it is whole. */
      building: v.nullable(v.object({ done: count, total: count })),
      /** How many symbols or coins the figures stand on. */
      universe: count,
    }),
  }),
  largestLiquidations: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/liquidations',
    about: 'The largest positions that were closed by force within the last 24 hours, the largest first.',
    input: v.object({
      languageType,
      /** Left out: of all contracts. */
      symbolId: v.optional(symbolId),
      limit: v.optional(queryInt(1, maxLiquidations), 20),
    }),
    output: v.object({
      /** False: the source of this site tells none. */
      available: v.boolean(),
      items: listOf(liquidationRow, maxLiquidations),
      /** From when on all of them are known. */
      since: timeMs,
      asOf: timeMs,
    }),
  }),
  fundingTable: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/funding',
    about: 'The running funding of every perpetual contract, the highest rate first.',
    input: v.object({ languageType }),
    output: v.object({ items: listOf(fundingRow, 5000), total: count, asOf: timeMs }),
  }),
} as const;
