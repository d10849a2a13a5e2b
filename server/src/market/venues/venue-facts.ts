// What can be asked of several exchanges, and what each of them answers.
import type { TradingPeriod } from '@tidemark/contract/trading-data.ts';
import type { VenueMetric, VenueState } from '@tidemark/contract/venues.ts';

export type VenuePoint = readonly [ts: number, figure: number];

export interface VenueQuery {
  /** Of the exchange whose markets are listed. */
  readonly symbolId: string;
  readonly metric: VenueMetric;
  readonly period: TradingPeriod;
  readonly limit: number;
}

export interface ToldBy {
  readonly venue: string;
  /** null = by the name of the site. */
  readonly name: string | null;
  readonly state: VenueState;
  readonly awaySince: number | null;
}

export interface VenueSeries extends ToldBy {
  /** Oldest first. */
  readonly points: readonly VenuePoint[];
}

/** In dollars; null where it is not known. */
export interface VenueFigures extends ToldBy {
  readonly turnover24h: number | null;
  readonly openInterest: number | null;
  readonly takerBuy24h: number | null;
  readonly takerSell24h: number | null;
  readonly liquidations24h: number | null;
  readonly fundingOfEightHours: number | null;
  readonly longShort: number | null;
}

export interface VenueReader {
  /** null = no other exchange is read. */
  venueSeries(query: VenueQuery): Promise<readonly VenueSeries[] | null>;
  /** symbolId null: of all contracts. null = no other exchange is read. */
  venueFigures(query: { readonly symbolId: string | null }): Promise<readonly VenueFigures[] | null>;
}
