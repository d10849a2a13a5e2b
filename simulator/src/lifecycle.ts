// From listing to delisting: which symbols are traded at a moment, and who is told when that changes.
import type { SymbolStatus } from '@tidemark/contract/market.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Clock } from './clock.ts';
import { haltDays } from './coins.ts';
import type { ListedSymbol, Listing } from './listing.ts';
import type { Scenario } from './scenarios.ts';

export interface Lifecycle {
  catalog(): CatalogData;
  isTraded(listed: ListedSymbol, ms: number): boolean;
  /** The last moment it was traded; Infinity = it still is. */
  endOf(listed: ListedSymbol): number;
  /** Its trading has ended, and it is not gone yet. */
  isHalted(listed: ListedSymbol, ms: number): boolean;
  onChange(listener: () => void): () => void;
  start(): void;
  stop(): void;
}

export interface LifecycleParameters {
  readonly clock: Clock;
  readonly listing: Listing;
  readonly scenario: Scenario | null;
  /** Bitcoins mined by a moment. */
  minedAt(ms: number): number;
}

/** Timers do not reach further than some weeks, and clocks are set now and then. */
const longestWaitMs = dayMs;
/** After the delivery of a contract. */
const settlementMs = 30 * minuteMs;

export function createLifecycle({ clock, listing, scenario, minedAt }: LifecycleParameters): Lifecycle {
  const withdrawal = scenario?.withdrawal ?? null;
  const isWithdrawn = ({ symbol }: ListedSymbol) =>
    withdrawal !== null && (symbol.baseSymbol === withdrawal.coin || symbol.pricedSymbol === withdrawal.coin);
  const endOf = (listed: ListedSymbol) =>
    Math.min(listed.symbol.deliveryAt ?? Infinity, listed.coin.withdrawnAt, isWithdrawn(listed) ? withdrawal!.haltedAt : Infinity);
  /** Between the end of trading and the end of the symbol, books are settled. */
  const goneAt = (listed: ListedSymbol) => {
    const end = endOf(listed);
    if (isWithdrawn(listed) && end === withdrawal!.haltedAt) return withdrawal!.delistedAt;
    return end + (end === listed.symbol.deliveryAt ? settlementMs : haltDays * dayMs);
  };
  const statusAt = (listed: ListedSymbol, ms: number): SymbolStatus => {
    if (ms < listed.listedAt) return 'prelaunch';
    return ms < endOf(listed) ? 'online' : ms < goneAt(listed) ? 'halted' : 'delisted';
  };
  const changes = [...new Set(listing.symbols.flatMap((listed) => [listed.listedAt, endOf(listed), goneAt(listed)]))]
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
      // Bitcoins are mined on: a new question gets the supply of now.
      const coins = listing.catalog.coins.map((coin) => (coin.ticker === 'BTC' ? { ...coin, supply: minedAt(now) } : coin));
      return { ...listing.catalog, coins, symbols: listing.symbols.map((listed) => ({ ...listed.symbol, status: statusAt(listed, now) })) };
    },
    isTraded: (listed, ms) => ms >= listed.listedAt && ms < endOf(listed),
    endOf,
    isHalted: (listed, ms) => statusAt(listed, ms) === 'halted',
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
