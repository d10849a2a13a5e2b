// A feed of a scripted market, to be killed and frozen: role feed on an outside Postgres and NATS.
import { createScriptedSource } from '#alerts/testing/scripted-market.ts';
import { shiftedClock } from '#alerts/testing/shifted-clock.ts';
import { createFeedLease } from '#market/feed-lease.ts';
import { createMarket } from '#market/index.ts';
import { connectNats } from '#platform/bus/nats.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

const env = process.env as Record<string, string>;
const log = createLog({ level: (env['CHILD_LOG'] as 'silent') ?? 'silent' });
let shiftMs = Number(env['CLOCK_SHIFT_MS'] ?? 0);
process.on('message', (message: { shiftMs: number }) => (shiftMs = message.shiftMs));
const clock = shiftedClock(() => shiftMs + Number(env['OWN_SHIFT_MS'] ?? 0));
const db = await openDatabase({ databaseUrl: env['DATABASE_URL']!, dataDir: '/nowhere', log });
const bus = await connectNats(env['NATS_URL']!, { log, name: 'feed child', prefix: env['NATS_PREFIX'] ?? '' });
const source = createScriptedSource(
  { startMs: Number(env['SCRIPT_START']), symbols: env['SCRIPT_SYMBOLS']!.split(',') },
  clock,
  env['HAS_PAST'] === '1',
);
const market = createMarket({
  bus,
  clock,
  log,
  metrics: createMetrics(),
  db,
  feed: source,
  lease: createFeedLease({ connection: db.connection, log }),
});
await market.start();
// A run that was cut off leaves nothing behind.
process.once('disconnect', () => process.exit());
process.send?.('ready');
