// Live views on the socket (topic 'views'): one channel per name, one row with the whole view, a new one at most every
// beat. Both sides build the names here.
import type { RankList, RankWindow } from './analytics.ts';

export const viewNames = {
  /** The answer of getMetrics. */
  metrics: 'metrics',
  /** The rows of getListNameByPlateType without their lines. */
  sectors: 'sectors',
  /** Symbols of one ranking in order. */
  rank: (businessLine: 1 | 2, list: Exclude<RankList, 'favorites'>, window: RankWindow) => `rank.${businessLine}.${list}.${window}`,
} as const;

export interface ViewRow<T = unknown> {
  readonly name: string;
  readonly data: T;
}
