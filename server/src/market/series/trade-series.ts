// What an exchange does not publish but its trades tell: fund flow and takers' volume of the pairs that are traded most and of
// those that were asked for. Sums are kept every few seconds, so that a process that was killed goes on where it stood: the
// trades since then are asked for, and where the exchange no longer has them all, the buckets they fall into say so.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { dayStart } from '@tidemark/contract/time.ts';
import { candleStart, intervalMs } from '@tidemark/source/candle.ts';
import {
  seriesPointOf,
  type SeriesPoint,
  type SeriesQuery,
  type Trade,
  type TradeCut,
  type TradeMetric,
  type TradeSource,
} from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { storeOr } from '../history/read-through.ts';
import { joinParts } from './join-parts.ts';
import type { SeriesStore } from './store.ts';
import { bucketFields, bucketPeriods, createTradeBuckets, type Bucket, type BucketPeriod, type Thresholds } from './trade-buckets.ts';

export interface TradeSeries {
  /** null = not made from trades, or none were added up yet. */
  read(query: SeriesQuery): Promise<readonly SeriesPoint[] | null>;
  start(): void;
  stop(): void;
}

export interface TradeSeriesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: SeriesStore;
  readonly trades: TradeSource;
  madeFromTrades(symbolId: string): readonly TradeMetric[];
  /** In quote currency, from the days before that day; null = cannot be known now. */
  thresholds(symbolId: string, day: number): Promise<Thresholds | null>;
  /** Those worth keeping before they are asked for. */
  popular(count: number): readonly string[];
  /** How many of those, and how many in all. */
  readonly limits?: { readonly popular: number; readonly most: number };
}

/** Exchanges allow a few hundred channels on a socket. */
const usualLimits = { popular: 40, most: 120 } as const;
/** The exchange is asked for much when a process starts; this can wait. */
const beginAfterMs = 20_000;
const lookAgainMs = 600_000;
/** A stream that says nothing for so long is one where nothing happens. */
const quietMs = 5_000;
/** Trades of a bucket still arrive for a moment after its end. */
const settleMs = 10_000;
const closeEveryMs = 1_000;
const saveEveryMs = 5_000;
const thresholdTries = 3;
const retryMs = 2_000;
const missedAtMost = 10_000;

interface Kept {
  readonly queue: Trade[];
  /** Sums are there and what was missed has been asked for. */
  isReady: boolean;
  isPumping: boolean;
  isChanged: boolean;
  stop(): void;
}

export function createTradeSeries({
  clock,
  log,
  metrics,
  store,
  trades: source,
  madeFromTrades,
  thresholds,
  popular,
  limits = usualLimits,
}: TradeSeriesDeps): TradeSeries {
  const keptGauge = metrics.gauge('market_trades_added_up', 'Symbols whose trades are added up because the exchange publishes no series');
  const partial = metrics.counter('market_trade_buckets_partial_total', 'Buckets of which not every trade was known');
  const lateTrades = metrics.gauge('market_trades_late', 'Trades that came after their bucket was closed');
  let buckets = createTradeBuckets();
  const kept = new Map<string, Kept>();
  const jobs = createJobs({ clock, log, room: 'market' });
  /** Closed, and not in the store yet. */
  let closed: Bucket[] = [];
  let saving: Promise<void> | null = null;
  let isRunning = false;

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  const loadThresholds = async (symbolId: string, day: number): Promise<Thresholds> => {
    for (let tries = 1; tries <= thresholdTries; tries++) {
      const found = await thresholds(symbolId, day).catch(() => null);
      if (found) return found;
      if (tries < thresholdTries) await pause(retryMs);
    }
    log.warn({ symbolId }, "what a whale is could not be found out; yesterday's measure stays");
    return buckets.save(symbolId)?.thresholds ?? { whale: Number.MAX_VALUE, dolphin: Number.MAX_VALUE };
  };

  /** Trades wait here for the measure of their day. */
  const pump = async (symbolId: string, state: Kept): Promise<void> => {
    if (state.isPumping || !state.isReady) return;
    state.isPumping = true;
    while (state.queue.length > 0 && kept.get(symbolId) === state) {
      const day = dayStart(state.queue[0]!.ts);
      const known = buckets.dayOf(symbolId);
      const measure = Number.isNaN(known) || day > known ? await loadThresholds(symbolId, day) : null;
      if (kept.get(symbolId) !== state) break;
      if (measure) buckets.setThresholds(symbolId, day, measure);
      let count = 1;
      while (count < state.queue.length && dayStart(state.queue[count]!.ts) <= day) count++;
      buckets.take(state.queue.splice(0, count));
      state.isChanged = true;
    }
    state.isPumping = false;
  };

  /** Once the stream runs: where the sums stood, and what happened since. */
  const goOn = async (symbolId: string, state: Kept): Promise<void> => {
    const saved = await storeOr(log, null, () => store.runningSums(symbolId));
    if (kept.get(symbolId) !== state) return;
    // What was heard while the store answered may lie in the bucket before.
    if (!saved) buckets.begin(symbolId, Math.min(clock.now(), state.queue[0]?.ts ?? Infinity));
    else {
      const since = await source.range({ symbolId, from: saved.newestTs, limit: missedAtMost }).catch((error: unknown) => {
        log.warn({ err: error, symbolId }, 'trades of the standstill could not be had; their buckets are marked');
        return [];
      });
      if (kept.get(symbolId) !== state) return;
      buckets.restore(symbolId, saved);
      // The last trade that was counted is among them, so nothing is missing in between.
      const isWhole = since.some(({ ts, id }) => ts === saved.newestTs && saved.newestIds.includes(id));
      if (!isWhole) buckets.cut({ symbolId, state: 'missed' }, clock.now());
      const ids = new Set(since.map(({ id }) => id));
      state.queue.splice(0, Infinity, ...since, ...state.queue.filter(({ id }) => !ids.has(id)));
    }
    state.isReady = true;
    await pump(symbolId, state);
  };

  const keep = (symbolId: string): void => {
    if (!isRunning || kept.has(symbolId) || kept.size >= limits.most) return;
    let hasBegun = false;
    const begin = () => {
      if (hasBegun || kept.get(symbolId) !== state) return;
      hasBegun = true;
      void goOn(symbolId, state);
    };
    const onCut = (cut: TradeCut) => {
      buckets.cut(cut, clock.now());
      state.isChanged = true;
    };
    const state: Kept = { queue: [], isReady: false, isPumping: false, isChanged: false, stop: () => {} };
    kept.set(symbolId, state);
    const cancelQuiet = clock.after(quietMs, begin);
    const unwatch = source.watch(
      [symbolId],
      (batch) => {
        state.queue.push(...batch);
        begin();
        void pump(symbolId, state);
      },
      onCut,
    );
    state.stop = () => {
      cancelQuiet();
      unwatch();
    };
    keptGauge.set(kept.size);
  };

  const write = async (): Promise<void> => {
    const points = closed;
    const changed = [...kept].filter(([, { isChanged, isReady }]) => isChanged && isReady);
    const sums = changed.flatMap(([symbolId]) => {
      const saved = buckets.save(symbolId);
      return saved ? [{ symbolId, sums: saved }] : [];
    });
    if (points.length === 0 && sums.length === 0) return;
    for (const [, state] of changed) state.isChanged = false;
    const rows = points.flatMap(({ symbolId, period, ts, values, isPartial }) =>
      madeFromTrades(symbolId).map((metric) => ({ symbolId, metric, period, ts, values: valuesOf(metric, values), isPartial })),
    );
    const isWritten = await storeOr(log, false, async () => (await store.addClosed(rows, sums), true));
    const written = new Set(points);
    if (isWritten) closed = closed.filter((bucket) => !written.has(bucket));
    else for (const [, state] of changed) state.isChanged = true;
  };
  const save = (): Promise<void> => (saving ??= write().finally(() => (saving = null)));

  const close = () => {
    // What waits for its measure belongs into buckets that must stay open for it.
    if ([...kept.values()].some(({ isPumping }) => isPumping)) return;
    const over = buckets.close(clock.now() - settleMs);
    if (over.length === 0) return;
    partial.inc(over.filter(({ isPartial }) => isPartial).length);
    lateTrades.set(buckets.late);
    for (const symbolId of new Set(over.map((bucket) => bucket.symbolId))) kept.get(symbolId)!.isChanged = true;
    closed = [...closed, ...over];
    void save();
  };

  const readBase = async (
    symbolId: string,
    metric: TradeMetric,
    period: BucketPeriod,
    from: number,
    to: number,
    limit: number,
  ): Promise<readonly SeriesPoint[]> => {
    const stored = await storeOr(log, [], () => store.range({ symbolId, metric, period }, from, to, limit));
    const byTime = new Map(stored.map((point) => [point.ts, point]));
    const now = kept.get(symbolId)?.isReady ? buckets.running(symbolId, period) : null;
    for (const bucket of [...closed, ...(now ? [now] : [])]) {
      if (bucket.symbolId !== symbolId || bucket.period !== period || bucket.ts < from || bucket.ts > to || byTime.has(bucket.ts)) continue;
      byTime.set(bucket.ts, seriesPointOf(bucket.ts, valuesOf(metric, bucket.values), bucket.isPartial));
    }
    return [...byTime.values()].sort((a, b) => a.ts - b.ts);
  };

  return {
    async read({ symbolId, metric, period, from, to, limit }) {
      const made = madeFromTrades(symbolId).find((one) => one === metric);
      if (!made) return null;
      keep(symbolId);
      const base = baseOf(period);
      const last = candleStart(period, Math.min(to ?? Infinity, clock.now()));
      const end = last + intervalMs[period] - 1;
      const parts = await readBase(
        symbolId,
        made,
        base,
        from === undefined ? 0 : Math.max(0, from),
        end,
        (limit * intervalMs[period]) / intervalMs[base],
      );
      const points = base === period ? parts : joinParts(parts, base, period, clock.now());
      return points.length === 0 ? null : points.filter(({ ts }) => ts >= (from ?? 0)).slice(-limit);
    },
    start() {
      isRunning = true;
      const keepPopular = async () => popular(limits.popular).forEach(keep);
      jobs.after(beginAfterMs, 'adding up trades of popular symbols', keepPopular);
      jobs.every(lookAgainMs, 'adding up trades of popular symbols', keepPopular);
      jobs.every(closeEveryMs, 'closing buckets of trades', async () => close());
      jobs.every(saveEveryMs, 'saving sums of trades', save);
    },
    stop() {
      isRunning = false;
      void jobs.stop();
      for (const { stop } of kept.values()) stop();
      void save();
      // Its next term begins with what is stored then.
      kept.clear();
      keptGauge.set(0);
      buckets = createTradeBuckets();
      closed = [];
    },
  };
}

const valuesOf = (metric: TradeMetric, figures: readonly number[]): SeriesPoint['values'] => {
  const [first, last] = metric === 'fundFlow' ? [0, 6] : [6, 8];
  return Object.fromEntries(
    bucketFields.slice(first, last).map((field, i) => [field, figures[first + i]!]),
  ) as unknown as SeriesPoint['values'];
};

/** The longest bucket that the period is made of. */
const baseOf = (period: CandleInterval): BucketPeriod =>
  bucketPeriods.findLast((base) => intervalMs[period] % intervalMs[base] === 0) ?? '5m';
