// The same contract on several exchanges, and their sum. A sum is that of all exchanges that tell the figure, or none is told (record 028).
import { refuse } from '@tidemark/contract/errors.ts';
import { tradingPeriodMs } from '@tidemark/contract/trading-data.ts';
import { venueMetric, type venueCalls } from '@tidemark/contract/venues.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { figureOrNull, pointOf } from './figure.ts';

export type VenueCalls = Handlers<Pick<typeof venueCalls, 'venueSeries' | 'venueTable'>>;
type Series = NonNullable<Awaited<ReturnType<Market['venueSeries']>>>[number];
type Figures = NonNullable<Awaited<ReturnType<Market['venueFigures']>>>[number];

/** Exchanges publish the figures of a moment minutes apart. */
const lateByPeriods = 2;

/** One figure of several; unknown as long as one of them is. */
export const sumOfAll = (figures: readonly (number | null)[]): number | null =>
  figures.length === 0 ? null : figures.reduce((sum, figure) => (sum === null || figure === null ? null : sum + figure), 0);

/** Of now: those that never tell the figure are no part of the sum, one that is away leaves it unknown. */
function totalOf(all: readonly Figures[], figure: (of: Figures) => number | null): string | null {
  if (all.some(({ state }) => state === 'away')) return null;
  return figureOrNull(sumOfAll(all.flatMap((one) => figure(one) ?? [])));
}

/** When the last point begins: an exchange that answers is waited for until it tells that point, for two periods at most. */
function endOf(all: readonly Series[], period: number, now: number): number {
  const running = Math.floor(now / period) * period;
  const newest = all.flatMap(({ state, points }) => (state === 'told' ? [points.at(-1)![0]] : []));
  return Math.max(running - lateByPeriods * period, Math.min(running, ...newest));
}

export function createByVenue({ market, clock }: { readonly market: Market; readonly clock: Clock }): VenueCalls {
  const check = (symbolId: string) => {
    if (!market.catalog.symbol(symbolId)) refuse('unknownSymbol');
  };
  return {
    async venueSeries(_caller, { symbolId, metric, period, limit }) {
      check(symbolId);
      const all = (await market.venueSeries({ symbolId, metric, period, limit })) ?? [];
      const { isSum, kind } = venueMetric(metric);
      const now = clock.now();
      const length = tradingPeriodMs[period];
      const end = endOf(all, length, now);
      /** An exchange that is away and of which nothing is known may list the contract: it is part of the sum, unknown as it is. */
      const counted = all.map(({ state }) => state === 'told' || state === 'away');
      const byTime = all.map(({ points }) => new Map(points));
      const since = Math.min(...all.flatMap(({ points }) => points[0]?.[0] ?? []));
      const points = [];
      for (let ts = Math.max(end - (limit - 1) * length, since); ts <= end; ts += length) {
        const figures = byTime.map((known) => known.get(ts) ?? null);
        const sum = isSum ? sumOfAll(figures.filter((_, i) => counted[i])) : null;
        points.push(pointOf(ts, [sum, ...figures]));
      }
      return {
        available: all.length > 0,
        symbolId,
        metric,
        period,
        venues: all.map(({ venue, name, state, awaySince }) => ({ venue, name, state, awaySince })),
        points,
        forming: kind === 'span' && points.length > 0 && end + length > now ? end : null,
        asOf: now,
      };
    },
    async venueTable(_caller, { symbolId }) {
      if (symbolId !== undefined) check(symbolId);
      const all = (await market.venueFigures({ symbolId: symbolId ?? null })) ?? [];
      return {
        available: all.length > 0,
        items: all.map(({ venue, name, state, awaySince, ...figures }) => ({
          venue,
          name,
          state,
          awaySince,
          turnover24hUsd: figureOrNull(figures.turnover24h),
          openInterestUsd: figureOrNull(figures.openInterest),
          takerBuy24hUsd: figureOrNull(figures.takerBuy24h),
          takerSell24hUsd: figureOrNull(figures.takerSell24h),
          liquidations24hUsd: figureOrNull(figures.liquidations24h),
          fundingOfEightHours: figureOrNull(figures.fundingOfEightHours),
          longShort: figureOrNull(figures.longShort),
        })),
        total: {
          turnover24hUsd: totalOf(all, ({ turnover24h }) => turnover24h),
          openInterestUsd: totalOf(all, ({ openInterest }) => openInterest),
          takerBuy24hUsd: totalOf(all, ({ takerBuy24h }) => takerBuy24h),
          takerSell24hUsd: totalOf(all, ({ takerSell24h }) => takerSell24h),
          liquidations24hUsd: totalOf(all, ({ liquidations24h }) => liquidations24h),
        },
        asOf: clock.now(),
      };
    },
  };
}
