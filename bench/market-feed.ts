// Promise: 2,500 symbols at 20,000 ticks a second go through parse -> board -> candles -> bus with at least half of one core
// left, and after ten minutes of it the heap is no larger than after two. Peer in the same run: the same ticks written to
// Redis as one hash per symbol and published there, the usual way to share the newest prices.
//
// The ten minutes are the market's: a clock turned by hand runs them as fast as the core can, so that the figure is CPU time per
// tick and does not depend on who else uses the machine.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Redis } from 'ioredis';
import { createMarket } from '../server/src/market/index.ts';
import type { Source } from '../source/src/source.ts';
import { createInProcessBus } from '../server/src/platform/bus/in-process.ts';
import { createHandClock } from '../server/src/platform/clock.ts';
import type { Database } from '../server/src/platform/db/database.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';
import type { Tick } from '../source/src/tick.ts';
import { findProgram } from '../tools/find-program.ts';
import { createFrames } from './load/exchange-frames.ts';

const symbolCount = 2_500;
const ticksPerSecond = 20_000;
/** Shorter while developing. */
const minutes = Number(process.env.BENCH_MINUTES ?? 10);
const stepMs = 50;
const ticksPerStep = (ticksPerSecond * stepMs) / 1_000;
/** Open charts: their candles form with every tick. */
const charts = 200;
const redisTicks = 200_000;
const promisedShare = 0.5;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const { catalog, ids, draw, frameOf, parseFrame } = createFrames(symbolCount);

const start = Date.UTC(2026, 10, 12, 14);
const clock = createHandClock(start);
let tell: (ticks: readonly Tick[]) => void = () => {};
const source: Source = {
  name: 'bench',
  simulated: false,
  // As an exchange: candles are read through, running minutes are formed from ticks.
  candlesKeptAs: 'bench',
  catalog: async () => catalog,
  start: (onTicks) => void (tell = onTicks),
  stop() {},
  candles: async ({ interval, limit }) =>
    interval === '1m'
      ? Array.from({ length: limit }, (_, n) => ({
          ts: Math.floor(clock.now() / 60_000 - limit + 1 + n) * 60_000,
          open: 1,
          high: 1,
          low: 1,
          close: 1,
          volume: 1,
          turnover: 1,
        }))
      : [],
};
const bus = createInProcessBus();
const common = { bus, clock, log: createLog({ level: 'silent' }), db: {} as Database };
const feed = createMarket({ ...common, metrics: createMetrics(), feed: source });
// Behind the bus: another process's board, and somebody who judges every tick.
const replica = createMarket({ ...common, metrics: createMetrics(), feed: null });
await feed.start();
await replica.start();
let heard = 0;
let candlesSent = 0;
replica.onQuotes((quotes) => (heard += quotes.length));
for (let i = 0; i < charts; i++) feed.watchCandle(ids[i]!, '1m', (candles) => (candlesSent += candles.length));

/** Frames are written out beforehand: making them up is not what is measured. */
const framesOfStep = () => Array.from({ length: ticksPerStep }, () => frameOf(Math.floor(draw() * symbolCount), clock.now()));

const steps = (minutes * 60_000) / stepMs;
let busyMs = 0;
let heapAfterTwo = 0;
let slowest = 0;
for (let step = 0; step < steps; step++) {
  const frames = framesOfStep();
  const [begin, beginAt] = [cpuMs(), performance.now()];
  const now = clock.now();
  tell(frames.map((frame) => parseFrame(frame, now)));
  clock.advance(stepMs);
  await turn();
  busyMs += cpuMs() - begin;
  slowest = Math.max(slowest, performance.now() - beginAt);
  if (step === Math.floor(steps / 5) - 1) {
    collectGarbage();
    heapAfterTwo = process.memoryUsage().heapUsed;
  }
}
collectGarbage();
const heapAfterTen = process.memoryUsage().heapUsed;
const ticks = steps * ticksPerStep;
if (heard < ticks || candlesSent === 0) throw new Error(`${heard} of ${ticks} ticks came out of the bus, ${candlesSent} candles`);
const share = busyMs / (minutes * 60_000);
const ourRate = ticks / (busyMs / 1_000);
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
console.log(
  `${symbolCount} symbols, ${ticksPerSecond} ticks/s for ${minutes} minutes of the market (${ticks.toLocaleString('en')} ` +
    `ticks): ${(share * 100).toFixed(0)} % of one core, ${Math.round(ourRate).toLocaleString('en')} ticks per CPU second, ` +
    `slowest step ${slowest.toFixed(0)} ms`,
);
console.log(
  `heap after ${minutes / 5} minutes ${mb(heapAfterTwo)} MB, after ${minutes} minutes ${mb(heapAfterTen)} MB; ` +
    `${candlesSent.toLocaleString('en')} candles told to ${charts} charts`,
);
await feed.stop();
await replica.stop();

/** CPU time of another process so far. */
const cpuMsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const program = findProgram('redis-server');
if (program === null) console.log('redis-server is not installed (Debian: apt-get install redis-server): nothing to compare with');
else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-feed-'));
  const path = join(folder, 'redis.sock');
  const server = spawn(program, ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder], {
    stdio: 'ignore',
  });
  try {
    const [writer, reader] = [
      new Redis({ path, lazyConnect: true, retryStrategy: () => 50 }),
      new Redis({ path, lazyConnect: true, retryStrategy: () => 50 }),
    ];
    for (const client of [writer, reader]) client.on('error', () => {});
    for (let tries = 0; tries < 100; tries++) {
      try {
        await Promise.all(
          [writer, reader].map((client) => (client.status === 'wait' || client.status === 'end' ? client.connect() : client.ping())),
        );
        break;
      } catch {
        await delay(50);
      }
    }
    let received = 0;
    await reader.subscribe('quotes');
    reader.on('message', (_, text) => (received += (JSON.parse(text) as unknown[]).length > 0 ? 1 : 0));
    let redisBusyMs = 0;
    for (let sent = 0; sent < redisTicks; sent += ticksPerStep) {
      const frames = framesOfStep();
      const now = clock.now();
      const begin = cpuMs() + cpuMsOf(server.pid!);
      const pipeline = writer.pipeline();
      for (const frame of frames) {
        const tick = parseFrame(frame, now);
        pipeline.hset(
          tick.symbolId,
          'last',
          tick.last,
          'ts',
          tick.ts,
          'high24h',
          tick.high24h,
          'low24h',
          tick.low24h,
          'open24h',
          tick.open24h,
          'turnover24h',
          tick.turnover24h,
        );
        pipeline.publish('quotes', JSON.stringify([tick.symbolId, tick.last, tick.ts]));
      }
      await pipeline.exec();
      redisBusyMs += cpuMs() + cpuMsOf(server.pid!) - begin;
    }
    for (let i = 0; i < 100 && received < redisTicks; i++) await delay(20);
    const redisRate = redisTicks / (redisBusyMs / 1_000);
    console.log(
      `redis, a hash and a message per tick, pipelined by ${ticksPerStep} over a unix socket (no candles): ` +
        `${Math.round(redisRate).toLocaleString('en')} ticks per CPU second of client and server`,
    );
    console.log(`ours / redis: ${(ourRate / redisRate).toFixed(1)}x`);
    writer.disconnect();
    reader.disconnect();
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`promise: at most ${promisedShare * 100} % of one core; heap after ten minutes within 10 % of that after two`);
if (share > promisedShare || heapAfterTen > heapAfterTwo * 1.1) process.exitCode = 1;
