// Liquidations: judged as they are told, handed on, and, where the source has no past of them, added up in periods and kept. The
// largest of the last day are remembered; since when, is said with them.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import { candleStart, intervalMs } from '@tidemark/source/candle.ts';
import type { Liquidation, LiquidationQuery, LiquidationSource, SeriesPoint, SeriesQuery } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { storeOr } from '../history/read-through.ts';
import { faultOf } from '../liquidation.ts';
import { joinParts } from './join-parts.ts';
import { bucketPeriod, createLiquidationBuckets, type LiquidationPoint } from './liquidation-buckets.ts';
import type { SeriesStore } from './store.ts';

/** The largest first. since: from when on all of them are known. */
export interface LiquidationList {
  readonly since: number;
  readonly items: readonly Liquidation[];
}

export interface LiquidationSeries {
  /** null: it is the source that tells this. */
  read(query: SeriesQuery): Promise<readonly SeriesPoint[]> | null;
  largest(query: LiquidationQuery): Promise<LiquidationList>;
  start(): void;
  stop(): void;
}

export interface LiquidationSeriesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly source: LiquidationSource;
  /** null: the source has its own past. */
  readonly store: SeriesStore | null;
  isContract(symbolId: string): boolean;
  /** The most traded contracts; so many of them. */
  contracts(count: number): readonly string[];
  tell(liquidations: readonly Liquidation[]): void;
}

/** Exchanges allow a few hundred channels on a socket; what is computed here costs nothing. */
const followedAtMost = { far: 200, near: 5_000 } as const;
/** The first prices say which are traded most. */
const beginAfterMs = 10_000;
const lookAgainMs = 600_000;
const settleMs = 10_000;
const everyMs = 1_000;
/** This process stood still for so long: sockets may have lost something. */
const standstillMs = 10_000;
const rememberedMs = dayMs;
const rememberedAtMost = 20_000;
const unsavedAtMost = 50_000;
const rollUps = [
  { from: bucketPeriod, to: '1h' },
  { from: '1h', to: '1d' },
] as const satisfies readonly { from: CandleInterval; to: CandleInterval }[];
/** After a rest, hours that ended meanwhile are made from what is kept of them. */
const rolledUpBackMs = { '1h': dayMs, '1d': 2 * dayMs } as const;

export function createLiquidationSeries({
  clock,
  log,
  metrics,
  source,
  store,
  isContract,
  contracts,
  tell,
}: LiquidationSeriesDeps): LiquidationSeries {
  const refused = metrics.counter('market_liquidations_refused_total', 'Liquidations that were not believed, by reason', ['fault']);
  const accepted = metrics.counter('market_liquidations_total', 'Liquidations that were told');
  const followed = metrics.gauge('market_liquidations_followed', 'Contracts whose liquidations are listened to');
  const jobs = createJobs({ clock, log, room: 'market' });
  const stops: (() => void)[] = [];
  const watched = new Set<string>();
  let buckets = createLiquidationBuckets(clock.now());
  let remembered: Liquidation[] = [];
  let rememberedSince = clock.now();
  let unsaved: LiquidationPoint[] = [];
  let rolledUpTo = 0;
  let lookedAt = clock.now();
  let saving: Promise<void> | null = null;

  const take = (told: readonly Liquidation[]) => {
    const nowMs = clock.now();
    const sound = told.filter((liquidation) => {
      const fault = faultOf(liquidation, { nowMs, isContract });
      if (fault) refused.inc({ fault });
      return fault === null;
    });
    if (sound.length === 0) return;
    accepted.inc(sound.length);
    if (store) {
      for (const liquidation of sound) if (!buckets.take(liquidation)) refused.inc({ fault: 'old' });
      remembered.push(...sound);
    }
    tell(sound);
  };

  const watch = () => {
    const fresh = contracts(store ? followedAtMost.far : followedAtMost.near)
      .filter((symbolId) => !watched.has(symbolId))
      .slice(0, (store ? followedAtMost.far : followedAtMost.near) - watched.size);
    if (fresh.length === 0) return;
    for (const symbolId of fresh) watched.add(symbolId);
    followed.set(watched.size);
    stops.push(source.watch(fresh, take, (symbolIds, hearing) => buckets.hear(symbolIds, hearing, clock.now())));
  };

  const save = async () => {
    if (!store || unsaved.length === 0) return;
    // What closes meanwhile is not among them.
    const points = [...unsaved];
    const isWritten = await storeOr(log, false, async () => {
      await store.addClosed(
        points.map((point) => ({ ...point, metric: 'liquidations', period: bucketPeriod })),
        [],
      );
      return true;
    });
    if (isWritten) unsaved = unsaved.slice(points.length);
    else unsaved = unsaved.slice(-unsavedAtMost);
  };

  /** Hours and days that are over, once all of their parts are in the store. */
  const rollUp = async () => {
    const until = candleStart('1h', clock.now() - settleMs);
    if (!store || unsaved.length > 0 || until === rolledUpTo) return;
    const isDone = await storeOr(log, false, async () => {
      for (const { from, to } of rollUps)
        for (
          let ts = Math.max(candleStart(to, rolledUpTo), candleStart(to, clock.now() - rolledUpBackMs[to]));
          ts + intervalMs[to] <= until;
          ts += intervalMs[to]
        )
          await store.rollUp('liquidations', from, to, ts);
      return true;
    });
    if (isDone) rolledUpTo = until;
  };

  const look = () => {
    const now = clock.now();
    if (now - lookedAt > standstillMs) buckets.miss(lookedAt, now);
    lookedAt = now;
    const closed = buckets.close(now - settleMs);
    if (store) unsaved.push(...closed);
    const from = now - rememberedMs;
    if ((remembered[0]?.ts ?? now) < from || remembered.length > rememberedAtMost) {
      remembered = remembered.filter(({ ts }) => ts >= from);
      if (remembered.length > rememberedAtMost) {
        remembered = remembered.slice(-rememberedAtMost / 2);
        rememberedSince = Math.max(rememberedSince, remembered[0]!.ts);
      }
    }
    saving ??= save()
      .then(rollUp)
      .finally(() => (saving = null));
  };

  /** Kept ones, and those of which the store has only the parts yet. */
  const readBase = async (kept: SeriesStore, symbolId: string, period: CandleInterval, from: number, to: number, limit: number) => {
    const points = new Map<number, SeriesPoint>();
    const finer = rollUps.find((step) => step.to === period)?.from;
    const now = clock.now();
    if (finer === undefined)
      for (const { symbolId: of, ts, values, isPartial } of [...unsaved, ...buckets.open(symbolId, now)])
        if (of === symbolId && ts >= from && ts <= to) points.set(ts, { ts, values, ...(isPartial && { isPartial }) });
    if (finer !== undefined) {
      const since = candleStart(period, now) - intervalMs[period];
      const parts = await readBase(kept, symbolId, finer, since, now, intervalMs[period]);
      for (const point of joinParts(parts, finer, period, now)) if (point.ts >= from && point.ts <= to) points.set(point.ts, point);
    }
    const stored = await storeOr(log, [], () => kept.range({ symbolId, metric: 'liquidations', period }, from, to, limit));
    for (const point of stored) points.set(point.ts, point);
    return [...points.values()].sort((a, b) => a.ts - b.ts);
  };

  return {
    read({ symbolId, period, from, to, limit }) {
      if (!store) return null;
      const base = baseOf(period);
      const now = clock.now();
      const end = candleStart(period, Math.min(to ?? Infinity, now)) + intervalMs[period] - 1;
      const ratio = intervalMs[period] / intervalMs[base];
      const first = Math.max(from ?? 0, end + 1 - limit * intervalMs[period]);
      return readBase(store, symbolId, base, first, end, limit * ratio).then((parts) =>
        (base === period ? parts : joinParts(parts, base, period, now)).filter(({ ts }) => ts >= (from ?? 0)).slice(-limit),
      );
    },
    async largest(query) {
      if (source.range) return { since: query.from, items: await source.range(query) };
      const { symbolId, from, to, limit } = query;
      return {
        since: Math.max(from, rememberedSince),
        items: remembered
          .filter((one) => (symbolId === undefined || one.symbolId === symbolId) && one.ts >= from && one.ts <= to)
          .sort((a, b) => b.value - a.value)
          .slice(0, limit),
      };
    },
    start() {
      buckets = createLiquidationBuckets(clock.now());
      remembered = [];
      unsaved = [];
      rememberedSince = lookedAt = clock.now();
      rolledUpTo = 0;
      jobs.after(beginAfterMs, 'listening to liquidations', async () => {
        rememberedSince = clock.now();
        watch();
      });
      jobs.every(lookAgainMs, 'listening to liquidations', async () => watch());
      jobs.every(everyMs, 'adding up liquidations', async () => look());
    },
    stop() {
      for (const stop of stops.splice(0)) stop();
      watched.clear();
      followed.set(0);
      void jobs.stop();
    },
  };
}

/** The longest kept period that the asked one is made of. */
const baseOf = (period: CandleInterval): CandleInterval =>
  period === '1d' || intervalMs[period] > dayMs ? '1d' : intervalMs[period] >= hourMs ? '1h' : bucketPeriod;
