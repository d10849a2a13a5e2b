// The same contract on several exchanges: the one whose markets are listed, and those that are read beside it (record 028).
import * as v from 'valibot';
import { symbolId } from './market.ts';
import { networkPeriods, tradingPeriods, type FieldUnit } from './trading-data.ts';
import { call, decimal, filled, fraction, languageType, listOf, queryInt, timeMs } from './wire.ts';

/** The exchange whose markets are listed. */
export const ownVenue = 'own';

/** How they write their names. */
const venueNames: Readonly<Record<string, string>> = { binance: 'Binance', bitget: 'Bitget', bybit: 'Bybit', okx: 'OKX' };
export const venueNameOf = (venue: string): string => venueNames[venue] ?? venue;

interface VenueMetricRow {
  readonly unit: FieldUnit;
  /** Those of several exchanges make one sum. */
  readonly isSum: boolean;
  /** Adds up over the period, or a state at the beginning of it. */
  readonly kind: 'span' | 'moment';
}

const venueMetrics = {
  openInterest: { unit: 'usd', isSum: true, kind: 'moment' },
  volume: { unit: 'usd', isSum: true, kind: 'span' },
  /** What takers bought less what they sold. */
  takerNet: { unit: 'usd', isSum: true, kind: 'span' },
  liquidations: { unit: 'usd', isSum: true, kind: 'span' },
  /** As it would be if it were settled every eight hours. */
  fundingRate: { unit: 'fraction', isSum: false, kind: 'moment' },
  longShort: { unit: 'ratio', isSum: false, kind: 'moment' },
} as const satisfies Record<string, VenueMetricRow>;
export type VenueMetric = keyof typeof venueMetrics;
export const venueMetricNames = Object.keys(venueMetrics) as VenueMetric[];
/** What is shown before the reader has chosen. */
export const firstVenueMetric: VenueMetric = 'openInterest';
/** What the lists of an exchange tell of all its contracts; volume: of the 24 hours before. */
export const networkVenueMetrics = ['openInterest', 'volume', 'fundingRate'] as const satisfies readonly VenueMetric[];
export type NetworkVenueMetric = (typeof networkVenueMetrics)[number];
export const venueMetric = (metric: VenueMetric): VenueMetricRow => venueMetrics[metric];

/**
 * 'away': it does not answer, or answers what cannot be believed. 'notListed': it has no such contract. 'notTold': not this metric of it.
 */
const venueStates = ['told', 'away', 'notListed', 'notTold'] as const;
export type VenueState = (typeof venueStates)[number];

const maxVenues = 9;
const maxPoints = 1000;

const venue = {
  venue: filled(40),
  /** null = the exchange whose markets are listed, by the name of this site. */
  name: v.nullable(filled(60)),
  state: v.picklist(venueStates),
  /** Of one that is away: since when. */
  awaySince: v.nullable(timeMs),
};

/**
 * [time, sum, then one figure for each of the venues]; the sum is null where one that tells the metric is missing at that moment, and of
 * what is not added up.
 */
const points = listOf(v.tupleWithRest([timeMs], v.nullable(decimal)), maxPoints);

/** In dollars; null where it is not known. */
const figures = {
  turnover24hUsd: v.nullable(decimal),
  openInterestUsd: v.nullable(decimal),
  takerBuy24hUsd: v.nullable(decimal),
  takerSell24hUsd: v.nullable(decimal),
  liquidations24hUsd: v.nullable(decimal),
};

export const venueCalls = {
  venueSeries: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/venues/series',
    about: 'One metric of one contract on several exchanges over time, oldest first, and their sum.',
    input: v.object({
      languageType,
      symbolId,
      metric: v.picklist(venueMetricNames),
      period: v.optional(v.picklist(tradingPeriods), '1h'),
      limit: v.optional(queryInt(1, maxPoints), 72),
    }),
    weight: { field: 'limit', per: 50 },
    output: v.object({
      /** False: this site reads no other exchange. */
      available: v.boolean(),
      symbolId,
      metric: v.picklist(venueMetricNames),
      period: v.picklist(tradingPeriods),
      venues: listOf(v.object(venue), maxVenues),
      points,
      /** Begin of the last point's period while it still runs. */
      forming: v.nullable(timeMs),
      asOf: timeMs,
    }),
  }),
  networkVenues: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/venues/network',
    about: 'One metric of all contracts of several exchanges, as their lists told it at the beginning of each period and now, and the sum.',
    input: v.object({
      languageType,
      metric: v.picklist(networkVenueMetrics),
      period: v.optional(v.picklist(networkPeriods), '1d'),
      limit: v.optional(queryInt(1, maxPoints), 90),
    }),
    weight: { field: 'limit', per: 150 },
    output: v.object({
      /** False: this site reads no other exchange. */
      available: v.boolean(),
      metric: v.picklist(networkVenueMetrics),
      period: v.picklist(networkPeriods),
      venues: listOf(v.object(venue), maxVenues),
      points,
      asOf: timeMs,
    }),
  }),
  venueTable: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/venues',
    about: 'What several exchanges tell of one contract, or of all their contracts, at this moment; null where one does not tell it.',
    input: v.object({
      languageType,
      /** Left out: of all contracts. */
      symbolId: v.optional(symbolId),
    }),
    output: v.object({
      /** False: this site reads no other exchange. */
      available: v.boolean(),
      items: listOf(
        v.object({ ...venue, ...figures, fundingOfEightHours: v.nullable(fraction), longShort: v.nullable(decimal) }),
        maxVenues,
      ),
      /** Of those that tell the figure; null while one of them is away. */
      total: v.object(figures),
      asOf: timeMs,
    }),
  }),
} as const;
export type VenueRow = v.InferOutput<(typeof venueCalls)['venueTable']['output']>['items'][number];
