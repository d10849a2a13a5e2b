// A real Postgres server as an operator would run one (Debian's package), for tests: TCP, password, own folder.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface OutsidePostgres {
  readonly port: number;
  /** A database of its own for every name. */
  createDatabase(name: string): Promise<string>;
  urlOf(database: string, password?: string): string;
  stop(): Promise<void>;
  /** Ends at once, without a goodbye and without a checkpoint: what was committed is found again by the next start. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Starts as a standby without a primary: in recovery, until it is promoted. */
  startInRecovery(): Promise<void>;
  remove(): Promise<void>;
}

const packages = '/usr/lib/postgresql';

/** null = not installed on this machine. */
export async function createOutsidePostgres(): Promise<OutsidePostgres | null> {
  const version = existsSync(packages)
    ? readdirSync(packages).findLast((name) => existsSync(join(packages, name, 'bin/postgres')))
    : undefined;
  if (!version) return null;
  const program = (name: string) => join(packages, version, 'bin', name);
  const ids: { uid?: number; gid?: number } = process.getuid?.() === 0 ? serverUser() : {};
  const root = mkdtempSync(join(tmpdir(), 'outside-postgres-'));
  const data = join(root, 'data');
  const passwordFile = join(root, 'password');
  const password = 'outside secret';
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password);
  if (ids.uid !== undefined && ids.gid !== undefined) for (const path of [root, data, passwordFile]) chownSync(path, ids.uid, ids.gid);
  const made = spawnSync(
    program('initdb'),
    ['-D', data, '-U', 'owner', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8', '--locale', 'C', '--no-sync'],
    { ...ids, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);

  const port = await freePort();
  const urlOf = (database: string, secret = password) => `postgres://owner:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`;
  let stopRunning = async (_how: 'SIGINT' | 'SIGQUIT') => {};
  const server: OutsidePostgres = {
    port,
    urlOf,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${client.escapeIdentifier(name)}`);
      await client.end();
      return urlOf(name);
    },
    async start() {
      const child = spawn(
        program('postgres'),
        ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${root}`],
        { ...ids, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
      );
      const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
      stopRunning = async (how) => {
        child.kill(how);
        await exited;
      };
      let output = '';
      await new Promise<void>((resolve, reject) => {
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (/ready to accept (?:read-only )?connections/.test(output)) resolve();
        });
        void exited.then(() => reject(new Error(output)));
      });
    },
    startInRecovery() {
      writeFileSync(join(data, 'standby.signal'), '', { mode: 0o644 });
      return server.start();
    },
    stop: () => stopRunning('SIGINT'),
    crash: () => stopRunning('SIGQUIT'),
    async remove() {
      await stopRunning('SIGINT');
      rmSync(root, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function serverUser(): { uid: number; gid: number } {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')!;
  return { uid: Number(row[2]), gid: Number(row[3]) };
}
