// Whether the market reaches this judge. One that has lost the bus alone still proves to the database that it lives: without this its
// partitions would be silent for as long as the cut lasts.
import type { Stopwatch } from '#platform/clock.ts';

/** After so long without the bus its partitions are free for a judge that is heard. It goes on as long as there is none. */
export const unheardMs = 700;
/** When the bus was away for everybody, the others may need this much longer to come back to what is theirs. */
export const settledMs = 2_000;

export type Hearing = ReturnType<typeof createHearing>;

export function createHearing(stopwatch: Stopwatch) {
  let [isConnected, since] = [true, -Infinity];
  const lasts = () => stopwatch.elapsed() - since;
  let back = Promise.withResolvers<void>();
  back.resolve();
  return {
    set(next: boolean): void {
      if (next === isConnected) return;
      [isConnected, since] = [next, stopwatch.elapsed()];
      if (next) back.resolve();
      else back = Promise.withResolvers();
    },
    /** Resolves as soon as the bus is there. */
    isBack: (): Promise<void> => back.promise,
    isHeard: (): boolean => isConnected || lasts() < unheardMs,
    /** Whether it may take what others let go. */
    isSettled: (): boolean => isConnected && lasts() >= settledMs,
  };
}
