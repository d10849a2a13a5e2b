// Lists and sockets tell of the same symbols: the gate lets each moment through once, in order. When a followed symbol was
// silent for too long, the newest tick waits until what happened meanwhile has been asked for and told, so that an alert on
// a price that was touched in the gap still hears of it.
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { PricePoint } from '../expand-candle.ts';

export interface TickGate {
  take(ticks: readonly Tick[], from: 'list' | 'socket'): void;
  last(symbolId: string): Tick | undefined;
}

export interface TickGateDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  isFollowed(symbolId: string): boolean;
  /** What was paid after one moment and before another, oldest first. */
  fill(symbolId: string, after: number, before: number): Promise<readonly PricePoint[]>;
  emit(ticks: readonly Tick[]): void;
  onRefused(fault: string): void;
}

const gapMs = 15_000;

export function createTickGate({ clock, metrics, isFollowed, fill, emit, onRefused }: TickGateDeps): TickGate {
  const gaps = metrics.counter('market_source_gaps_total', 'Silences of followed symbols, by whether they were filled', ['outcome']);
  const lasts = new Map<string, Tick>();
  const waiting = new Map<string, Tick[]>();
  /** When anything was heard of a symbol: news that nothing changed ends a silence too. */
  const heardAt = new Map<string, number>();

  const fillGap = async (before: Tick, tick: Tick) => {
    waiting.set(tick.symbolId, [tick]);
    let missed: Tick[] = [];
    try {
      missed = bridge(before, await fill(before.symbolId, before.ts, tick.ts), tick.ts);
      gaps.inc({ outcome: missed.length ? 'filled' : 'empty' });
    } catch {
      gaps.inc({ outcome: 'failed' });
    }
    const held = waiting.get(tick.symbolId) ?? [];
    waiting.delete(tick.symbolId);
    const all = [...missed, ...held];
    lasts.set(tick.symbolId, all.at(-1)!);
    emit(all);
  };

  return {
    last: (symbolId) => lasts.get(symbolId),
    take(ticks, from) {
      const through: Tick[] = [];
      const now = clock.now();
      for (const tick of ticks) {
        const held = waiting.get(tick.symbolId);
        const before = held?.at(-1) ?? lasts.get(tick.symbolId);
        const silentMs = now - (heardAt.get(tick.symbolId) ?? now);
        if (!before || tick.ts >= before.ts) heardAt.set(tick.symbolId, now);
        // A list repeats what has not changed, and is asked for while sockets go on telling: that is no fault.
        if (before && (from === 'list' ? tick.ts <= before.ts : tick.ts < before.ts)) {
          if (from === 'socket') onRefused('outOfOrder');
          continue;
        }
        // Sockets tell less than lists now and then.
        const full = before ? { ...pickSlow(before), ...tick } : tick;
        if (held) held.push(full);
        else if (before && silentMs > gapMs && isFollowed(tick.symbolId)) void fillGap(before, full);
        else {
          lasts.set(tick.symbolId, full);
          through.push(full);
        }
      }
      if (through.length) emit(through);
    },
  };
}

const pickSlow = ({ mark, index, fundingRate, nextFundingAt, openInterest }: Tick): Partial<Tick> => ({
  ...(mark === undefined ? {} : { mark }),
  ...(index === undefined ? {} : { index }),
  ...(fundingRate === undefined ? {} : { fundingRate }),
  ...(nextFundingAt === undefined ? {} : { nextFundingAt }),
  ...(openInterest === undefined ? {} : { openInterest }),
});

/** Prices of the gap as ticks: the price is a fact, the rest is as it was last known, widened where the price went beyond. */
function bridge(before: Tick, points: readonly PricePoint[], until: number): Tick[] {
  const ticks: Tick[] = [];
  let { high24h, low24h } = before;
  for (const { ts, price } of points) {
    if (!(ts > before.ts && ts < until && price > 0)) continue;
    high24h = Math.max(high24h, price);
    low24h = Math.min(low24h, price);
    ticks.push({ ...before, ts, last: price, bid: price, ask: price, high24h, low24h });
  }
  return ticks;
}
