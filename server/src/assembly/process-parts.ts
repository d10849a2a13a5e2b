// What every process has in any role: log, figures, readiness, database, bus and words.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createOpsServer } from '#edge/ops/index.ts';
import { assertPortFree, listen } from '#edge/ops/ports.ts';
import { createReadiness, type Readiness } from '#edge/ops/readiness.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { startDailyBackups } from '#platform/db/backup/daily-backups.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { tellJobAges } from '#platform/jobs/jobs.ts';
import { createLog, openLogOutput, type Log } from '#platform/log.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { createWords, type Words } from '#words/index.ts';
import type { Config } from './config.ts';

export const rootDir = fileURLToPath(new URL('../../..', import.meta.url));

export type Closer = () => Promise<void> | void;

export interface ProcessParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly db: Database;
  readonly bus: Bus;
  readonly words: Words;
  /** Tells the person at the terminal how the start goes. */
  say(text: string): void;
  /** Remembers what is to be undone at the end, newest first; told at once, so that a start that fails half way leaves nothing open. */
  onStop(close: Closer): void;
  /** Resolves when work that can wait may begin. */
  readonly whenListening: Promise<void>;
  open(): void;
}

export async function openProcessParts(config: Config, onStop: (close: Closer) => void): Promise<ProcessParts> {
  const clock = systemClock;
  const output = openLogOutput();
  onStop(() => output.close());
  const log = createLog({ level: config.logLevel, stream: output.stream, base: { host: hostname(), roles: [...config.roles].join(',') } });
  const say = createSay(config, log);
  const metrics = createMetrics();
  tellJobAges(metrics);
  const isWeb = config.roles.has('web');
  if (isWeb) await assertPortFree(config.port, config.host);
  const readiness = createReadiness({ clock, metrics });
  readiness.start();
  onStop(() => readiness.stop());
  if (!isWeb || config.opsPort !== config.port) {
    const ops = await createOpsServer({ metrics, readiness, metricsToken: config.metricsToken, publicUrl: config.publicUrl });
    await listen(config.opsPort, config.host, () => ops.listen(config.opsPort, config.host), isWeb ? 'OPS_PORT' : 'OPS_PORT or PORT');
    onStop(() => ops.close());
  }

  if (config.traces) {
    // The tracing library is loaded only where traces are configured.
    const { startTraces } = await import('#platform/tracing/otlp.ts');
    const { version } = JSON.parse(readFileSync(`${rootDir}/package.json`, 'utf8')) as { version: string };
    const about = { 'service.name': config.traces.serviceName, 'service.version': version, 'host.name': hostname() };
    onStop(
      startTraces({ settings: config.traces, about: { ...about, 'tidemark.roles': [...config.roles].join(',') }, clock, log, metrics }),
    );
  }

  say(config.databaseUrl ? 'Database: connecting' : 'Database: starting the embedded Postgres');
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
    reservedPoolSize: config.reservedPoolSize,
    allowNewerSchema: config.allowNewerSchema,
    log,
    metrics,
    onStep: (text) => say(`Database: ${text}`),
  });
  onStop(() => db.close());
  const { databaseUrl, dataDir, backups } = config;
  onStop(startDailyBackups({ backups, clock, metrics, log, databaseUrl, dataDir }));

  const bus = await openBus(config, log);
  onStop(() => bus.close());

  const { promise: whenListening, resolve: open } = Promise.withResolvers<void>();
  return {
    config,
    clock,
    log,
    metrics,
    readiness,
    db,
    bus,
    words: createWords(`${rootDir}/locales`, config.brand.site.name),
    say,
    onStop,
    whenListening,
    open,
  };
}

/** Start-up speaks to the person at the terminal; where there is none it is records with a time like everything after it. */
function createSay(config: Config, log: Log): ProcessParts['say'] {
  const startLog = log.child({}, { level: config.logLevel === 'silent' ? 'silent' : 'info' });
  return (text) => void (process.stdout.isTTY ? process.stdout.write(`${text}\n`) : startLog.info(text));
}

async function openBus({ natsUrl, natsPrefix }: Config, log: Log): Promise<Bus> {
  if (natsUrl === null) return createInProcessBus({ onError: (error, name) => log.error({ err: error, name }, 'bus handler failed') });
  // Its client is read only where there is a server for it.
  const { connectNats } = await import('#platform/bus/nats.ts');
  return connectNats(natsUrl, { log, name: 'tidemark', prefix: natsPrefix });
}
