// Liquidations of the running five minutes, by contract. A contract that was heard of all along has a point even when nothing was
// closed: that is a known zero. One that was not heard has none.
import { candleStart, intervalMs } from '@tidemark/source/candle.ts';
import type { Liquidation, LiquidationHearing, SeriesPoint } from '@tidemark/source/source.ts';

export const bucketPeriod = '5m';
const bucketMs = intervalMs[bucketPeriod];

export type LiquidationPoint = SeriesPoint<'liquidations'> & { readonly symbolId: string };

export interface LiquidationBuckets {
  hear(symbolIds: readonly string[], hearing: LiquidationHearing, nowMs: number): void;
  /** Nothing was heard from then until now, even if liquidations were told since. */
  miss(fromMs: number, nowMs: number): void;
  /** False: its period is closed. */
  take(liquidation: Liquidation): boolean;
  /** Those that ended by then, oldest first. */
  close(untilMs: number): readonly LiquidationPoint[];
  /** What is not closed yet. */
  open(symbolId: string, nowMs: number): readonly LiquidationPoint[];
}

interface Sums {
  long: number;
  short: number;
  isPartial: boolean;
}

interface Kept {
  /** null: not heard now. */
  heardSince: number | null;
  readonly buckets: Map<number, Sums>;
}

export function createLiquidationBuckets(startMs: number): LiquidationBuckets {
  const kept = new Map<string, Kept>();
  let closedUntil = candleStart(bucketPeriod, startMs);

  const keptOf = (symbolId: string): Kept => {
    let state = kept.get(symbolId);
    if (!state) kept.set(symbolId, (state = { heardSince: null, buckets: new Map() }));
    return state;
  };
  const bucketOf = ({ buckets }: Kept, ms: number): Sums => {
    const ts = candleStart(bucketPeriod, ms);
    let sums = buckets.get(ts);
    if (!sums) buckets.set(ts, (sums = { long: 0, short: 0, isPartial: false }));
    return sums;
  };
  const pointOf = (symbolId: string, ts: number, { long, short, isPartial }: Sums): LiquidationPoint => ({
    symbolId,
    ts,
    values: { long, short },
    ...(isPartial && { isPartial }),
  });
  const sumsAt = ({ heardSince, buckets }: Kept, ts: number): Sums | null =>
    buckets.get(ts) ?? (heardSince !== null && heardSince <= ts ? { long: 0, short: 0, isPartial: false } : null);

  return {
    hear(symbolIds, hearing, nowMs) {
      for (const symbolId of symbolIds) {
        const state = keptOf(symbolId);
        if ((state.heardSince !== null) === (hearing === 'heard')) continue;
        state.heardSince = hearing === 'heard' ? nowMs : null;
        if (hearing === 'cut' || nowMs > candleStart(bucketPeriod, nowMs)) bucketOf(state, nowMs).isPartial = true;
      }
    },
    miss(fromMs, nowMs) {
      for (const state of kept.values())
        if (state.heardSince !== null)
          for (let ts = Math.max(closedUntil, candleStart(bucketPeriod, fromMs)); ts <= nowMs; ts += bucketMs)
            bucketOf(state, ts).isPartial = true;
    },
    take({ symbolId, ts, side, value }) {
      if (ts < closedUntil) return false;
      bucketOf(keptOf(symbolId), ts)[side] += value;
      return true;
    },
    close(untilMs) {
      const points: LiquidationPoint[] = [];
      for (; closedUntil + bucketMs <= untilMs; closedUntil += bucketMs)
        for (const [symbolId, state] of kept) {
          const sums = sumsAt(state, closedUntil);
          state.buckets.delete(closedUntil);
          if (sums) points.push(pointOf(symbolId, closedUntil, sums));
        }
      return points;
    },
    open(symbolId, nowMs) {
      const state = kept.get(symbolId);
      const points: LiquidationPoint[] = [];
      for (let ts = closedUntil; state && ts <= nowMs; ts += bucketMs) {
        const sums = sumsAt(state, ts);
        if (sums) points.push(pointOf(symbolId, ts, sums));
      }
      return points;
    },
  };
}
