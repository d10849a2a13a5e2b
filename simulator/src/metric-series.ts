// The trading data: any metric of any symbol over any past stretch, computed when asked.
import { maxCandles } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { candleStart, candlesBefore, nextCandleStart } from '@tidemark/source/candle.ts';
import type { Metric, MetricValues, SeriesPoint, SeriesQuery } from '@tidemark/source/source.ts';
import { fundingSettledAt, fundingStart } from './contracts.ts';
import type { Borrowed } from './borrowers.ts';
import { createCrowd, type Crowd } from './crowd.ts';
import { fundFlowPastMs, fundFlowReachMs, type Flows } from './flows.ts';
import { createPastFlows } from './past-flows.ts';
import { historyStartMs } from './grid.ts';
import type { History } from './history.ts';
import { createLiquidations, type Liquidations } from './liquidations.ts';
import { logIndexPrice, logMarkPrice } from './mark.ts';
import type { Contract, ListedSymbol } from './listing.ts';

export interface MetricSeries {
  crowdOf(listed: ListedSymbol): Crowd;
  readonly liquidations: Liquidations;
  points<M extends Metric>(listed: ListedSymbol, query: SeriesQuery<M>, nowMs: number): SeriesPoint<M>[];
  stop(): void;
}

const spotMetrics: ReadonlySet<Metric> = new Set(['fundFlow', 'marginLongShort', 'marginLoanGrowth', 'isolatedBorrowRatio']);
/** These are told of both kinds of symbols. */
const sharedMetrics: ReadonlySet<Metric> = new Set(['takerVolume']);

export function createMetricSeries({ seed, history, flows }: { seed: number; history: History; flows: Flows }): MetricSeries {
  const pastFlows = createPastFlows(flows);
  const crowds = new Map<ListedSymbol, Crowd>();
  const crowdOf = (listed: ListedSymbol): Crowd => {
    let crowd = crowds.get(listed);
    if (!crowd) crowds.set(listed, (crowd = createCrowd(seed, listed)));
    return crowd;
  };
  const liquidations = createLiquidations(seed, crowdOf);

  const valueAt: { [M in Metric]: (listed: ListedSymbol, contract: Contract, ts: number, end: number) => MetricValues[M] } = {
    fundFlow: (listed, _, ts, end) => flows.fundFlow(listed, ts, end),
    takerVolume: (listed, _, ts, end) => flows.takerVolume(listed, ts, end),
    liquidations: (listed, _, ts, end) => liquidations.sums(listed, ts, end),
    marginLongShort: (listed, _, ts) => {
      const { crossBase, crossQuote, isolatedBase, isolatedQuote } = crowdOf(listed).borrowed(ts);
      return { ratio: (crossQuote + isolatedQuote) / (crossBase + isolatedBase) };
    },
    marginLoanGrowth: (listed, _, ts) => ({
      growth: totalOf(crowdOf(listed).borrowed(ts)) / totalOf(crowdOf(listed).borrowed(ts - dayMs)) - 1,
    }),
    isolatedBorrowRatio: (listed, _, ts) => {
      const { isolatedBase, isolatedQuote } = crowdOf(listed).borrowed(ts);
      return { ratio: isolatedBase / isolatedQuote };
    },
    openInterest: (listed, _, ts) => {
      const base = crowdOf(listed).openInterest(ts);
      return { base, value: base * history.priceAt(listed, ts) };
    },
    longShortAccounts: (listed, _, ts) => {
      const long = crowdOf(listed).longAccounts(ts);
      return { long, short: 1 - long };
    },
    largeAccountsPositions: (listed, _, ts) => {
      const [longAccounts, longPositions] = [crowdOf(listed).longLargeAccounts(ts), crowdOf(listed).longLargePositions(ts)];
      return { longAccounts, shortAccounts: 1 - longAccounts, longPositions, shortPositions: 1 - longPositions };
    },
    basis: (listed, contract, ts) => {
      const price = history.priceAt(listed, ts);
      const index = Math.exp(logIndexPrice(contract, history.logPriceAt(contract.spot, ts), ts));
      return { contract: price, index, basis: price - index, rate: price / index - 1 };
    },
    fundingRate: (_, contract, ts) => ({ rate: fundingSettledAt(contract.premium, contract.funding!, ts) }),
    indexPrice: (_, contract, ts) => ({ price: Math.exp(logIndexPrice(contract, history.logPriceAt(contract.spot, ts), ts)) }),
    markPrice: (_, contract, ts) => ({ price: Math.exp(logMarkPrice(contract, history.logPriceAt(contract.spot, ts), ts)) }),
  };

  /** The newest that can be told at once; the rest is made ready for a caller that asks again. */
  const knownFlows = (listed: ListedSymbol, query: SeriesQuery, nowMs: number): number[] => {
    const starts = periods(query, Math.max(listed.listedAt, nowMs - fundFlowPastMs), nowMs);
    const unknown = starts.findLastIndex(
      (ts) => ts < nowMs - fundFlowReachMs && !flows.hasFundFlow(listed, ts, nextCandleStart(query.period, ts)),
    );
    if (unknown >= 0) pastFlows.want(listed, starts[0]!, nowMs);
    return starts.slice(unknown + 1);
  };

  return {
    crowdOf,
    liquidations,
    stop: pastFlows.stop,
    points(listed, asked, nowMs) {
      const query = { ...asked, limit: Math.min(asked.limit, maxCandles) };
      const { metric } = query;
      const { contract } = listed;
      if (!sharedMetrics.has(metric) && spotMetrics.has(metric) === (contract !== null)) return [];
      if (metric === 'fundingRate' && !contract?.funding) return [];
      if ((metric === 'marginLongShort' || metric === 'marginLoanGrowth' || metric === 'isolatedBorrowRatio') && !listed.symbol.margin)
        return [];
      const lastMs = Math.min(nowMs, listed.symbol.deliveryAt ?? Infinity);
      const starts =
        metric === 'fundingRate'
          ? settlements(contract!.funding!, query, listed.listedAt, lastMs)
          : metric === 'fundFlow'
            ? knownFlows(listed, query, lastMs)
            : periods(query, listed.listedAt, lastMs);
      return starts.map((ts) => ({
        ts,
        values: valueAt[metric](listed, contract!, ts, Math.min(nextCandleStart(query.period, ts), lastMs)),
      }));
    },
  };
}

const totalOf = ({ crossBase, crossQuote, isolatedBase, isolatedQuote }: Borrowed): number =>
  crossBase + crossQuote + isolatedBase + isolatedQuote;

function periods({ period, from, to, limit }: SeriesQuery, listedAt: number, nowMs: number): number[] {
  const born = Math.max(listedAt, historyStartMs);
  const last = candleStart(period, Math.min(to ?? nowMs, nowMs));
  const earliest = Math.max(from ?? -Infinity, born);
  const starts: number[] = [];
  for (let ts = candlesBefore(period, last, limit - 1); ts <= last; ts = nextCandleStart(period, ts)) if (ts >= earliest) starts.push(ts);
  return starts;
}

function settlements(
  funding: { readonly intervalMs: number },
  { from, to, limit }: SeriesQuery,
  listedAt: number,
  nowMs: number,
): number[] {
  const last = fundingStart(Math.min(to ?? nowMs, nowMs), funding);
  // The first interval of a contract is whole.
  const earliest = Math.max(from ?? -Infinity, fundingStart(Math.max(listedAt, historyStartMs), funding) + 2 * funding.intervalMs);
  const starts: number[] = [];
  for (let ts = last - (limit - 1) * funding.intervalMs; ts <= last; ts += funding.intervalMs) if (ts >= earliest) starts.push(ts);
  return starts;
}
