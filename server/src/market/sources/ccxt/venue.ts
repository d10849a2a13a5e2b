// What differs between exchanges: which calls give the lists, which columns a candle has, in what a volume is counted and
// which trading data they publish. Everything else is the same for all of them.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Metric, PositionSide, SeriesPoint, SeriesQuery, TradeMetric } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Exchange, Market, Ticker } from './exchange.ts';

/** One call that gives the tickers of one line or several. */
export interface ListCall {
  readonly instTypes: readonly InstType[];
  readonly params: Readonly<Record<string, unknown>>;
  /** The list has no bids and asks: they come by a call of their own. */
  readonly lacksBook?: boolean;
  /** So do funding, mark and index. */
  readonly lacksFunding?: boolean;
  /** What else it lacks, by the name of the call that tells it. */
  readonly lacks?: Readonly<Record<string, FigureReader>>;
}

/** Asks for figures of all contracts at once; answers those of each. */
export type FigureReader = (exchange: Exchange) => Promise<FiguresOf>;
export type FiguresOf = (market: NonNullable<Market>) => Partial<Tick> | undefined;

export interface Amounts {
  /** In base and in quote currency. */
  readonly base: number;
  readonly turnover: number;
}

export interface Extras {
  readonly fundingRate?: number | undefined;
  readonly openInterest?: number | undefined;
  /** Left out: at the next full interval, as all exchanges settle. */
  readonly nextFundingAt?: number | undefined;
}

/** What a reader of a series may use. */
export interface SeriesAsk {
  readonly query: SeriesQuery;
  readonly market: NonNullable<Market>;
  readonly now: number;
  /** Newest price of a symbol of ours; undefined = not known yet. */
  lastPrice(symbolId: string): number | undefined;
  /** A raw call of the exchange, guarded. */
  call(method: string, params: Record<string, unknown>): Promise<unknown>;
  /** Opening prices of the symbol's own, mark or index candles, by time. */
  opens(price: 'last' | 'mark' | 'index'): Promise<ReadonlyMap<number, number>>;
  /** Judges rows and counts the refused ones. */
  points<M extends Metric>(rows: unknown, parse: (row: unknown) => SeriesPoint<M> | null): SeriesPoint<M>[];
}

export type SeriesReader = (ask: SeriesAsk) => Promise<readonly SeriesPoint[]>;

/** A liquidation as its exchange tells it. */
export interface RawLiquidation {
  /** The exchange's own id of the contract. */
  readonly id: unknown;
  readonly ts: number;
  readonly side: PositionSide | null;
  readonly price: number;
  /** In what its contracts are counted in. */
  readonly contracts: number;
}

export interface LiquidationTeller {
  /** What a raw row tells. */
  rows(row: unknown): readonly RawLiquidation[];
  /** Each contract has a channel of its own. */
  readonly oneByOne: boolean;
  /** Contracts with the same word here come by one subscription. */
  together(market: NonNullable<Market>): string;
  /** What a contract is worth, in coins or, of Coin-M, in dollars; left out: as its market says. */
  readonly contractSize?: number;
  /** False: at most one a second and contract. */
  readonly tellsAll: boolean;
}

export interface Venue {
  readonly lists: readonly ListCall[];
  readonly pollEveryMs: number;
  /** Its tickers do not say when they were made: the time of their arrival is taken. */
  readonly tickersLackTime: boolean;
  /** The exchange's own id in a raw ticker. */
  readonly idField: string;
  amounts(ticker: Ticker, market: NonNullable<Market>): Amounts;
  /** Its steps count contracts and not base currency. */
  countsContracts(market: NonNullable<Market>): boolean;
  extras(info: unknown, market: NonNullable<Market>): Extras;
  /** Hours between two settlements, where its markets do not say them. */
  fundingHours?(exchange: Exchange): Promise<(market: NonNullable<Market>) => number>;
  /** A raw row; NaN where it makes no sense. */
  candle(row: unknown, market: NonNullable<Market>): Candle;
  /** Intervals whose candles open where ours do; others are not offered. */
  readonly intervals: ReadonlySet<CandleInterval>;
  readonly series: Partial<Record<Metric, SeriesReader>>;
  /** null: it publishes none. */
  readonly liquidations: LiquidationTeller | null;
  /** Whether there is a past of its takers' volume. */
  tellsTakerVolume(market: NonNullable<Market>): boolean;
}

/** What it has no past of, though its trades tell it. */
export function madeFromTrades(market: NonNullable<Market>, { tellsTakerVolume }: Pick<Venue, 'tellsTakerVolume'>): readonly TradeMetric[] {
  if (market.spot) return ['fundFlow'];
  // What counts contracts is not offered rather than mixed up.
  return market.linear && (market.contractSize ?? 1) === 1 && !tellsTakerVolume(market) ? ['takerVolume'] : [];
}
