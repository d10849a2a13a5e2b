// A process that judges and delivers, or does one of them (ROLES), to be killed: on an outside Postgres and NATS, with the feed elsewhere.
import { fileURLToPath } from 'node:url';
import { createAlertDelivery, createAlertJudge } from '#alerts/index.ts';
import { followShift, shiftedClock } from '#alerts/testing/shifted-clock.ts';
import { createMarket } from '#market/index.ts';
import { connectNats } from '#platform/bus/nats.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createSmtpSender } from '#platform/mail/smtp.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createHttpSmsSender } from '#platform/sms/http-gateway.ts';
import { createDirectory } from '#users/index.ts';
import { createWords } from '#words/index.ts';

const env = process.env as Record<string, string>;
const log = createLog({ level: (env['CHILD_LOG'] as 'silent') ?? 'silent' });
const metrics = createMetrics();
const roles = new Set((env['ROLES'] ?? 'alerts,delivery').split(','));
const shift = followShift();
/** Of a host whose clock is wrong. */
const clock = shiftedClock(() => Number(env['SKEW_MS'] ?? 0));
const marketClock = shiftedClock(shift.shiftMs);
const db = await openDatabase({ databaseUrl: env['DATABASE_URL']!, dataDir: '/nowhere', log });
const bus = await connectNats(env['NATS_URL']!, { log, name: 'alerts child', prefix: env['NATS_PREFIX'] ?? '' });
const market = createMarket({ bus, clock: marketClock, log, metrics, db, feed: null });
await shift.ask();
await market.start();
if (roles.has('alerts'))
  await createAlertJudge({ db, bus, clock, marketClock, log, metrics, market, partSize: Number(env['PART_SIZE']) }).start();
const timeoutMs = 1_000;
const delivery = await createAlertDelivery({
  db,
  bus,
  clock,
  log,
  metrics,
  market,
  words: createWords(fileURLToPath(new URL('../../../../locales', import.meta.url))),
  people: createDirectory(db.orm),
  mail: createSmtpSender({ url: env['SMTP_URL']!, from: 'no-reply@site.example', timeoutMs }),
  sms: createHttpSmsSender({ url: env['SMS_URL']!, token: env['SMS_TOKEN']!, from: null, timeoutMs }),
  publicUrl: 'https://site.example',
  heldMs: 3_000,
  retryMs: [100, 200, 400],
  popRetryMs: [100, 200, 400],
  pushTimeoutMs: timeoutMs,
});
if (roles.has('delivery')) delivery.start();
// A run that was cut off leaves nothing behind.
process.once('disconnect', () => process.exit());
process.send?.('ready');
