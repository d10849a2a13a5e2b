// The real program, started as a person starts it, on a free port with a data folder of its own.
// Whoever starts an app stops it; a started app is ready to answer.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { killTree } from './process-tree.ts';

const rootDir = fileURLToPath(new URL('../..', import.meta.url));
/** Shorter than the silence that ends a test file, so that a program that does not come up tells why. The pages are built before. */
const startTimeoutMs = 100_000;
const stopTimeoutMs = 20_000;

/** However the tests end, killed or not, the channel to them closes, and the program stops as it would for an operator. */
const stopWithStarter = 'data:text/javascript,process.once("disconnect",()=>process.kill(process.pid,"SIGTERM"));process.channel?.unref()';

/** Most proofs need a market and not all of it: sixty coins cost a fifth of the start and of every second after it. */
const smallMarket = { SIM_COINS: '60', SIM_TICKS_PER_SECOND: '50' };

export interface AppOptions {
  /** All coins that the simulator knows, at its usual pace. */
  readonly isWholeMarket?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
  /** Kept after stop when given; otherwise a temporary folder that goes with the app. */
  readonly dataDir?: string;
  /** What must answer 200 before the app counts as started; null = nothing. */
  readonly readyPath?: string | null;
}

export interface App {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Process id of the running program. */
  pid(): number;
  /** Everything it printed so far, all runs together. */
  log(): string;
  /** SIGTERM, then waits for the end; answers with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to the program and everything it started, at once. */
  kill9(): Promise<void>;
  /** Starts again on the same port and data folder. The program must have ended. */
  restart(): Promise<void>;
  /** Waits until the program ends by itself. */
  exitCode(): Promise<number | null>;
}

export class AppFailed extends Error {
  readonly log: string;
  constructor(reason: string, log: string) {
    super(`${reason}\n--- what it printed ---\n${log.slice(-6000)}`);
    this.name = 'AppFailed';
    this.log = log;
  }
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).status === 200;
  } catch {
    return false;
  }
};

/** Rejects with AppFailed when the program ends, or takes too long, before it is ready. */
export const startApp = async (options: AppOptions = {}): Promise<App> => {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tidemark-app-'));
  const isOwnDataDir = options.dataDir === undefined;
  const url = `http://127.0.0.1:${port}`;
  const readyPath = options.readyPath === undefined ? '/readyz' : options.readyPath;
  let printed = '';
  let child: ChildProcess;
  let ended: Promise<number | null>;
  let hasEnded = true;

  const launch = (): void => {
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    const market = options.isWholeMarket ? {} : smallMarket;
    const fixed = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PAGE_RENDERS_PER_MINUTE: '100000',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DRAIN_MS: '0',
    };
    const env = { ...inherited, ...market, ...fixed, ...options.env };
    // Its own process group, so that Ctrl-C at the terminal reaches the tests first and they stop it in order.
    // The young generation is bounded as `npm start` does it: left alone it grows to a third of the program's memory.
    child = spawn(process.execPath, ['--max-semi-space-size=8', '--import', stopWithStarter, 'tools/start.ts'], {
      cwd: rootDir,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    hasEnded = false;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    ended = new Promise((resolve) => {
      child.once('close', (code) => {
        hasEnded = true;
        resolve(code);
      });
    });
  };

  const waitUntilReady = async (): Promise<void> => {
    const deadline = Date.now() + startTimeoutMs;
    while (readyPath !== null && (isPortOfAnother || !(await isReady(url + readyPath)))) {
      if (hasEnded) throw new AppFailed(`The app ended with exit code ${await ended} before it was ready.`, printed);
      if (Date.now() > deadline) {
        await killTree(child.pid as number, dataDir);
        throw new AppFailed(`The app was not ready after ${startTimeoutMs / 1000} s.`, printed);
      }
      await delay(50);
    }
  };

  const cleanUp = (): void => {
    if (isOwnDataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  const kill9 = async (): Promise<void> => {
    if (!hasEnded) await killTree(child.pid as number, dataDir);
    await ended;
  };

  // Whoever answers there already must not be taken for the program that is about to fail on it.
  const isPortOfAnother = readyPath !== null && (await isReady(url + readyPath));
  launch();
  try {
    await waitUntilReady();
  } catch (error) {
    cleanUp();
    throw error;
  }
  return {
    url,
    port,
    dataDir,
    pid: () => child.pid as number,
    log: () => printed,
    kill9,
    exitCode: () => ended,
    async stop() {
      if (!hasEnded) child.kill('SIGTERM');
      const timeout = delay(stopTimeoutMs, 'late' as const, { ref: false });
      const code = await Promise.race([ended, timeout]);
      if (code === 'late') {
        await kill9();
        throw new AppFailed(`The app had not stopped ${stopTimeoutMs / 1000} s after SIGTERM.`, printed);
      }
      cleanUp();
      return code;
    },
    async restart() {
      if (!hasEnded) throw new Error('restart() needs the program to have ended: stop() or kill9() first');
      launch();
      await waitUntilReady();
    },
  };
};

/** The app that `npm test` started for the suite. Tests that restart or break the program start their own. */
export const sharedAppUrl = (): string => {
  const url = process.env.APP_URL;
  if (!url) throw new Error("No APP_URL. Run this suite with 'npm test -- <file>', which starts the app, or set APP_URL to a running one.");
  return url;
};
