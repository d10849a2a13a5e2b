// Reads the settings, starts the roles that this process plays, stops them on a signal. Start is recovery: nothing here depends on
// how the last run ended.
import { StartError } from '#edge/ops/ports.ts';
import { SourceError } from '#market/sources/source-error.ts';
import { BusUnreachable } from '#platform/bus/bus.ts';
import { DatabaseUnreachable, DataDirInUse, SchemaTooNew } from '#platform/db/database.ts';
import { startAlerts } from './alerts.ts';
import { ConfigError, loadConfig, type Config } from './config.ts';
import { startDelivery } from './delivery.ts';
import { startFeed } from './feed.ts';
import { openProcessParts, type Closer } from './process-parts.ts';
import { startWeb, type Draining } from './web.ts';

/** What is under way when a process stops listening may take so long to end. */
const finishMs = 10_000;
const stopWithinMs = 8_000;

export async function main(): Promise<void> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  let [stopping, drainMs, limitMs] = [false, 0, stopWithinMs];
  const stopAndExit = (code: number, isHurried = true) => {
    // An operator at the terminal, or one who asks twice, does not wait until a balancer has noticed.
    if (isHurried || stopping) drainMs = 0;
    if (stopping) return;
    stopping = true;
    // A part that hangs must not keep a stopped program alive.
    setTimeout(() => process.exit(code || 1), limitMs).unref();
    void stop().then(
      () => process.exit(code),
      (error: unknown) => {
        print(describe(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAndExit(0, signal === 'SIGINT'));
  try {
    const config = loadConfig(process.env);
    drainMs = config.drainMs;
    limitMs = config.drainMs + finishMs + stopWithinMs;
    await start(config, (close) => void closers.push(close), { announceMs: () => drainMs, finishMs });
  } catch (error) {
    print(describe(error));
    stopAndExit(1);
  }
}

async function start(config: Config, onStop: (close: Closer) => void, draining: Draining): Promise<void> {
  const { roles } = config;
  const parts = await openProcessParts(config, onStop);
  const about = await startFeed(parts);
  if (roles.has('alerts')) await startAlerts(parts, about);
  if (roles.has('delivery')) await startDelivery(parts, about);
  if (roles.has('web')) return startWeb(parts, about, draining);
  parts.open();
  parts.readiness.opened();
  parts.say(`Ready. This process plays ${[...roles].join(', ')}.`);
}

/** What an operator can mend is one sentence; anything else is a fault of ours and shows where. */
function describe(error: unknown): string {
  const expected = [ConfigError, StartError, DataDirInUse, DatabaseUnreachable, SchemaTooNew, BusUnreachable, SourceError];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  return `Tidemark could not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
