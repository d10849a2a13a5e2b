// The rules that a source's price must pass to be believed. Bad ones are refused and counted, never repaired: a wrong price is
// worse than an old one.
import type { Tick } from '@tidemark/source/tick.ts';

export const tickFaults = ['unknownSymbol', 'notANumber', 'notPositive', 'badRange', 'older', 'fromTheFuture'] as const;
export type TickFault = (typeof tickFaults)[number];

/** Clocks of exchanges run a little ahead of ours now and then. */
export const maxAheadMs = 5_000;

/** Exchanges that tell microseconds have fractions of ms: the database takes none, and one time must be the same everywhere. */
export const wholeMs = (ts: number): number => Math.floor(ts);

/** What is wrong with a tick by itself; null = nothing. */
export function faultOf(tick: Tick, nowMs: number): TickFault | null {
  const { last, bid, ask, open24h, high24h, low24h, baseVolume24h, turnover24h, ts } = tick;
  const sum =
    last +
    bid +
    ask +
    open24h +
    high24h +
    low24h +
    baseVolume24h +
    turnover24h +
    ts +
    (tick.mark ?? 0) +
    (tick.index ?? 0) +
    (tick.fundingRate ?? 0) +
    (tick.openInterest ?? 0) +
    (tick.nextFundingAt ?? 0) +
    (tick.bidSize ?? 0) +
    (tick.askSize ?? 0);
  if (!Number.isFinite(sum) || !Number.isSafeInteger(Math.floor(ts))) return 'notANumber';
  if (!(last > 0 && bid > 0 && ask > 0 && open24h > 0 && high24h > 0 && low24h > 0)) return 'notPositive';
  if (
    !(
      baseVolume24h >= 0 &&
      turnover24h >= 0 &&
      (tick.mark ?? 1) > 0 &&
      (tick.index ?? 1) > 0 &&
      (tick.openInterest ?? 0) >= 0 &&
      (tick.bidSize ?? 0) >= 0 &&
      (tick.askSize ?? 0) >= 0
    )
  )
    return 'notPositive';
  if (high24h < last || low24h > last || bid > ask) return 'badRange';
  if (ts > nowMs + maxAheadMs) return 'fromTheFuture';
  return null;
}
