// One look at each series for a call about many alerts: all of one pair are judged on the same price, and ads are asked for once.
import type { Clock } from '#platform/clock.ts';
import type { Pairs, Reading } from '../pairs.ts';

/** A read that takes longer gives no price: its caller has gone by then. */
const patienceMs = 6_000;

export function readOnce(pairs: Pairs, clock: Clock): Pairs {
  const until = clock.now() + patienceMs;
  const readings = new Map<string, Promise<Reading | null>>();
  return {
    ...pairs,
    read(kind, pair) {
      const key = `${kind} ${pair.symbolId} ${pair.tick}`;
      const known = readings.get(key) ?? (clock.now() > until ? Promise.resolve(null) : pairs.read(kind, pair));
      readings.set(key, known);
      return known;
    },
  };
}
