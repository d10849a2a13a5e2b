// Makes the notes of every hour that is over and the paper of every day that is over. The very first start looks back over some
// days, a later one over the time it slept; what was made stays as it was.
import { setImmediate as turn } from 'node:timers/promises';
import { dayMs, dayStart, hourMs } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { composePaper } from '../paper/compose.ts';
import type { PaperFacts } from '../paper/paper-facts.ts';
import type { ContentStore } from '../store.ts';
import { choose } from './choose.ts';
import { createPastReader, hourStart } from './market-past.ts';
import { candidatesOf } from './rules.ts';

export interface KeeperDeps {
  readonly clock: Clock;
  readonly market: Pick<Market, 'catalog' | 'candles' | 'series'>;
  readonly store: ContentStore;
  /** Fear and greed of whole days by their beginning, 0 to 100; empty = not known. */
  readonly fearGreedHistory: () => Promise<ReadonlyMap<number, number>>;
  readonly eventsOf: (day: number) => Promise<PaperFacts['events']>;
}

const backfilledDays = 7;
const markName = 'notes';

/** Answers whether something new was stored. */
export function createKeeper({ clock, market, store, fearGreedHistory, eventsOf }: KeeperDeps): (signal: AbortSignal) => Promise<boolean> {
  const reader = createPastReader(market);
  let upTo: number | null = null;

  return async (signal) => {
    const now = clock.now();
    const lastHour = hourStart(now) - hourMs;
    upTo ??= await store.mark(markName);
    // A simulated market may have run ahead before; from here on it is told by today's clock.
    if (upTo !== null) upTo = Math.min(upTo, lastHour);
    const oldest = dayStart(now) - backfilledDays * dayMs;
    const firstHour = Math.max(oldest, upTo === null ? oldest : upTo + hourMs);
    if (firstHour > lastHour) return false;
    const past = await reader.read(firstHour, lastHour, signal);
    const mood = await fearGreedHistory();
    const published = await store.notesSince(firstHour - dayMs);
    const { symbols } = market.catalog.data;
    const notes = [];
    for (let hour = firstHour; hour <= lastHour; hour += hourMs) {
      const chosen = choose(candidatesOf(past, symbols, mood, hour), published);
      published.push(...chosen);
      notes.push(...chosen);
      // A week of hours in one go would hold prices up.
      await turn();
    }
    await store.addNotes(notes);
    const have = await store.paperDays(oldest - dayMs);
    for (let day = Math.max(oldest, dayStart(firstHour) - dayMs); day < dayStart(now); day += dayMs) {
      if (have.has(day)) continue;
      const [headlines, events] = [await store.headlinesBetween(day, day + dayMs), await eventsOf(day + dayMs)];
      const paper = composePaper({ past, mood, day, headlines, events });
      if (paper) await store.addPaper(day, paper);
      signal.throwIfAborted();
    }
    await store.setMark(markName, lastHour);
    upTo = lastHour;
    return true;
  };
}
