// A process that can be the feed, as tests build it; whose turn it is they say by hand.
import type { Bus } from '#platform/bus/bus.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { FeedLease, LeaseHolder } from '../feed-lease.ts';
import { createMarket } from '../index.ts';
import { start } from './test-room.ts';
import { createTestSource } from './test-source.ts';

/** Whose turn it is to be the feed, given and taken by hand. */
export function handLease(isFirst: boolean) {
  let holder: LeaseHolder;
  const lease: FeedLease = {
    async start(given) {
      holder = given;
      if (isFirst) await given.taken({ epoch: 1, seqAfter: 1_000 });
    },
    hear() {},
    async stop() {},
  };
  return { lease, take: (epoch: number) => holder.taken({ epoch, seqAfter: epoch * 1_000 }), lose: () => holder.lost() };
}

export function feedProcess(bus: Bus, isFirst: boolean, clock = createHandClock(start)) {
  let prepared = 0;
  const source = { ...createTestSource(['A', 'B']), prepare: async () => void prepared++ };
  const hand = handLease(isFirst);
  const metrics = createMetrics();
  const market = createMarket({
    bus,
    clock,
    log: createLog({ level: 'silent' }),
    metrics,
    db: {} as Database,
    feed: source,
    lease: hand.lease,
  });
  return { source, market, clock, metrics, prepared: () => prepared, ...hand };
}
