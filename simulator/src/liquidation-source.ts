// Liquidations on request and as they happen.
import { dayMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Liquidation, LiquidationSource } from '@tidemark/source/source.ts';
import type { Clock } from './clock.ts';
import { cellMs, cellOf, historyStartMs } from './grid.ts';
import type { Liquidations } from './liquidations.ts';
import type { ListedSymbol } from './listing.ts';

export interface LiquidationSourceParameters {
  readonly clock: Clock;
  readonly liquidations: Liquidations;
  readonly bySymbol: ReadonlyMap<string, ListedSymbol>;
  endOf(listed: ListedSymbol): number;
}

const watchEveryMs = secondMs;
/** After a standstill of the process at most this much is made up for. */
const maxCatchUpMs = 2 * minuteMs;
/** In one answer. */
const [longestMs, mostAtOnce] = [8 * dayMs, 1_000];

export function createLiquidationSource({
  clock,
  liquidations,
  bySymbol,
  endOf,
}: LiquidationSourceParameters): Required<LiquidationSource> & { start(): void; stop(): void } {
  let isOver = false;
  const contracts = (symbolIds: Iterable<string>): ListedSymbol[] =>
    [...symbolIds].flatMap((symbolId) => {
      const listed = bySymbol.get(symbolId);
      return listed?.contract ? [listed] : [];
    });

  return {
    async range({ symbolId, from, to, limit }) {
      const last = Math.min(to, clock.now());
      const first = Math.max(from, last - longestMs, historyStartMs + 2 * dayMs);
      const asked = contracts(symbolId === undefined ? bySymbol.keys() : [symbolId]).filter(
        (listed) => listed.listedAt <= last && endOf(listed) >= first,
      );
      if (limit < 1 || first > last) return [];
      return liquidations
        .largest(asked, { from: first, to: last, limit: Math.min(limit, mostAtOnce) })
        .filter(({ symbolId: of, ts }) => ts <= endOf(bySymbol.get(of)!));
    },
    watch(symbolIds, onLiquidations, onHearing) {
      const watched = contracts(symbolIds);
      let toldUntil = clock.now();
      let turn = 0;
      const freshOf = watched.map((listed) => followCells(liquidations, listed));
      onHearing(
        watched.map(({ symbol }) => symbol.symbolId),
        'heard',
      );
      return clock.every(watchEveryMs, () => {
        if (isOver) return;
        const now = clock.now();
        const from = Math.max(toldUntil + 1, now - maxCatchUpMs);
        toldUntil = now;
        const fresh = watched.flatMap((listed, at) => {
          const to = Math.min(now, endOf(listed));
          return to >= from && listed.listedAt <= from ? freshOf[at]!(from, to) : [];
        });
        // Those of the next cell are made one contract at a time, not all at once when it begins.
        const next = watched[turn++ % (watched.length || 1)];
        if (next) liquidations.ofCell(next, cellOf(now + cellMs));
        if (fresh.length > 0) onLiquidations(fresh.sort((a, b) => a.ts - b.ts));
      });
    },
    start() {
      isOver = false;
    },
    /** Watchers of now and of later hear nothing more. */
    stop() {
      isOver = true;
    },
  };
}

/** Liquidations within [from, to], asked again and again and always further on: where nothing happens it costs a comparison. */
function followCells(liquidations: Liquidations, listed: ListedSymbol): (from: number, to: number) => readonly Liquidation[] {
  let [cell, next] = [-1, 0];
  let events: readonly Liquidation[] = [];
  return (from, to) => {
    const found: Liquidation[] = [];
    for (const last = cellOf(to); ;) {
      for (; next < events.length && events[next]!.ts <= to; next++) if (events[next]!.ts >= from) found.push(events[next]!);
      if (cell >= last) return found;
      cell = Math.max(cell + 1, cellOf(from));
      events = liquidations.ofCell(listed, cell);
      next = 0;
    }
  };
}
