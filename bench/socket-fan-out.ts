// Promise: with 5,000 connections and 4 beats a second the hub's shared frames carry at least 1.3 times the messages per
// CPU second of plain ws.send, and nothing is lost.
//
// Two server processes, the hub and its peer, hold 5,000 connections each, opened by two client processes. They take
// turns of a few seconds with the same texts, so that whatever else the machine does falls on both alike.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beatMs, streamPath } from '@tidemark/contract/socket.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import { WebSocket, WebSocketServer } from 'ws';
import { createHub } from '../server/src/edge/socket/hub.ts';
import type { Clock } from '../server/src/platform/clock.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';

const connections = 5_000;
const clientProcesses = 2;
const turns = 5;
const beatsPerTurn = 10;
const warmUpBeats = 4;
const promisedRatio = 1.3;
const variants = ['shared', 'plain'] as const;
type Variant = (typeof variants)[number];

const arg: SubscriptionArg = { topic: 'ticker', instType: 'sp', instId: 'BENCH' };
const rowCount = 11;

/** Some rows of about 110 bytes, all new at every beat, behind one subscription. */
function createBenchRows() {
  const keys = Array.from({ length: rowCount }, (_, n) => `COIN${n}USDT`);
  let beat = 0;
  return {
    keys,
    change: () => {
      beat += 1;
    },
    encode: (key: string) =>
      `["${key}","${60_000 + beat}.25","59120.5","61000.75","58000.125","123456789.${beat}",1700000000000,${1_700_000_000_000_000 + beat}]`,
  };
}

interface FanOut {
  readonly server: Server;
  beat(): void;
}

function createShared(): FanOut {
  const rows = createBenchRows();
  const server = createServer();
  let beat = () => {};
  const clock: Clock = {
    now: Date.now,
    every(ms, fn) {
      if (ms === beatMs.ticker) {
        // Several topics have this beat.
        const before = beat;
        beat = () => (before(), fn());
      }
      const timer = setInterval(ms === beatMs.ticker ? () => {} : fn, ms);
      return () => clearInterval(timer);
    },
    after: () => () => {},
  };
  const live = { has: () => true, keys: () => rows.keys, encode: rows.encode };
  const limits = {
    maxConnections: connections,
    maxConnectionsPerNetwork: connections,
    openingsPerSecond: connections,
    burstOpenings: connections,
    silentMs: Number.MAX_SAFE_INTEGER,
  };
  const hub = createHub({
    rows: { ticker: live, tickers: live },
    login: async () => null,
    addressOf: () => '',
    isOriginAllowed: () => true,
    clock,
    log: createLog({ level: 'error' }),
    metrics: createMetrics(),
    limits,
  });
  hub.attach(server);
  return {
    server,
    beat() {
      rows.change();
      hub.changed(rows.keys);
      beat();
    },
  };
}

/** The same channel as one writes it first: the text is made once, ws frames it for everybody. */
function createPlain(): FanOut {
  const rows = createBenchRows();
  const server = createServer();
  const clients = new Set<WebSocket>();
  const sockets = new WebSocketServer({ server, path: streamPath, perMessageDeflate: false });
  let seq = 0;
  const text = (action: string) =>
    `{"action":"${action}","arg":${JSON.stringify(arg)},"seq":${seq},"ts":${Date.now()},"data":[${rows.keys.map(rows.encode).join(',')}]}`;
  sockets.on('connection', (client) => {
    client.once('message', () => {
      clients.add(client);
      client.send(text('snapshot'));
    });
  });
  return {
    server,
    beat() {
      rows.change();
      seq += 1;
      const frame = text('update');
      for (const client of clients) if (client.readyState === WebSocket.OPEN) client.send(frame);
    },
  };
}

interface TurnResult {
  readonly cpuMs: number;
}
interface Received {
  readonly ready: number;
  readonly updates: number;
  readonly lost: number;
  readonly bytes: number;
  readonly delays: readonly [number, number][];
}
type Tally = Record<Variant, Received>;

const tell = (message: unknown) => void process.send?.(message);

async function serve(variant: Variant): Promise<void> {
  const { server, beat } = variant === 'shared' ? createShared() : createPlain();
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve));
  tell((server.address() as AddressInfo).port);
  process.on('message', (beats: number) => {
    const before = process.cpuUsage();
    let left = beats;
    const timer = setInterval(() => {
      if (left-- > 0) return beat();
      clearInterval(timer);
      const { user, system } = process.cpuUsage(before);
      tell({ cpuMs: (user + system) / 1_000 } satisfies TurnResult);
    }, beatMs.ticker);
  });
}

async function listen(ports: Record<Variant, number>, count: number): Promise<void> {
  const tallies = Object.fromEntries(
    variants.map((variant) => [variant, { ready: 0, updates: 0, lost: 0, bytes: 0, delays: new Map<number, number>() }]),
  ) as Record<Variant, { ready: number; updates: number; lost: number; bytes: number; delays: Map<number, number> }>;
  const open = (variant: Variant) =>
    new Promise<void>((resolve, reject) => {
      const tally = tallies[variant];
      const ws = new WebSocket(`ws://127.0.0.1:${ports[variant]}${streamPath}`, { perMessageDeflate: false });
      let last = -1;
      ws.on('open', () => ws.send(JSON.stringify({ action: 'subscribe', args: [arg] })));
      ws.on('error', reject);
      ws.on('message', (data: Buffer) => {
        const found = /"seq":(\d+),"ts":(\d+)/.exec(data.toString('latin1', 0, 160));
        if (!found) return;
        const seq = Number(found[1]);
        if (last < 0) {
          last = seq;
          tally.ready += 1;
          return resolve();
        }
        const delayMs = Date.now() - Number(found[2]);
        tally.lost += seq - last - 1;
        last = seq;
        tally.updates += 1;
        tally.bytes += data.length;
        tally.delays.set(delayMs, (tally.delays.get(delayMs) ?? 0) + 1);
      });
    });
  for (let n = 0; n < count; n += 100) {
    await Promise.all(variants.flatMap((variant) => Array.from({ length: Math.min(100, count - n) }, () => open(variant))));
  }
  process.on('message', (request: 'report' | 'forget') => {
    if (request === 'report')
      return tell(Object.fromEntries(variants.map((variant) => [variant, { ...tallies[variant], delays: [...tallies[variant].delays] }])));
    for (const variant of variants) Object.assign(tallies[variant], { updates: 0, lost: 0, bytes: 0, delays: new Map() });
    tell('forgotten');
  });
  tell('ready');
}

function assertEnoughFiles(): void {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const soft = userLimits?.open_files?.soft ?? 'unlimited';
  const needed = connections + 200;
  if (soft !== 'unlimited' && soft < needed) {
    console.error(`This bench needs ${needed} open files in one process and may have ${soft}: raise it with 'ulimit -n ${needed}'.`);
    process.exit(1);
  }
}

function percentile(delays: ReadonlyMap<number, number>, share: number): number {
  const total = [...delays.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [delayMs, count] of [...delays].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * share) return delayMs;
  }
  return Number.NaN;
}

async function compare(): Promise<void> {
  assertEnoughFiles();
  const children: ChildProcess[] = [];
  const start = (...args: string[]) => {
    const child = fork(fileURLToPath(import.meta.url), args);
    child.once('exit', (code) => {
      if (code) throw new Error(`${args[0]} ended with code ${code}`);
    });
    children.push(child);
    return child;
  };
  const hear = <T>(child: ChildProcess) => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)));
  const ask = <T>(child: ChildProcess, message: string | number): Promise<T> => {
    const answer = hear<T>(child);
    child.send(message);
    return answer;
  };
  try {
    const servers = { shared: start('serve', 'shared'), plain: start('serve', 'plain') };
    const ports = { shared: await hear<number>(servers.shared), plain: await hear<number>(servers.plain) };
    const clients = Array.from({ length: clientProcesses }, () =>
      start('listen', JSON.stringify(ports), String(connections / clientProcesses)),
    );
    await Promise.all(clients.map(hear));

    const report = async (variant: Variant) =>
      (await Promise.all(clients.map((client) => ask<Tally>(client, 'report')))).map((tally) => tally[variant]);
    const updatesOf = async (variant: Variant) => (await report(variant)).reduce((sum, { updates }) => sum + updates, 0);
    const run = async (variant: Variant, beats: number) => {
      const expected = (await updatesOf(variant)) + beats * connections;
      const { cpuMs } = await ask<TurnResult>(servers[variant], beats);
      for (const endsAt = Date.now() + 5_000; (await updatesOf(variant)) < expected && Date.now() < endsAt;) await delay(50);
      return cpuMs;
    };

    for (const variant of variants) await run(variant, warmUpBeats);
    await Promise.all(clients.map((client) => ask(client, 'forget')));
    const cpuMs = { shared: 0, plain: 0 };
    const ratios: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const shared = await run('shared', beatsPerTurn);
      const plain = await run('plain', beatsPerTurn);
      cpuMs.shared += shared;
      cpuMs.plain += plain;
      // Both carried the same messages.
      ratios.push(plain / shared);
    }

    const sent = turns * beatsPerTurn * connections;
    let lost = 0;
    for (const variant of variants) {
      const parts = await report(variant);
      const delays = new Map<number, number>();
      for (const [delayMs, count] of parts.flatMap((part) => part.delays)) delays.set(delayMs, (delays.get(delayMs) ?? 0) + count);
      const received = parts.reduce((sum, part) => sum + part.updates, 0);
      lost += parts.reduce((sum, part) => sum + part.lost, 0) + sent - received;
      const perCpuSecond = received / (cpuMs[variant] / 1_000);
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0) / received;
      console.log(
        `${variant === 'shared' ? 'shared frames' : 'plain ws.send'}: ${received} messages of ${bytes.toFixed(0)} bytes to ` +
          `${connections} connections, ${(cpuMs[variant] / 1_000).toFixed(2)} CPU s, ${perCpuSecond.toFixed(0)} messages per CPU ` +
          `second, publish to receive p50 ${percentile(delays, 0.5)} ms, p99 ${percentile(delays, 0.99)} ms`,
      );
    }
    const ratio = ratios.sort((a, b) => a - b)[Math.floor(turns / 2)] ?? 0;
    console.log(
      `shared / plain: ${ratio.toFixed(2)}x, the median of ${turns} turns (promise: ${promisedRatio}x), lost: ${lost} (promise: 0)`,
    );
    if (ratio < promisedRatio || lost !== 0) process.exitCode = 1;
  } finally {
    for (const child of children) {
      child.removeAllListeners('exit');
      child.kill();
    }
  }
}

const [role, first = '', second = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
if (role === 'serve') await serve(first as Variant);
else if (role === 'listen') await listen(JSON.parse(first) as Record<Variant, number>, Number(second));
else await compare();
