// For tests: a real nats-server on a free loopback port that can be killed and started again on the same port.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface LocalNats {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** As a crash would: no goodbye to any client. */
  kill(): Promise<void>;
}

/** Debian puts the server where only root's PATH looks. */
export function findNatsServer(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin'];
  for (const folder of folders) {
    const file = join(folder, 'nats-server');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return null;
}

export async function createLocalNats(binary: string, args: readonly string[] = []): Promise<LocalNats> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const url = `nats://127.0.0.1:${port}`;
  return {
    port,
    url,
    async start() {
      const started = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), ...args], { stdio: 'ignore' });
      child = started;
      const failed = new Promise<never>((_, reject) => started.once('error', reject));
      await Promise.race([failed, untilListening(port)]);
    },
    async kill() {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return;
      const gone = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await gone;
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (const endsAt = Date.now() + 10_000; ;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isUp) return;
    if (Date.now() > endsAt) throw new Error(`nats-server did not listen on port ${port} in time`);
    await delay(20);
  }
}
