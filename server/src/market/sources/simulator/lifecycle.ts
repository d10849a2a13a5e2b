// From listing to delisting: which symbols are traded at a moment, and who is told when that changes.
import type { SymbolStatus } from '@tidemark/contract/market.ts';
import type { Clock } from '#platform/clock.ts';
import type { CatalogData } from '../../catalog/catalog.ts';
import { dayMs } from './grid.ts';
import type { ListedSymbol, Listing } from './listing.ts';
import type { Scenario } from './scenarios.ts';

export interface Lifecycle {
  catalog(): CatalogData;
  isTraded(listed: ListedSymbol, ms: number): boolean;
  /** The last moment it was traded; Infinity = it still is. */
  endOf(listed: ListedSymbol): number;
  onChange(listener: () => void): () => void;
  start(): void;
  stop(): void;
}

/** Timers do not reach further than some weeks, and clocks are set now and then. */
const longestWaitMs = dayMs;

export function createLifecycle({ clock, listing, scenario }: { clock: Clock; listing: Listing; scenario: Scenario | null }): Lifecycle {
  const withdrawal = scenario?.withdrawal ?? null;
  const isWithdrawn = ({ symbol }: ListedSymbol) => withdrawal !== null && (symbol.baseSymbol === withdrawal.coin || symbol.pricedSymbol === withdrawal.coin);
  const endOf = (listed: ListedSymbol) => Math.min(listed.symbol.deliveryAt ?? Infinity, listed.coin.withdrawnAt, isWithdrawn(listed) ? withdrawal!.haltedAt : Infinity);
  const statusAt = (listed: ListedSymbol, ms: number): SymbolStatus => {
    if (isWithdrawn(listed) && ms >= withdrawal!.haltedAt) return ms < withdrawal!.delistedAt ? 'halted' : 'delisted';
    return ms < listed.listedAt ? 'prelaunch' : ms < endOf(listed) ? 'online' : 'delisted';
  };
  const changes = [
    ...new Set([...listing.symbols.flatMap((listed) => [listed.listedAt, endOf(listed)]), ...(withdrawal ? [withdrawal.delistedAt] : [])]),
  ]
    .filter((ms) => ms > clock.now() && ms < Infinity)
    .sort((a, b) => a - b);
  const listeners = new Set<() => void>();
  let cancel = () => {};

  /** Whether there was one. */
  const takePast = () => {
    const before = changes.length;
    while (changes.length > 0 && changes[0]! <= clock.now()) changes.shift();
    return changes.length < before;
  };
  const wait = () => {
    const next = changes[0];
    if (next === undefined) return;
    cancel = clock.after(Math.min(longestWaitMs, Math.max(0, next - clock.now())), () => {
      if (takePast()) for (const listener of listeners) listener();
      wait();
    });
  };

  return {
    catalog() {
      const now = clock.now();
      return { ...listing.catalog, symbols: listing.symbols.map((listed) => ({ ...listed.symbol, status: statusAt(listed, now) })) };
    },
    isTraded: (listed, ms) => ms >= listed.listedAt && ms < endOf(listed),
    endOf,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      takePast();
      wait();
    },
    stop: () => cancel(),
  };
}
