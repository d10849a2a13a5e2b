// A process that can be the feed: while another one is, it follows like every other process and is ready to take its place.
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import * as topics from '#topics/index.ts';
import type { FactReader } from './fact-reader.ts';
import type { Facts, FactsProvider } from './facts.ts';
import type { FeedLease } from './feed-lease.ts';
import type { FeedTerm } from './feed-row.ts';
import type { Feed } from './feed.ts';

/**
 * Some things are worked out once and stored for all processes, by the one that is the feed. Whether this one is it now; null: it never is.
 */
export type IsKeeper = (() => boolean) | null;

export interface ElectedFeed extends FactsProvider {
  isFeed(): boolean;
}

export interface ElectedFeedDeps {
  readonly bus: Bus;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly facts: Facts;
  readonly lease: FeedLease;
  readonly feed: Feed;
  readonly replica: FactsProvider;
}

export function createElectedFeed({ bus, log, metrics, facts, lease, feed, replica }: ElectedFeedDeps): ElectedFeed {
  const gauge = metrics.gauge('market_is_feed', '1 while this process is the feed');
  let active: 'feed' | 'replica' | null = null;
  let isStopped = false;
  /** One change after the other. */
  let turning: Promise<void> = Promise.resolve();
  let following: Promise<void> = Promise.resolve();
  let unsubscribe: Unsubscribe = () => {};

  const follow = async (): Promise<void> => {
    if (active === 'replica' || isStopped) return;
    if (active === 'feed') feed.stop();
    active = 'replica';
    gauge.set(0);
    // Not waited for: the lease may come while there is no feed to follow.
    following = replica.start();
  };
  const lead = async (term: FeedTerm): Promise<void> => {
    if (isStopped) return;
    if (active === 'replica') void replica.stop();
    active = 'feed';
    gauge.set(1);
    // A judge in this process has seen the former feed's ticks only as far as they were heard.
    facts.missed();
    await feed.start(term);
  };
  const turn = (work: () => Promise<void>): Promise<void> => {
    const turned = turning.then(work);
    turning = turned.catch(() => {});
    return turned;
  };

  const delegated = <K extends keyof FactReader>(name: K): FactReader[K] =>
    ((...given: never[]) =>
      ((active === 'replica' ? replica : feed).reader[name] as (...given: never[]) => unknown)(...given)) as FactReader[K];

  return {
    reader: Object.fromEntries(
      Object.keys(feed.reader).map((name) => [name, delegated(name as keyof FactReader)]),
    ) as unknown as FactReader,
    isFeed: () => active === 'feed',
    async start() {
      isStopped = false;
      let first: Promise<void> | null = null;
      unsubscribe = bus.subscribe(topics.feedStarted, ({ epoch }) => lease.hear(epoch));
      await lease.start({
        taken(term) {
          const led = turn(async () => {
            try {
              await lead(term);
            } catch (error) {
              await follow();
              throw error;
            }
          });
          first ??= led;
          return led;
        },
        lost: () => void turn(follow).catch((error: unknown) => log.error({ err: error }, 'the feed could not be followed')),
        lastSeq: facts.board.seq,
        isHeard: bus.isConnected,
      });
      if (first) return first;
      log.info('another process is the feed; this one is ready to take its place');
      void feed
        .prepare()
        .catch((error: unknown) => log.warn({ err: error }, 'the source did not answer while another process is the feed'));
      await turn(follow);
      await following;
    },
    stop() {
      isStopped = true;
      unsubscribe();
      if (active === 'feed') feed.stop();
      if (active === 'replica') void replica.stop();
      active = null;
      return lease.stop();
    },
  };
}
