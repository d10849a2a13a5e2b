// What time it is in the market. A live market lives in its clock's time; a recording that is played lives in its own, which is
// the time of its newest price.
import type { Quote } from '#market/board.ts';
import type { Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';

/** No live feed is behind by so much when it tells a price. */
const recordedMs = 10 * 60_000;

export interface MarketTime {
  now(): number;
  stop(): void;
}

export function createMarketTime(clock: Clock, onQuotes: (listener: (quotes: readonly Quote[]) => void) => Unsubscribe): MarketTime {
  let newest = -Infinity;
  let isRecorded = false;
  const stop = onQuotes((quotes) => {
    const last = quotes.at(-1);
    if (!last) return;
    newest = Math.max(newest, last.ts);
    isRecorded = clock.now() - newest > recordedMs;
  });
  return { now: () => (isRecorded ? newest : clock.now()), stop };
}
