// What is computed once a day and kept: fear and greed, AI picks; and where Bitcoin's next halving stands.
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Words } from '#words/index.ts';
import { createFearGreed } from './fear-greed/index.ts';
import { createHalving } from './halving.ts';
import type { Part } from './part.ts';
import { createPicks } from './picks/index.ts';
import type { PhraseSettings } from './picks/phrase.ts';

export interface DailyIndicesDeps {
  readonly db: Pick<Database, 'orm'>;
  /** Market time: days begin by it. */
  readonly clock: Clock;
  readonly log: Log;
  readonly market: Market;
  /** True in the one process that has the feed. The others read what it stored. */
  readonly isKeeper: IsKeeper;
  readonly words: Pick<Words, 'text'>;
  /** The language model that puts the explanations of the picks into better prose; null = none. */
  readonly phrasing: PhraseSettings | null;
  /** Pairs that people keep as favorites, all together; left out = they are not counted. */
  readonly favorites?: () => Promise<number>;
}

export type DailyIndices = Part<
  'fearGreed' | 'bitcoinHalving' | 'getAiRecommendListV2' | 'getAiCoinRecommendByCoinId' | 'getAiCoinRecommendList'
>;

export function createDailyIndices(deps: DailyIndicesDeps): DailyIndices {
  const [fearGreed, picks, halving] = [createFearGreed(deps), createPicks(deps), createHalving(deps)];
  return {
    calls: { ...fearGreed.calls, ...picks.calls, ...halving.calls },
    async start() {
      await fearGreed.start();
      await picks.start();
    },
    async stop() {
      await Promise.all([fearGreed.stop(), picks.stop()]);
    },
  };
}
