// The metrics that are compared, each brought to dollars on its own exchange: its contract sizes, its candle, its price. How many coins a
// contract counts then does not matter to the sum (record 028).
import { hourMs } from '@tidemark/contract/time.ts';
import { fundingOfEightHours, tradingPeriodMs, type TradingPeriod } from '@tidemark/contract/trading-data.ts';
import type { VenueMetric } from '@tidemark/contract/venues.ts';
import { candlesBefore, candleStart, nextCandleStart } from '@tidemark/source/candle.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Metric, SeriesPoint } from '@tidemark/source/source.ts';
import type { VenuePoint } from './venue-facts.ts';
import type { Venue } from './venue.ts';

export interface VenueRead {
  readonly venue: Venue;
  /** Its own. */
  readonly symbol: MarketSymbol;
  readonly period: TradingPeriod;
  readonly limit: number;
  /** What a unit of the currency of the contract is worth in dollars. */
  readonly usd: number;
  readonly now: number;
}

/** null = it does not tell this. */
type Reader = (read: VenueRead) => Promise<readonly VenuePoint[] | null>;

const seriesOf = <M extends Metric>(metric: M, { venue, symbol: { symbolId }, period, limit }: VenueRead) =>
  venue.series({ metric, symbolId, period, limit });

const candlesOf = ({ venue, symbol: { symbolId }, period, limit }: VenueRead) => venue.candles({ symbolId, interval: period, limit });

const pointsOf = <M extends Metric>(
  points: readonly SeriesPoint<M>[] | null,
  figure: (values: SeriesPoint<M>['values'], ts: number) => number | null,
): readonly VenuePoint[] | null =>
  points &&
  points.flatMap(({ ts, values, isPartial }): VenuePoint[] => {
    // Of a sum of which parts are missing it is not known how much is missing.
    const value = isPartial ? null : figure(values, ts);
    return value !== null && Number.isFinite(value) ? [[ts, value]] : [];
  });

/** What takers bought and sold, at the mean price of the period: together the turnover of the exchange's own candle. */
export async function readTaker(read: VenueRead): Promise<readonly (readonly [ts: number, buy: number, sell: number])[] | null> {
  const [flow, candles] = await Promise.all([seriesOf('takerVolume', read), candlesOf(read)]);
  if (!flow || !candles) return null;
  const prices = new Map(candles.map(({ ts, volume, turnover }) => [ts, volume > 0 ? turnover / volume : null]));
  return flow.flatMap(({ ts, values: { buy, sell }, isPartial }): (readonly [number, number, number])[] => {
    if (isPartial) return [];
    if (buy + sell === 0) return [[ts, 0, 0]];
    const price = prices.get(ts);
    return price ? [[ts, buy * price * read.usd, sell * price * read.usd]] : [];
  });
}

export const venueReaders: Readonly<Record<VenueMetric, Reader>> = {
  openInterest: async (read) => pointsOf(await seriesOf('openInterest', read), ({ value }) => value * read.usd),
  async volume(read) {
    const candles = await candlesOf(read);
    return candles && candles.map(({ ts, turnover }): VenuePoint => [ts, turnover * read.usd]);
  },
  takerNet: async (read) => (await readTaker(read))?.map(([ts, buy, sell]): VenuePoint => [ts, buy - sell]) ?? null,
  liquidations: async (read) => pointsOf(await seriesOf('liquidations', read), ({ long, short }) => (long + short) * read.usd),
  longShort: async (read) => pointsOf(await seriesOf('longShortAccounts', read), ({ long, short }) => (short > 0 ? long / short : null)),
  /** At the beginning of each period the settlement in force: the last one before it. */
  async fundingRate(read) {
    const { venue, symbol, period, limit, now } = read;
    const { symbolId, fundingIntervalHours: hours } = symbol;
    if (!hours) return null;
    const last = candleStart(period, now);
    const from = candlesBefore(period, last, limit - 1);
    const settled = await venue.series({
      metric: 'fundingRate',
      symbolId,
      period,
      from: from - hours * hourMs,
      limit: Math.ceil((limit * tradingPeriodMs[period]) / (hours * hourMs)) + 2,
    });
    if (!settled) return null;
    const points: VenuePoint[] = [];
    let at = -1;
    for (let ts = from; ts <= last; ts = nextCandleStart(period, ts)) {
      while (at + 1 < settled.length && settled[at + 1]!.ts <= ts) at++;
      // What was settled longer ago than that is not in force any more: settlements in between are not known.
      const inForce = settled[at];
      if (inForce && ts - inForce.ts < 2 * hours * hourMs) points.push([ts, fundingOfEightHours(inForce.values.rate, hours)]);
    }
    return points;
  },
};
