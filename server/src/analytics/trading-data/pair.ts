// What the traders of one pair do. Most metrics are the source's own; the rest are sums and ratios of those. A combined ratio is
// always made from its two shares: exchanges do not agree on how to print one.
import { fundFlowRule, fundFlowThresholds } from '@tidemark/contract/analytics.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import {
  annualFunding,
  pairMetric,
  tradingPeriodMs,
  type PairMetric,
  type tradingDataCalls,
  type TradingPeriod,
} from '@tidemark/contract/trading-data.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { figureOrNull, figureText, pointOf } from './figure.ts';

export type PairCalls = Handlers<Pick<typeof tradingDataCalls, 'tradingSeries' | 'tradingNow'>>;
type MarketSymbol = NonNullable<ReturnType<Market['catalog']['symbol']>>;
type SourceSeries = NonNullable<Awaited<ReturnType<Market['series']>>>[number];
export type SourceMetric = Parameters<Market['series']>[0][number]['metric'];
type Values = Readonly<Record<string, number>>;

interface Recipe {
  readonly from: SourceMetric;
  /** One figure per field, in the order of the contract. */
  figures(values: Values, symbol: MarketSymbol, at: number): readonly (number | null)[];
}

const daysPerYear = 365;

/** Each metric has its own fields; a recipe knows those of its metric. */
const valuesOf = ({ values }: { readonly values: object }): Values => values as Values;

const ratioOf = (one: number, other: number): number | null => (other > 0 ? one / other : null);
const sided = (long: number, short: number) => [long, short, ratioOf(long, short)];
/** Coin-M contracts are so many dollars each, the others so many coins. */
function contractsIn({ instType, contractSize }: MarketSymbol, base: number, value: number): number | null {
  if (!contractSize) return null;
  return (instType === 'dmcbl' ? value : base) / contractSize;
}

const recipes: Readonly<Record<PairMetric, Recipe>> = {
  fundFlow: {
    from: 'fundFlow',
    figures: (flow) => ['whaleBuy', 'whaleSell', 'dolphinBuy', 'dolphinSell', 'fishBuy', 'fishSell'].map((field) => flow[field]!),
  },
  netInflow24h: {
    from: 'fundFlow',
    figures: ({ whaleBuy, whaleSell, dolphinBuy, dolphinSell, fishBuy, fishSell }) => [
      whaleBuy! - whaleSell! + dolphinBuy! - dolphinSell! + fishBuy! - fishSell!,
    ],
  },
  whaleNetFlow5d: { from: 'fundFlow', figures: ({ whaleBuy, whaleSell }) => [whaleBuy! - whaleSell!] },
  marginLongShort: { from: 'marginLongShort', figures: ({ ratio }) => [ratio!] },
  marginLoanGrowth: { from: 'marginLoanGrowth', figures: ({ growth }) => [growth!] },
  isolatedBorrowRatio: { from: 'isolatedBorrowRatio', figures: ({ ratio }) => [ratio!] },
  openInterest: { from: 'openInterest', figures: ({ base, value }, symbol) => [value!, base!, contractsIn(symbol, base!, value!)] },
  longShortAccounts: { from: 'longShortAccounts', figures: ({ long, short }) => sided(long!, short!) },
  largeAccounts: { from: 'largeAccountsPositions', figures: ({ longAccounts, shortAccounts }) => sided(longAccounts!, shortAccounts!) },
  largePositions: {
    from: 'largeAccountsPositions',
    figures: ({ longPositions, shortPositions }) => sided(longPositions!, shortPositions!),
  },
  takerVolume: { from: 'takerVolume', figures: ({ buy, sell }) => sided(buy!, sell!) },
  liquidations: { from: 'liquidations', figures: ({ long, short }) => [long!, short!] },
  basis: {
    from: 'basis',
    // A perpetual contract never comes due, so a year of its basis means nothing.
    figures: ({ basis, rate }, { deliveryAt }, at) => [
      basis!,
      rate!,
      deliveryAt !== undefined && deliveryAt > at ? (rate! * daysPerYear * dayMs) / (deliveryAt - at) : null,
    ],
  },
  fundingRate: {
    from: 'fundingRate',
    figures: ({ rate }, { fundingIntervalHours }) => [rate!, fundingIntervalHours ? annualFunding(rate!, fundingIntervalHours) : null],
  },
};

/** Of fewer hours the flow of a day is not known. */
const hoursOfDay = 24;

export function createPair({ market, clock, log }: { readonly market: Market; readonly clock: Clock; readonly log: Log }): PairCalls {
  const symbolOf = (symbolId: string): MarketSymbol => market.catalog.symbol(symbolId) ?? refuse('unknownSymbol');

  const read = async (
    symbolId: string,
    metric: SourceMetric,
    period: TradingPeriod,
    query: { from?: number | undefined; to?: number | undefined; limit: number },
  ): Promise<SourceSeries | null> => (await market.series([{ metric, symbolId, period, ...query }]))?.[0] ?? null;

  /** So many periods were asked for; a settlement comes once in several of them. */
  const settlementsWithin = ({ fundingIntervalHours }: MarketSymbol, ms: number): number =>
    Math.max(1, Math.ceil(ms / ((fundingIntervalHours ?? 8) * hourMs)));

  /** By whole days in UTC, today's not among them: the thresholds hold from midnight to midnight. */
  const meanTurnoverUsdt = async ({ symbolId, pricedSymbol }: MarketSymbol): Promise<number | null> => {
    const today = Math.floor(clock.now() / dayMs) * dayMs;
    const days =
      (
        await market.candles([
          { symbolId, interval: '1d', from: today - fundFlowRule.averageDays * dayMs, to: today - 1, limit: fundFlowRule.averageDays },
        ])
      )?.[0] ?? [];
    const usdt = market.usdtPer(pricedSymbol);
    if (days.length === 0 || usdt === null) return null;
    return (days.reduce((sum, { turnover }) => sum + turnover, 0) / days.length) * usdt;
  };

  const thresholds = async (symbol: MarketSymbol) => {
    const mean = await meanTurnoverUsdt(symbol);
    if (mean === null) return null;
    const { whale, dolphin } = fundFlowThresholds(mean);
    return { whale: figureText(whale), dolphin: figureText(dolphin), meanTurnover: figureText(mean) };
  };

  /** Orders of long ago are added up in the background where the whole past is at hand; a far source has only what was kept. */
  const isBuilding = (
    { listedAt }: MarketSymbol,
    { from }: Recipe,
    points: SourceSeries,
    limit: number,
    period: TradingPeriod,
  ): boolean => {
    const [first] = points;
    return (
      market.simulated &&
      from === 'fundFlow' &&
      tradingPeriodMs[period] >= hourMs &&
      first !== undefined &&
      points.length < limit &&
      first.ts - tradingPeriodMs[period] > Math.max(listedAt ?? 0, clock.now() - 365 * dayMs)
    );
  };

  /** The newest value and how it stands to that of a day before. */
  const newest = async (symbolId: string, metric: SourceMetric, pick: (values: Values) => number | null) => {
    const points = (await read(symbolId, metric, '1h', { limit: 25 })) ?? [];
    const value = (at: number) => {
      const point = points.at(at);
      return point ? pick(valuesOf(point)) : null;
    };
    const [now, before] = [value(-1), points.length >= 25 ? value(0) : null];
    return { now, change: now !== null && before !== null && before !== 0 ? now / before - 1 : null };
  };

  return {
    async tradingSeries(_caller, { symbolId, metric, period: asked, from, to, limit }) {
      const symbol = symbolOf(symbolId);
      const row = pairMetric(metric);
      const period = row.period ?? asked;
      const recipe = recipes[metric];
      const [points, bounds] = await Promise.all([
        read(symbolId, recipe.from, period, {
          from,
          to,
          limit: row.kind === 'settlement' ? settlementsWithin(symbol, limit * tradingPeriodMs[period]) : limit,
        }),
        recipe.from === 'fundFlow' ? thresholds(symbol) : null,
      ]);
      const now = clock.now();
      const last = points?.at(-1)?.ts;
      return {
        symbolId,
        metric,
        period,
        fields: Object.keys(row.fields),
        points: (points ?? []).map((point) => pointOf(point.ts, recipe.figures(valuesOf(point), symbol, point.ts))),
        forming: row.kind === 'span' && last !== undefined && last + tradingPeriodMs[period] > now ? last : null,
        partial: (points ?? []).flatMap(({ ts, isPartial }) => (isPartial ? [ts] : [])),
        available: points !== null && (points.length > 0 || (await hasAny(symbolId, recipe.from, period))),
        building: isBuilding(symbol, recipe, points ?? [], limit, period),
        thresholds: bounds,
        asOf: now,
      };

      /** An empty stretch of a metric that is told otherwise is an empty stretch, not a missing metric. */
      async function hasAny(id: string, name: SourceMetric, width: TradingPeriod): Promise<boolean> {
        return ((await read(id, name, width, { limit: 1 }))?.length ?? 0) > 0;
      }
    },

    async tradingNow(_caller, { symbolId }) {
      const symbol = symbolOf(symbolId);
      const { baseSymbol, pricedSymbol, instType, fundingIntervalHours } = symbol;
      const quote = market.board.quote(symbolId);
      const usdt = market.usdtPer(pricedSymbol);
      const isSpot = instType === 'sp';
      // A figure that cannot be had now does not take the others with it.
      const orNone = <T>(asked: Promise<T>): Promise<T | null> =>
        asked.catch((error: unknown) => (log.warn({ err: error, symbolId }, 'a figure of the pair could not be had'), null));
      const [openInterest, longShort, flow, margin] = await Promise.all([
        isSpot ? null : orNone(newest(symbolId, 'openInterest', ({ value }) => value!)),
        isSpot ? null : orNone(newest(symbolId, 'longShortAccounts', ({ long, short }) => ratioOf(long!, short!))),
        isSpot ? orNone(read(symbolId, 'fundFlow', '1h', { limit: hoursOfDay })) : null,
        isSpot ? orNone(newest(symbolId, 'marginLongShort', ({ ratio }) => ratio!)) : null,
      ]);
      const { fundingRate, nextFundingAt } = quote ?? {};
      return {
        symbolId,
        baseSymbol,
        pricedSymbol,
        mark: figureOrNull(quote?.mark),
        index: figureOrNull(quote?.index),
        last: figureOrNull(quote?.last),
        turnover24hUsdt: quote && usdt !== null ? figureText(quote.turnover24h * usdt) : null,
        openInterestUsd: figureOrNull(openInterest?.now),
        openInterestChange24h: figureOrNull(openInterest?.change),
        funding:
          fundingRate !== undefined && nextFundingAt !== undefined && fundingIntervalHours
            ? {
                rate: figureText(fundingRate),
                annual: figureText(annualFunding(fundingRate, fundingIntervalHours)),
                intervalHours: fundingIntervalHours,
                nextAt: nextFundingAt,
              }
            : null,
        longShort: figureOrNull(longShort?.now),
        longShortChange24h: figureOrNull(longShort?.change),
        netInflow24h:
          flow && flow.length >= hoursOfDay
            ? figureText(flow.reduce((sum, point) => sum + recipes.netInflow24h.figures(valuesOf(point), symbol, point.ts)[0]!, 0))
            : null,
        marginLongShort: figureOrNull(margin?.now),
        asOf: clock.now(),
      };
    },
  };
}
