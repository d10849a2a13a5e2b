// A feed of a scripted market, to be killed and frozen: role feed on an outside Postgres and NATS.
import { createScriptedSource, type Burst } from '#alerts/testing/scripted-market.ts';
import { followShift, shiftedClock } from '#alerts/testing/shifted-clock.ts';
import { createFeedLease } from '#market/feed-lease.ts';
import { connectFeedRow } from '#market/feed-row.ts';
import { createMarket } from '#market/index.ts';
import { connectNats } from '#platform/bus/nats.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

const env = process.env as Record<string, string>;
const log = createLog({ level: (env['CHILD_LOG'] as 'silent') ?? 'silent' });
const shift = followShift();
const clock = shiftedClock(() => shift.shiftMs() + Number(env['OWN_SHIFT_MS'] ?? 0));
const source = createScriptedSource(
  { bursts: JSON.parse(env['SCRIPT_BURSTS']!) as Burst[], symbols: env['SCRIPT_SYMBOLS']!.split(',') },
  clock,
  env['HAS_PAST'] === '1',
);
const db = await openDatabase({ databaseUrl: env['DATABASE_URL']!, dataDir: '/nowhere', log });
const bus = await connectNats(env['NATS_URL']!, { log, name: 'feed child', prefix: env['NATS_PREFIX'] ?? '' });
const market = createMarket({
  bus,
  clock,
  log,
  metrics: createMetrics(),
  db,
  feed: source,
  lease: createFeedLease({ connect: connectFeedRow(db.connection), log }),
});
process.on('message', (told: { bursts?: readonly Burst[] } | 'isFeed') => {
  if (told === 'isFeed') process.send?.(market.isFeed());
  else if (told.bursts) process.send?.(source.plan(told.bursts));
});
await shift.ask();
await market.start();
// A run that was cut off leaves nothing behind.
process.once('disconnect', () => process.exit());
process.send?.('ready');
