// How the site does, as the console shows it: the parts of this process and its own figures.
import { readFileSync } from 'node:fs';
import type { operatorFigures } from '@tidemark/contract/operators.ts';
import type { Desks } from '#operators/desks.ts';
import { rootDir, type ProcessParts } from './process-parts.ts';

type Figure = (typeof operatorFigures)[number];

const ownFigures = {
  priceAge: 'market_quote_age_seconds',
  isFeed: 'market_is_feed',
  judgeLag: 'alerts_feed_lag_seconds',
  unjudged: 'alerts_unjudged_partitions',
  waitingNotices: 'alerts_outbox_depth',
  sockets: 'socket_connections',
  backupAge: 'backup_age_seconds',
  eventLoopLag: 'nodejs_eventloop_lag_p99_seconds',
  memoryBytes: 'process_resident_memory_bytes',
} as const satisfies Partial<Record<Figure, string>>;

export function consoleState({
  clock,
  config,
  metrics,
  readiness,
}: Pick<ProcessParts, 'clock' | 'config' | 'metrics' | 'readiness'>): Desks['state'] {
  const startedAt = clock.now();
  const { version } = JSON.parse(readFileSync(`${rootDir}/package.json`, 'utf8')) as { version: string };
  return async () => {
    const { ready, parts } = await readiness.report();
    const own = await Promise.all(
      (Object.keys(ownFigures) as (keyof typeof ownFigures)[]).map(async (name) => ({
        name,
        value: await metrics.value(ownFigures[name]),
      })),
    );
    return {
      ready,
      parts: { ...parts },
      roles: [...config.roles],
      version,
      startedAt,
      figures: own.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
    };
  };
}
