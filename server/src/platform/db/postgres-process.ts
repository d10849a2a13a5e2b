// One running Postgres. It hangs on a pipe from this process: when the pipe closes, be it by stop(), by exit or by
// kill -9, a shell beside Postgres tells it to shut down fast. The clean way and the crash are one way.
import { spawn } from 'node:child_process';
import type { Log } from '#platform/log.ts';
import type { Binaries } from './binaries.ts';
import { cleanEnvironment } from './cluster.ts';
import type { DataFolder } from './data-folder.ts';
import { DatabaseUnreachable } from './errors.ts';
import { outlivePreviousPostgres, signalPostgres } from './previous-postgres.ts';
import type { RunAs } from './run-as.ts';

export interface PostgresProcess {
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

// Signals meant for the whole group or service reach the shell too; it must outlast them to pass on the end of
// the pipe. The guard is killed with KILL for the same reason.
const watchdog = `
trap '' HUP INT QUIT TERM
"$@" </dev/null 3<&- &
postgres=$!
{ read -r _; kill -INT $postgres; } <&3 >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait $postgres
code=$?
kill -KILL $guard 2>/dev/null
exit $code`;

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // Refused statements are answered to their sender; here they would only spread people's data into logs.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

const ready = 'database system is ready to accept connections';
const backendsOfDeadServer = 'pre-existing shared memory block';
const readyWithinMs = 120_000;
const attemptsWhileBackendsLeave = 20;
const stopPatienceMs = 8_000;

type Settings = Readonly<Record<string, string>>;

export async function startPostgres(
  folder: DataFolder,
  binaries: Binaries,
  runAs: RunAs,
  log: Log,
  ownSettings: Settings = {},
): Promise<PostgresProcess> {
  for (let attempt = 1; ; attempt++) {
    await outlivePreviousPostgres(folder.cluster);
    try {
      return await launch(folder, binaries, runAs, log, ownSettings);
    } catch (error) {
      const isEarly = error instanceof Error && error.message.includes(backendsOfDeadServer);
      if (!isEarly || attempt === attemptsWhileBackendsLeave) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function launch(
  { cluster, socketDir }: DataFolder,
  { postgres }: Binaries,
  runAs: RunAs,
  log: Log,
  ownSettings: Settings,
): Promise<PostgresProcess> {
  const options = Object.entries({ ...settings, ...ownSettings, unix_socket_directories: socketDir }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn('/bin/sh', ['-c', watchdog, 'postgres-watchdog', ...runAs.prefix, postgres, '-D', cluster, ...options], {
    ...runAs.ids,
    cwd: '/',
    env: cleanEnvironment,
    detached: true, // Ctrl-C is for us: Postgres stops after the last query, not with the first
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const pipe = child.stdio[3] as NodeJS.WritableStream;
  pipe.on('error', () => {}); // a watchdog that is gone is noticed by its exit

  const exited = new Promise<void>((resolve) => {
    child.on('error', () => resolve());
    child.on('exit', () => resolve());
  });
  let isStopping = false;
  const lastLines: string[] = [];
  const isReady = new Promise<void>((resolve) => {
    let rest = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        lastLines.push(line);
        if (lastLines.length > 20) lastLines.shift();
        const isAlarming = !isStopping && /^(FATAL|PANIC|WARNING)/.test(line);
        log[isAlarming ? 'warn' : 'debug']({ postgres: line }, 'postgres');
        if (line.includes(ready)) resolve();
      }
    });
  });

  const stop = async () => {
    isStopping = true;
    pipe.end();
    const quit = setTimeout(() => signalPostgres(cluster, 'SIGQUIT'), stopPatienceMs);
    await exited;
    clearTimeout(quit);
  };

  const timeout = AbortSignal.timeout(readyWithinMs);
  const outcome = await Promise.race([
    isReady.then(() => 'ready' as const),
    exited.then(() => 'exited' as const),
    new Promise<'late'>((resolve) => timeout.addEventListener('abort', () => resolve('late'))),
  ]);
  if (outcome === 'ready') return { exited, stop };
  if (outcome === 'late') await stop();
  const reason = lastLines.find((line) => /^(FATAL|PANIC)/.test(line)) ?? lastLines.at(-1) ?? 'it gave no reason';
  throw new DatabaseUnreachable(`The built-in Postgres on ${cluster} did not start: ${reason.replace(/^\w+:\s+/, '')}`);
}
