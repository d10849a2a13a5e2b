// Taker orders on request and as they happen.
import { dayMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Trade, TradeQuery, TradeSource } from '@tidemark/source/source.ts';
import type { Clock } from './clock.ts';
import type { Flows } from './flows.ts';
import { historyStartMs, minuteOf } from './grid.ts';
import type { ListedSymbol } from './listing.ts';

export interface TradesParameters {
  readonly clock: Clock;
  readonly flows: Flows;
  readonly bySymbol: ReadonlyMap<string, ListedSymbol>;
  endOf(listed: ListedSymbol): number;
}

const watchEveryMs = secondMs;
/** In one answer. */
const mostTrades = 10_000;
/** Quiet symbols are not searched for ever. */
const furthestBackMs = 7 * dayMs;
/** After a standstill of the process at most this much is made up for. */
const maxCatchUpMs = 2 * minuteMs;

export function createTrades({ clock, flows, bySymbol, endOf }: TradesParameters): TradeSource {
  /** Trades of [from, to], from the newest minute backwards until there are enough. */
  const collect = (listed: ListedSymbol, from: number, to: number, limit: number): Trade[] => {
    const minutes: Trade[][] = [];
    let count = 0;
    for (let minute = minuteOf(to); minute >= minuteOf(from) && count < limit; minute--) {
      const inside = flows.trades(listed, minute).filter(({ ts }) => ts >= from && ts <= to);
      minutes.push(inside);
      count += inside.length;
    }
    return minutes.reverse().flat().slice(-limit);
  };

  return {
    async range({ symbolId, from, to, limit }: TradeQuery) {
      const listed = bySymbol.get(symbolId);
      if (!listed || limit < 1) return [];
      const last = Math.min(to ?? Infinity, clock.now(), endOf(listed));
      const first = Math.max(from ?? last - dayMs, last - furthestBackMs, listed.listedAt, historyStartMs);
      return collect(listed, first, last, Math.min(limit, mostTrades));
    },

    watch(symbolIds, onTrades) {
      const watched = symbolIds.flatMap((symbolId) => bySymbol.get(symbolId) ?? []);
      let sentUntil = clock.now();
      return clock.every(watchEveryMs, () => {
        const now = clock.now();
        const from = Math.max(sentUntil + 1, now - maxCatchUpMs);
        sentUntil = now;
        const fresh = watched.flatMap((listed) => {
          const to = Math.min(now, endOf(listed));
          return to >= from ? collect(listed, Math.max(from, listed.listedAt), to, Infinity) : [];
        });
        if (fresh.length > 0) onTrades(fresh.sort((a, b) => a.ts - b.ts));
      });
    },
  };
}
