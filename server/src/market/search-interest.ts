// What people look for: every search that names a coin counts once per person and hour, and weighs half after six hours. Kept
// in memory only, without the person: it orders a list, and after a restart the market's own figures do.
import { hourMs } from '@tidemark/contract/time.ts';
import type { Clock } from '#platform/clock.ts';

export interface SearchInterest {
  count(ticker: string, person: string): void;
  weightOf(ticker: string): number;
}

const halfLifeMs = 6 * 3_600_000;
/** One machine that asks for everything does not fill the memory. */
const mostCounted = 100_000;

export function createSearchInterest(clock: Clock): SearchInterest {
  const weights = new Map<string, { readonly weight: number; readonly at: number }>();
  let counted = new Set<string>();
  let hour = 0;
  const weightOf = (ticker: string) => {
    const known = weights.get(ticker);
    return known ? known.weight * 2 ** ((known.at - clock.now()) / halfLifeMs) : 0;
  };
  return {
    weightOf,
    count(ticker, person) {
      const now = Math.floor(clock.now() / hourMs);
      if (now !== hour) counted = new Set();
      hour = now;
      const key = `${ticker} ${person}`;
      if (counted.has(key) || counted.size >= mostCounted) return;
      counted.add(key);
      weights.set(ticker, { weight: weightOf(ticker) + 1, at: clock.now() });
    },
  };
}
