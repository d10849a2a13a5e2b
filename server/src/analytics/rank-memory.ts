// Where every pair stood an hour ago. The keeper writes the lists down every five minutes; every process reads them back, so
// that a restart forgets nothing and all processes tell the same.
import type { RankWindow } from '@tidemark/contract/analytics.ts';
import { hourMs } from '@tidemark/contract/time.ts';
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { StandingList } from './rankings.ts';
import type { RankStore } from './rank-store.ts';
import type { Line } from './universe.ts';

export type RankKey = `${Line} ${StandingList} ${RankWindow}`;

export interface RankMemory {
  /** Place of a pair in that list an hour ago, from 1; null = it was not in it, or the list is not known. */
  anHourAgo(key: RankKey, symbolId: string): number | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RankMemoryDeps {
  readonly store: RankStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly isKeeper: IsKeeper;
  /** The lists as they stand, each cut to what is worth keeping; empty while there are no prices. */
  readonly lists: () => ReadonlyMap<RankKey, readonly string[]>;
}

const rankMarkMs = 300_000;
/** A mark may be missing; one that is older than this is not an hour ago. */
const toleranceMs = 3 * rankMarkMs;
const keptMs = 3 * hourMs;

export function createRankMemory({ store, clock, log, isKeeper, lists }: RankMemoryDeps): RankMemory {
  let before = new Map<string, ReadonlyMap<string, number>>();
  let lastMark = -1;
  const jobs = createJobs({ clock, log, room: 'analytics' });

  const work = async () => {
    const now = clock.now();
    const mark = Math.floor(now / rankMarkMs) * rankMarkMs;
    if (mark === lastMark) return;
    if (isKeeper?.()) {
      const standing = lists();
      if (standing.size > 0) await store.save(mark, standing, mark - keptMs);
    }
    const rows = await store.load(mark - hourMs - toleranceMs, mark - hourMs);
    before = new Map([...rows].map(([key, symbolIds]) => [key, new Map(symbolIds.map((symbolId, i) => [symbolId, i + 1]))]));
    lastMark = mark;
  };
  return {
    anHourAgo: (key, symbolId) => before.get(key)?.get(symbolId) ?? null,
    async start() {
      await jobs.every(rankMarkMs / 10, 'keeping and reading ranks', () =>
        work().catch((error: unknown) => log.warn({ err: error }, 'ranks could not be kept or read; the next mark tries again')),
      )();
    },
    stop: jobs.stop,
  };
}
