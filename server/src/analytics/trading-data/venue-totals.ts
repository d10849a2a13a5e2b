// All contracts of several exchanges over time. No exchange tells the past of them all at once, and one by one it would be thousands of
// answers: what their lists tell is written down at the beginning of every hour (record 028). Only of the simulator, which costs nothing to
// ask, the time before is added up.
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { tradingPeriodMs } from '@tidemark/contract/trading-data.ts';
import { networkVenueMetrics, venueMetric, type NetworkVenueMetric, type venueCalls } from '@tidemark/contract/venues.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { sumOfAll } from './by-venue.ts';
import { pointOf } from './figure.ts';
import { contractsOf, stretchMs, type Stretch } from './network-points.ts';
import { createNetworkStore, type NetworkRow } from './network-store.ts';

type Figures = NonNullable<Awaited<ReturnType<Market['venueFigures']>>>[number];

export interface VenueTotals {
  readonly calls: Handlers<Pick<typeof venueCalls, 'networkVenues'>>;
  /** Writes down the figures of now, unless they are written down already. */
  extend(): Promise<void>;
  /** Writes while isKeeper says so. */
  start(isKeeper: () => boolean): void;
  stop(): Promise<void>;
}

interface VenueTotalsDeps {
  readonly market: Market;
  readonly clock: Clock;
  readonly db: Pick<Database, 'orm'>;
  readonly log: Log;
  /** Waits so long between two symbols, in multiples of what the last one took. */
  readonly restFactor?: number;
  /** How far back the simulator is added up, in periods. */
  readonly before?: Readonly<Record<Stretch['period'], number>>;
}

const extendEveryMs = 5 * minuteMs;
/** What is heard later is not what it was at the beginning of the hour. */
const lateMs = 10 * minuteMs;

const nowOf: Readonly<Record<NetworkVenueMetric, (of: Figures) => number | null>> = {
  openInterest: ({ openInterest }) => openInterest,
  volume: ({ turnover24h }) => turnover24h,
  fundingRate: ({ fundingOfEightHours }) => fundingOfEightHours,
};
const keyOf = (metric: NetworkVenueMetric, venue: string): string => `${metric} ${venue}`;

export function createVenueTotals({
  market,
  clock,
  db,
  log,
  restFactor = 3,
  before = { '1d': 90, '1h': 72 },
}: VenueTotalsDeps): VenueTotals {
  const store = createNetworkStore(db, 'venues ');
  const jobs = createJobs({ clock, log, room: 'analytics' });
  let isStopped = false;
  let isKeeping = (): boolean => false;
  let hasBegun = false;
  let running: Promise<void> | null = null;

  const read = async (
    metric: NetworkVenueMetric,
    venue: string,
    period: '1h' | '4h' | '1d',
    limit: number,
  ): Promise<readonly NetworkRow[]> => {
    const key = keyOf(metric, venue);
    if (period !== '4h') return store.range(key, period, { limit });
    const hours = await store.range(key, '1h', { limit: limit * 4 });
    return hours.filter(({ ts }) => ts % tradingPeriodMs['4h'] === 0);
  };

  /** What the venues of the simulator told before, added up contract by contract. */
  const addBefore = async (period: Stretch['period']): Promise<void> => {
    const length = stretchMs[period];
    const last = Math.floor(clock.now() / length) * length;
    const sums = new Map<number, Record<string, number[]>>();
    const add = (ts: number, key: string, figure: number) => {
      if (ts > last || ts <= last - before[period] * length) return;
      const at = sums.get(ts) ?? {};
      at[key] = [(at[key]?.[0] ?? 0) + figure];
      sums.set(ts, at);
    };
    for (const { symbolId } of contractsOf(market)) {
      if (isStopped) return;
      const began = performance.now();
      const held = await market.venueSeries({ symbolId, metric: 'openInterest', period, limit: before[period] });
      for (const { venue, points } of held ?? []) for (const [ts, figure] of points) add(ts, keyOf('openInterest', venue), figure);
      // What was traded in the day before is the volume of 24 hours at midnight.
      const traded = period === '1d' ? await market.venueSeries({ symbolId, metric: 'volume', period, limit: before[period] + 1 }) : null;
      for (const { venue, points } of traded ?? []) for (const [ts, figure] of points) add(ts + length, keyOf('volume', venue), figure);
      const restMs = (performance.now() - began) * restFactor;
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs).unref());
    }
    await store.add(period, sums);
  };

  const extend = async (): Promise<void> => {
    const hour = Math.floor(clock.now() / hourMs) * hourMs;
    const newest = await store.newest('1h');
    if (newest !== null && newest >= hour) return;
    const all = market.isReady() ? await market.venueFigures({ symbolId: null }) : null;
    if (all === null) return;
    if (newest === null && market.simulated) {
      await addBefore('1d');
      await addBefore('1h');
    }
    if (isStopped || clock.now() - hour > lateMs) return;
    const told = all.filter(({ state }) => state === 'told');
    if (told.length === 0) return;
    const figures = Object.fromEntries(
      told.flatMap((one) => networkVenueMetrics.map((metric) => [keyOf(metric, one.venue), [nowOf[metric](one)]] as const)),
    );
    const points = new Map([[hour, figures]]);
    if (hour % dayMs === 0) await store.add('1d', points);
    await store.add('1h', points);
    await store.prune(clock.now());
  };
  const extendOnce = (): Promise<void> => (running ??= extend().finally(() => (running = null)));
  /** The first call that reads the past begins to write it down. */
  const begin = (): void => {
    if (hasBegun || !isKeeping()) return;
    hasBegun = true;
    jobs.once('adding up other exchanges', extendOnce);
  };

  return {
    extend: extendOnce,
    start(isKeeper) {
      isKeeping = isKeeper;
      jobs.every(extendEveryMs, 'adding up other exchanges', async () => {
        // What only other exchanges tell now cannot be had later; the simulator can be asked at any time.
        if (!hasBegun && market.simulated) return;
        hasBegun = true;
        if (isKeeping()) await extendOnce();
      });
    },
    async stop() {
      isStopped = true;
      await jobs.stop();
      await running;
    },
    calls: {
      async networkVenues(_caller, { metric, period, limit }) {
        begin();
        const all = (await market.venueFigures({ symbolId: null })) ?? [];
        const now = clock.now();
        const kept = await Promise.all(
          all.map(
            async ({ venue }) => new Map((await read(metric, venue, period, limit)).map(({ ts, values }) => [ts, values[0] ?? null])),
          ),
        );
        const figuresNow = all.map((one) => (one.state === 'told' ? nowOf[metric](one) : null));
        const hasAny = kept.map((of, i) => figuresNow[i] !== null || [...of.values()].some((figure) => figure !== null));
        /** An exchange that is away and of which nothing is known may tell the metric: it is part of the sum, unknown as it is. */
        const counted = all.map(({ state }, i) => hasAny[i]! || state === 'away');
        const at = (ts: number, figures: readonly (number | null)[]) =>
          pointOf(ts, [venueMetric(metric).isSum ? sumOfAll(figures.filter((_, i) => counted[i])) : null, ...figures]);
        const length = tradingPeriodMs[period];
        const end = Math.floor(now / length) * length;
        const since = Math.min(...kept.flatMap((of) => [...of.keys()]));
        const points = [];
        for (let ts = Math.max(end - (limit - 2) * length, since); ts <= end && ts < now; ts += length)
          points.push(
            at(
              ts,
              kept.map((of) => of.get(ts) ?? null),
            ),
          );
        // The beginning of this period may not be written down yet.
        if (
          points
            .at(-1)
            ?.slice(1)
            .every((figure) => figure === null)
        )
          points.pop();
        if (figuresNow.some((figure) => figure !== null)) points.push(at(now, figuresNow));
        return {
          available: all.length > 0,
          metric,
          period,
          venues: all.map(({ venue, name, state, awaySince }, i) => ({
            venue,
            name,
            state: state === 'told' && !hasAny[i] ? ('notTold' as const) : state,
            awaySince,
          })),
          points: points.slice(-limit),
          asOf: now,
        };
      },
    },
  };
}
