// Fund flow of a year: half a minute of work for the busiest pair, which no caller waits for. Day by day from the newest backwards, with
// rests in between, as long as there are days that were asked for.
import { dayMs } from '@tidemark/contract/time.ts';
import type { Flows } from './flows.ts';
import { dayOf } from './grid.ts';
import type { ListedSymbol } from './listing.ts';

export interface PastFlows {
  /** The days from then on were asked for. */
  want(listed: ListedSymbol, fromMs: number, nowMs: number): void;
  stop(): void;
}

/** Each takes a few megabytes once it is known. */
const mostSymbols = 12;
/** Rests so many times as long as it worked. */
const restFactor = 2;

export function createPastFlows(flows: Flows): PastFlows {
  const wanted = new Map<ListedSymbol, { from: number; next: number }>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const work = () => {
    timer = null;
    const [first] = wanted;
    if (!first) return;
    const [listed, state] = first;
    const began = performance.now();
    if (!flows.hasFundFlow(listed, state.next * dayMs, (state.next + 1) * dayMs))
      flows.fundFlow(listed, state.next * dayMs, (state.next + 1) * dayMs);
    state.next--;
    // Symbols take turns, so that the second caller does not wait for the first.
    wanted.delete(listed);
    if ((state.next + 1) * dayMs > state.from) wanted.set(listed, state);
    plan((performance.now() - began) * restFactor);
  };
  const plan = (restMs: number) => {
    if (wanted.size === 0) return;
    timer ??= setTimeout(work, restMs).unref();
  };

  return {
    want(listed, fromMs, nowMs) {
      const known = wanted.get(listed);
      if (known) known.from = Math.min(known.from, fromMs);
      else if (wanted.size < mostSymbols) wanted.set(listed, { from: fromMs, next: dayOf(nowMs) - 1 });
      plan(0);
    },
    stop() {
      wanted.clear();
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
