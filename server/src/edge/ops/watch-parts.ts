// What a process needs for its work, by role, as parts of its readiness and as figures.
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Readiness } from './readiness.ts';

type Unsubscribe = () => void;

export interface WatchedParts {
  readonly readiness: Readiness;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly database: { isWell(): Promise<boolean>; isClockRight(): boolean };
  readonly bus: { isConnected(): boolean };
  readonly market: { onQuotes(listener: () => void): Unsubscribe };
  readonly judged: { unjudged(): Promise<number> };
  /** Whether this process judges; its readiness is then that everything is judged. */
  readonly isJudge: boolean;
  /** A recording has a pace and an end of its own: prices of it are never called old. */
  readonly isRecorded: boolean;
}

/** Exchanges whose lists are polled tell new prices every two or three seconds. */
const staleMs = 5_000;
const connectionBlipMs = 3_000;
const pricesBlipMs = 2_000;
/** A takeover after a freeze takes about this long, and is no reason to be replaced. */
const takeoverMs = 4_000;
const countEveryMs = 2_000;

export function watchParts({ readiness, clock, metrics, database, bus, market, judged, isJudge, isRecorded }: WatchedParts): Unsubscribe {
  const age = metrics.gauge('market_quote_age_seconds', 'How long ago this process got its newest price');
  const unjudged = metrics.gauge('alerts_unjudged_partitions', 'Partitions of alerts that nobody judges, as the database tells it');
  let lastQuoteAt: number | null = null;
  const ageMs = (): number => (lastQuoteAt === null ? Infinity : Math.max(0, clock.now() - lastQuoteAt));
  const countUnjudged = async (): Promise<number> => {
    const count = await judged.unjudged();
    unjudged.set(count);
    return count;
  };

  readiness.add('database', { check: () => database.isWell(), toleratedMs: connectionBlipMs });
  readiness.add('clock', { check: () => database.isClockRight(), toleratedMs: connectionBlipMs });
  readiness.add('bus', { check: () => bus.isConnected(), toleratedMs: connectionBlipMs });
  readiness.add('prices', { check: () => (isRecorded ? lastQuoteAt !== null : ageMs() < staleMs), toleratedMs: pricesBlipMs });
  if (isJudge) readiness.add('judged', { check: async () => (await countUnjudged()) === 0, toleratedMs: takeoverMs });
  const undo = [
    market.onQuotes(() => {
      lastQuoteAt = clock.now();
    }),
    clock.every(countEveryMs, () => {
      if (lastQuoteAt !== null) age.set(ageMs() / 1000);
      // While the database is away the count is unknown: the figure stays, and readiness says why.
      if (!isJudge) countUnjudged().catch(() => {});
    }),
  ];
  return () => {
    for (const undoOne of undo) undoOne();
  };
}
