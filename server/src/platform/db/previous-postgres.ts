// What an earlier process left behind in a cluster folder that is now ours: a Postgres still shutting down, a
// stale postmaster.pid, or nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnreachable } from './errors.ts';

// Its watchdog has told it to stop already; each further signal is for the case that the watchdog died too.
const patience: readonly { afterMs: number; signal: NodeJS.Signals }[] = [
  { afterMs: 2_000, signal: 'SIGINT' },
  { afterMs: 15_000, signal: 'SIGQUIT' },
  { afterMs: 25_000, signal: 'SIGKILL' },
];
const giveUpAfterMs = 30_000;
const noSuchPid = 2 ** 31 - 1;

export async function outlivePreviousPostgres(cluster: string): Promise<void> {
  const since = performance.now();
  const signals = [...patience];
  for (;;) {
    const pid = postmasterPid(cluster);
    if (pid === null || pid === noSuchPid) return;
    if (!isPostgresOn(pid, cluster)) return disown(cluster, pid);
    const waitedMs = performance.now() - since;
    if (waitedMs > giveUpAfterMs) {
      throw new DatabaseUnreachable(
        `An earlier Postgres (process ${pid}) still works on ${cluster} and does not stop; end it and start again.`,
      );
    }
    if (signals[0] && waitedMs > signals[0].afterMs) signalPostgres(cluster, signals.shift()!.signal);
    await delay(20);
  }
}

/** Does nothing when there is no Postgres on the cluster. */
export function signalPostgres(cluster: string, signal: NodeJS.Signals): void {
  const pid = postmasterPid(cluster);
  if (pid === null || !isPostgresOn(pid, cluster)) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

function postmasterPid(cluster: string): number | null {
  return Number.parseInt(readIfThere(pidFile(cluster)) ?? '', 10) || null;
}

// Process ids are handed out again, above all in containers, where every start counts from 1: only the command
// line tells whose this one is. A zombie has none.
function isPostgresOn(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0').includes(cluster);
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster);
}

// Postgres would take any process that has this id now for a running server. Only the id is changed: the rest of
// the file lets Postgres find out whether backends of the dead server are still attached to its shared memory.
function disown(cluster: string, pid: number): void {
  const text = readIfThere(pidFile(cluster));
  if (text !== null) writeFileSync(pidFile(cluster), text.replace(String(pid), String(noSuchPid)));
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}
