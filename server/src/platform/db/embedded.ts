// The built-in Postgres of one data folder: real Postgres, on a private unix socket, with a password, no TCP port.
// Holds the folder against a second instance, keeps Postgres running, and takes it down with this process.
import type { Log } from '#platform/log.ts';
import { findBinaries } from './binaries.ts';
import { databaseName, ensureCluster, roleName } from './cluster.ts';
import { holdDataFolder } from './data-folder.ts';
import { startPostgres, type PostgresProcess } from './postgres-process.ts';
import { chooseRunAs } from './run-as.ts';

export interface EmbeddedPostgres {
  readonly connection: { readonly host: string; readonly user: string; readonly password: string; readonly database: string };
  stop(): Promise<void>;
}

const restartDelaysMs = [0, 500, 2_000, 5_000];

export interface StartEmbedded {
  readonly dataDir: string;
  readonly log: Log;
  readonly onStep: (step: string) => void;
  /** Postgres settings that differ from ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startEmbedded({ dataDir, log, onStep, settings }: StartEmbedded): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const folder = holdDataFolder(dataDir);
  try {
    const runAs = chooseRunAs(binaries.postgres, folder.socketDir, folder.cluster);
    const password = await ensureCluster(folder, binaries, runAs, onStep);
    onStep(`Starting Postgres ${binaries.major}`);
    const start = () => startPostgres(folder, binaries, runAs, log, settings);
    const running = keepRunning(await start(), start, log);
    return {
      connection: { host: folder.socketDir, user: roleName, password, database: databaseName },
      async stop() {
        await running.stop();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}

// The kernel (short of memory) or a person may end Postgres under us. The socket stays the same, so a new
// one is found by the pool without being told.
function keepRunning(first: PostgresProcess, start: () => Promise<PostgresProcess>, log: Log) {
  let current = first;
  let isStopping = false;
  let wake: () => void = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const watch = async () => {
    for (;;) {
      await current.exited;
      for (let attempt = 0; !isStopping; attempt++) {
        log.error({ attempt }, 'the built-in Postgres ended by itself; starting it again');
        await current.stop(); // its shell may have died alone: the end of the pipe reaches Postgres still
        await pause(restartDelaysMs[Math.min(attempt, restartDelaysMs.length - 1)]!);
        if (isStopping) return;
        try {
          current = await start();
          break;
        } catch (error) {
          log.error({ err: error }, 'the built-in Postgres did not come back');
        }
      }
      if (isStopping) return;
    }
  };
  const watching = watch();

  return {
    async stop() {
      isStopping = true;
      wake();
      await current.stop();
      await watching;
      await current.stop();
    },
  };
}
