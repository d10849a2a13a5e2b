// The whole network over time. The past is added up once, symbol by symbol and slowly enough that nobody notices, stored, and
// extended by a point every hour and every day; after a standstill the same work fills the gap.
import {
  annualFunding,
  networkHourlyDays,
  networkMetrics,
  tradingPeriodMs,
  type NetworkMetric,
  type tradingDataCalls,
} from '@tidemark/contract/trading-data.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { openContracts, sumOpenInterest, weightedFunding } from '../contract-totals.ts';
import { figureText, pointOf } from './figure.ts';
import { cappedCoins, contractsOf, isStablecoin, stretchMs, sumNetwork, type Stretch } from './network-points.ts';
import { createNetworkStore, type NetworkRow } from './network-store.ts';

type NetworkCalls = Handlers<Pick<typeof tradingDataCalls, 'networkSeries' | 'fundingTable'>>;

export interface Network {
  readonly calls: NetworkCalls;
  /** Brings the store up to now; the same work after a day's standstill as after a year's. */
  extend(): Promise<void>;
  /** Adds up while it says so. */
  start(isKeeper: () => boolean): void;
  stop(): Promise<void>;
}

export interface NetworkDeps {
  readonly market: Market;
  readonly clock: Clock;
  readonly db: Pick<Database, 'orm'>;
  readonly log: Log;
  /** Waits so long between two symbols, in multiples of what the last one took. */
  readonly restFactor?: number;
  /** How far back the past is added up, in days. */
  readonly reach?: Readonly<Record<Stretch['period'], number>>;
}

/** The first time, too, unless a reader asks earlier: then it begins at once. */
const extendEveryMs = 5 * 60_000;
/** These are states: their newest point is now, not the last full hour. */
const states: ReadonlySet<NetworkMetric> = new Set(['marketCap', 'dominance', 'openInterest', 'fundingRate']);
const mixed: ReadonlySet<NetworkMetric> = new Set(['takerVolume', 'liquidations', 'volumeByLine']);

export function createNetwork({
  market,
  clock,
  db,
  log,
  restFactor = 3,
  reach = { '1d': 365, '1h': networkHourlyDays },
}: NetworkDeps): Network {
  const store = createNetworkStore(db);
  let building: { done: number; total: number } | null = null;
  let isStopped = false;
  let running: Promise<void> | null = null;
  const jobs = createJobs({ clock, log, room: 'analytics' });

  /** Points whose moment, or whose whole period, is past. */
  const missing = async (period: Stretch['period']): Promise<readonly number[]> => {
    const length = stretchMs[period];
    const last = Math.floor(clock.now() / length) * length - length;
    const earliest = last - reach[period] * stretchMs['1d'];
    const newest = await store.newest(period);
    const times: number[] = [];
    for (let ts = Math.max(earliest, newest === null ? earliest : newest + length); ts <= last; ts += length) times.push(ts);
    return times;
  };

  const extendPeriod = async (period: Stretch['period']): Promise<void> => {
    const times = await missing(period);
    if (times.length === 0 || !market.isReady()) return;
    let began = performance.now();
    const sums = await sumNetwork(market, { period, times }, async (done, total) => {
      if (isStopped) throw new Stopped();
      building = { done, total };
      const tookMs = performance.now() - began;
      if (restFactor > 0) await new Promise((resolve) => setTimeout(resolve, tookMs * restFactor).unref());
      began = performance.now();
    });
    await store.add(period, sums);
  };

  const extend = async (): Promise<void> => {
    try {
      await extendPeriod('1d');
      await extendPeriod('1h');
      await store.prune(clock.now());
    } catch (error) {
      if (!(error instanceof Stopped)) log.error({ err: error }, 'the network could not be added up; it is tried again');
    } finally {
      building = null;
    }
  };
  const extendOnce = (): Promise<void> => (running ??= extend().finally(() => (running = null)));
  let isKeeping = (): boolean => false;
  let hasBegun = false;
  /** The first who looks at the past has it added up. */
  const begin = (): void => {
    if (hasBegun || !isKeeping()) return;
    hasBegun = true;
    jobs.once('adding up the network', extendOnce);
  };

  const readPoints = async (
    metric: NetworkMetric,
    period: '1h' | '4h' | '1d',
    query: { from?: number | undefined; to?: number | undefined; limit: number },
  ): Promise<readonly NetworkRow[]> => {
    if (period !== '4h') return store.range(metric, period, query);
    const hours = await store.range(metric, '1h', { ...query, limit: query.limit * 4 });
    const length = tradingPeriodMs['4h'];
    if (!mixed.has(metric)) return hours.filter(({ ts }) => ts % length === 0);
    const blocks = Map.groupBy(hours, ({ ts }) => Math.floor(ts / length) * length);
    return [...blocks].flatMap(([ts, rows]) => (rows.length === 4 ? [{ ts, values: addUp(metric, rows) }] : []));
  };

  /** From the board: what the last stored point will be compared with. */
  const nowOf = (metric: NetworkMetric): NetworkRow | null => {
    if (!states.has(metric)) return null;
    const values = metric === 'marketCap' || metric === 'dominance' ? capNow(market, metric) : contractsNow(market, metric);
    return values ? { ts: clock.now(), values } : null;
  };

  return {
    extend: extendOnce,
    start(isKeeper) {
      isKeeping = isKeeper;
      jobs.every(extendEveryMs, 'adding up the network', async () => {
        if (!hasBegun) begin();
        else if (isKeeping()) await extendOnce();
      });
    },
    async stop() {
      isStopped = true;
      await jobs.stop();
      await running;
    },
    calls: {
      async networkSeries(_caller, { metric, period, from, to, limit }) {
        begin();
        const rows = await readPoints(metric, period, { from, to, limit });
        const now = to === undefined || to >= clock.now() ? nowOf(metric) : null;
        const points = (now ? [...rows, now] : rows).slice(-limit);
        return {
          metric,
          period,
          fields: Object.keys(networkMetrics[metric].fields),
          points: points.map(({ ts, values }) => pointOf(ts, values)),
          forming: null,
          partial: [],
          building: building ?? (rows.length === 0 && from === undefined ? { done: 0, total: market.catalog.data.symbols.length } : null),
          universe:
            metric === 'marketCap' || metric === 'dominance'
              ? cappedCoins(market).length
              : metric === 'volumeByLine'
                ? market.catalog.data.symbols.length
                : contractsOf(market).length,
          asOf: clock.now(),
        };
      },
      fundingTable() {
        const items = contractsOf(market).flatMap(({ symbolId, baseSymbol, pricedSymbol, fundingIntervalHours, status }) => {
          const quote = market.board.quote(symbolId);
          if (status !== 'online' || !fundingIntervalHours || quote?.fundingRate === undefined || quote.nextFundingAt === undefined)
            return [];
          const usdt = market.usdtPer(pricedSymbol);
          return [
            {
              symbolId,
              baseSymbol,
              pricedSymbol,
              iconUrl: market.iconUrl(baseSymbol),
              rate: figureText(quote.fundingRate),
              annual: figureText(annualFunding(quote.fundingRate, fundingIntervalHours)),
              intervalHours: fundingIntervalHours,
              nextAt: quote.nextFundingAt,
              openInterestUsd:
                quote.openInterest !== undefined && usdt !== null
                  ? figureText(quote.openInterest * (quote.mark ?? quote.last) * usdt)
                  : null,
            },
          ];
        });
        items.sort((a, b) => Number(b.annual) - Number(a.annual));
        return { items, total: items.length, asOf: clock.now() };
      },
    },
  };
}

class Stopped extends Error {}

function addUp(metric: NetworkMetric, rows: readonly NetworkRow[]): (number | null)[] {
  const sums = rows[0]!.values.map((_, field) => sumOrNull(rows.map(({ values }) => values[field] ?? null)));
  if (metric !== 'takerVolume') return sums;
  const [buy = null, sell = null] = sums;
  return [buy, sell, buy !== null && sell ? buy / sell : null];
}

/** Of four hours of which one is not known the sum is not known. */
const sumOrNull = (figures: readonly (number | null)[]): number | null =>
  figures.reduce((sum, figure) => (sum === null || figure === null ? null : sum + figure), 0);

function capNow(market: Market, metric: 'marketCap' | 'dominance'): (number | null)[] | null {
  const sum = { all: 0, stable: 0, btc: 0, eth: 0 };
  for (const { ticker, supply, sectors } of cappedCoins(market)) {
    const price = market.usdtPer(ticker);
    if (price === null) continue;
    const worth = supply! * price;
    sum.all += worth;
    if (isStablecoin(sectors)) sum.stable += worth;
    if (ticker === 'BTC') sum.btc = worth;
    if (ticker === 'ETH') sum.eth = worth;
  }
  const free = sum.stable > 0 ? sum.all - sum.stable : 0;
  if (sum.all === 0) return null;
  const share = (part: number, whole: number) => (part > 0 && whole > 0 ? part / whole : null);
  return metric === 'marketCap'
    ? [sum.all, free || null]
    : [share(sum.btc, sum.all), share(sum.eth, sum.all), share(sum.btc, free), share(sum.eth, free)];
}

function contractsNow(market: Market, metric: NetworkMetric): (number | null)[] | null {
  const contracts = openContracts(market);
  if (metric === 'openInterest') {
    const held = sumOpenInterest(contracts);
    return held === null ? null : [held];
  }
  const rate = weightedFunding(contracts);
  return rate === null ? null : [rate, annualFunding(rate, 8)];
}
