// A process whose term as the feed is over may not know it yet: one that stood still runs its overdue timers first. Each of its writes
// names its term, and the statement that writes compares it with the row of the lease. The row is only read: a lock on it would make a
// heartbeat wait for the disk.
import { sql, type SQL } from 'drizzle-orm';
import type { Metrics } from '#platform/metrics.ts';
import { feedLease } from '../tables.ts';

export interface Fence {
  /** Of the term that a write belongs to; null: of a process that no other one replaces. */
  epoch(): number | null;
  /** A write was refused. */
  refused(): void;
}

export class TermOver extends Error {
  constructor() {
    super('another process is the feed now: what this one would have written is left to it');
    this.name = 'TermOver';
  }
}

/** For tools and tests without a lease. */
export const noFence: Fence = { epoch: () => null, refused: () => {} };

export function createFence(metrics: Metrics, epoch: Fence['epoch']): Fence {
  const refused = metrics.counter('market_old_epoch_writes_refused_total', 'Writes of a feed whose term is over');
  return { epoch, refused: () => refused.inc() };
}

/** One row while the term lasts, none afterwards. */
export const heldRow = (fence: Fence): SQL => {
  const epoch = fence.epoch();
  return epoch === null ? sql`select 1` : sql`select 1 from ${feedLease} where ${feedLease.epoch} = ${epoch}`;
};

export const refuseUnheld = (fence: Fence, isHeld: boolean): void => {
  if (isHeld) return;
  fence.refused();
  throw new TermOver();
};
