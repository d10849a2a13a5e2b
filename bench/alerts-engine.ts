// Promises: ten million armed alerts over 2,500 series fit in 1.5 GB; one core judges five million ticks a second when few
// cross, at least 50 times as many as sorted sets in Redis and 1,000 times as many as a scan of the symbol's alerts, on
// the same ticks; at least 200,000 alerts a second are put in and taken out meanwhile.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertType } from '@tidemark/contract/alert-rules.ts';
import { createEngine } from '../server/src/alerts/engine/engine.ts';
import { selectWatch } from '../server/src/alerts/engine/levels.ts';
import { startStanding } from '../server/src/alerts/engine/start.ts';
import type { Alert, Standing } from '../server/src/alerts/engine/standing.ts';
import { createRandom } from '../server/src/alerts/testing/random.ts';
import { findProgram } from '../tools/find-program.ts';

const alertCount = 10_000_000;
const seriesCount = 2_500;
const changeSeries = 250;
const tickCount = 6_000_000;
/** The peers hold every second alert, which favours them: Redis takes half a minute to be filled even so. */
const peerShare = 2;
const redisTicks = 400_000;
const scanTicks = 4_000;
/**
 * Others may be busy on the same machine: each is measured in parts, and its best part counts. Redis is asked 1,000 ticks at a time over
 * a unix socket, which is the most it can do; asked tick by tick it is told beside it and not compared with.
 */
const parts = 8;

const random = createRandom(7);
const beginAt = Date.UTC(2026, 0, 5, 12);

// A few symbols have most of the alerts and most of the ticks, as in life: the share of the n-th falls with 1/n.
const shares = Float64Array.from({ length: seriesCount }, (_, n) => 1 / (n + 1));
for (let n = 1; n < seriesCount; n++) shares[n] = shares[n]! + shares[n - 1]!;
const drawSeries = (): number => {
  const wanted = random.next() * shares[seriesCount - 1]!;
  let [low, high] = [0, seriesCount - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (shares[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};
const isChange = (series: number): boolean => series % (seriesCount / changeSeries) === 9;

const prices = Float64Array.from({ length: seriesCount }, (_, series) =>
  isChange(series) ? 0 : Math.round(10 ** (5 + 3 * random.next())),
);
const startPrices = prices.slice();

const away = (price: number): number => Math.ceil(price * (0.003 + 0.3 * random.next() ** 2));
const drawAlert = (id: number): { alert: Alert; standing: Standing } => {
  const series = drawSeries();
  const price = startPrices[series]!;
  const type = (
    isChange(series)
      ? 5 + random.int(2)
      : random.next() < 0.7
        ? 1 + random.int(2)
        : random.next() < 0.5
          ? 3 + random.int(2)
          : 7 + random.int(2)
  ) as AlertType;
  let [target, upper] = [0, 0];
  if (type === 1) target = price + away(price);
  else if (type === 2) target = price - away(price);
  else if (type === 7) [target, upper] = [price + away(price), Math.ceil(price * 1.4)];
  else if (type === 8) [target, upper] = [price - away(price), price + away(price)];
  else target = 50 + random.int(2_000);
  const alert: Alert = { id, series, type, frequency: random.next() < 0.5 ? 1 : 2, timeZone: -1, target, upper };
  return { alert, standing: startStanding(alert, 1, price, beginAt) };
};

const perSecond = (count: number, sinceMs: number): number => (count / (performance.now() - sinceMs)) * 1000;
/** Runs [from, to) in parts and answers the best rate of them. */
const bestRate = (from: number, to: number, run: (begin: number, end: number) => void): number => {
  const size = (to - from) / parts;
  return Math.max(
    ...Array.from({ length: parts }, (_, part) => {
      const since = performance.now();
      run(from + part * size, from + (part + 1) * size);
      return perSecond(size, since);
    }),
  );
};
const round = (value: number): string => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number): string => `${round(bytes / 2 ** 20)} MB`;
const broken: string[] = [];
const promise = (what: string, value: number, atLeast: number): void => {
  const isKept = value >= atLeast;
  if (!isKept) broken.push(what);
  console.log(`${isKept ? 'kept  ' : 'BROKEN'}  ${what}: ${value >= 100 ? round(value) : value.toFixed(2)} (promise: ${round(atLeast)})`);
};

let crossings = 0;
const engine = createEngine({ onFire: () => void crossings++, onChange: () => void crossings++ });
for (let series = 0; series < seriesCount; series++) engine.series(`series ${series}`);
for (let series = 0; series < seriesCount; series++) engine.tick(series, startPrices[series]!, beginAt);

// What the peers hold: one level of an alert. Re-arming, limits, days and second bounds are left out in their favour.
const peerCount = alertCount / peerShare;
const peerSeries = new Int32Array(peerCount);
const peerLevels = new Float64Array(peerCount);
const isPeerUp = new Uint8Array(peerCount);
const watch = { up: 0, down: 0, wakeAt: 0 };
const giveToPeers = (alert: Alert, standing: Standing): void => {
  selectWatch(alert, standing, watch);
  const n = alert.id / peerShare - 1;
  isPeerUp[n] = watch.up < Infinity ? 1 : 0;
  peerLevels[n] = isPeerUp[n] === 1 ? watch.up : watch.down;
  peerSeries[n] = alert.series;
};

const loadBegin = performance.now();
for (let id = 1; id <= alertCount; id++) {
  const { alert, standing } = drawAlert(id);
  engine.arm(alert, standing);
  if (id % peerShare === 0) giveToPeers(alert, standing);
}
const loadRate = perSecond(alertCount, loadBegin);
const memory = process.memoryUsage();
console.log(`${round(engine.size())} alerts armed over ${round(seriesCount)} series at ${round(loadRate)}/s (drawing them included)`);
console.log(
  `memory: rss ${megabytes(memory.rss)}, heap ${megabytes(memory.heapUsed)}, typed arrays ${megabytes(memory.arrayBuffers)}, ` +
    `of which the engine's ${megabytes(engine.bytes())}`,
);

/** Prices wander around where they began, and nobody waits nearer than 0.3 %: a calm market meets few alerts. */
const drawTicks = (count: number, unrest: number): { series: Int32Array; prices: Float64Array } => {
  const ticks = { series: new Int32Array(count), prices: new Float64Array(count) };
  for (let n = 0; n < count; n++) {
    const series = drawSeries();
    const wander = unrest * (isChange(series) ? 22 : startPrices[series]! * 0.00016);
    const pull = (startPrices[series]! - prices[series]!) * 0.002;
    prices[series] = Math.round(prices[series]! + pull + (random.next() - 0.5) * wander);
    ticks.series[n] = series;
    ticks.prices[n] = prices[series]!;
  }
  return ticks;
};
const { series: tickSeries, prices: tickPrices } = drawTicks(tickCount, 1);
/** 50,000 ticks a second of market time. */
const timeOf = (n: number): number => beginAt + 1_000 + Math.floor(n / 50);
const tickTimes = Float64Array.from({ length: tickCount }, (_, n) => timeOf(n));

const warmUp = 1_000_000;
for (let n = 0; n < warmUp; n++) engine.tick(tickSeries[n]!, tickPrices[n]!, tickTimes[n]!);
crossings = 0;
const engineRate = bestRate(warmUp, tickCount, (begin, end) => {
  for (let n = begin; n < end; n++) engine.tick(tickSeries[n]!, tickPrices[n]!, tickTimes[n]!);
});
console.log(`engine: ${round(engineRate)} ticks/s; ${round(tickCount - warmUp)} ticks touched ${round(crossings)} alerts`);

const restlessTicks = 1_000_000;
const restless = drawTicks(restlessTicks, 1.3);
crossings = 0;
const restlessBegin = performance.now();
for (let n = 0; n < restlessTicks; n++) engine.tick(restless.series[n]!, restless.prices[n]!, timeOf(tickCount + n));
console.log(
  `engine in a restless market: ${round(perSecond(restlessTicks, restlessBegin))} ticks/s; ${round(restlessTicks)} ticks ` +
    `touched ${round(crossings)} alerts`,
);
const endAt = timeOf(tickCount + restlessTicks);

const swaps = 400_000;
const swapped = Array.from({ length: swaps }, () => drawAlert(1 + random.int(alertCount)));
const swapRate =
  2 *
  bestRate(0, swaps, (begin, end) => {
    for (let n = begin; n < end; n++) {
      const { alert, standing } = swapped[n]!;
      engine.disarm(alert.id);
      engine.arm(alert, standing);
      engine.tick(tickSeries[n]!, tickPrices[n]!, endAt);
    }
  });
console.log(`arm and disarm: ${round(swapRate)}/s, with a tick after every second one`);

crossings = 0;
const crossBegin = performance.now();
for (let series = 0; series < 40; series++) engine.tick(series, startPrices[series]! * 3, endAt + 1);
console.log(
  `a jump through everything above the price on 40 series: ${round(crossings)} alerts at ${round(perSecond(crossings, crossBegin))}/s`,
);

const scanRate = (): number => {
  const ups: number[][] = Array.from({ length: seriesCount }, () => []);
  const downs: number[][] = Array.from({ length: seriesCount }, () => []);
  for (let n = 0; n < peerCount; n++) (isPeerUp[n] === 1 ? ups : downs)[peerSeries[n]!]!.push(peerLevels[n]!);
  const above = ups.map((levels) => Float64Array.from(levels));
  const below = downs.map((levels) => Float64Array.from(levels));
  let crossed = 0;
  const rate = bestRate(warmUp, warmUp + scanTicks, (begin, end) => {
    for (let n = begin; n < end; n++) {
      const price = tickPrices[n]!;
      const up = above[tickSeries[n]!]!;
      const down = below[tickSeries[n]!]!;
      for (let k = 0; k < up.length; k++) if (up[k]! <= price) crossed++;
      for (let k = 0; k < down.length; k++) if (down[k]! >= price) crossed++;
    }
  });
  console.log(
    `scan of the symbol's alerts, ${round(peerCount)} in all: ${round(rate)} ticks/s (sample of ${round(scanTicks)} ticks, ` +
      `${round(crossed)} met)`,
  );
  return rate;
};

/** Answers of Redis, counted: `*n` followed by n bulk strings. Anything else is an error. */
const countReplies = (socket: Socket) => {
  let rest = Buffer.alloc(0);
  let [missing, replies, members] = [0, 0, 0];
  let wake: (() => void) | null = null;
  socket.on('data', (data) => {
    let buffer = rest.length > 0 ? Buffer.concat([rest, data]) : data;
    let at = 0;
    for (;;) {
      const end = buffer.indexOf('\r\n', at);
      if (end === -1) break;
      const kind = buffer[at];
      const value = Number(buffer.toString('latin1', at + 1, end));
      if (kind === 0x2a) {
        missing = value;
        if (value === 0) replies++;
      } else if (kind === 0x24) {
        if (buffer.length < end + 2 + value + 2) break;
        members++;
        if (--missing === 0) replies++;
        at = end + 2 + value + 2;
        continue;
      } else if (kind === 0x3a) {
        replies++;
      } else {
        throw new Error(`Redis said ${buffer.toString('latin1', at, end)}`);
      }
      at = end + 2;
    }
    rest = buffer = buffer.subarray(at);
    wake?.();
  });
  return {
    members: () => members,
    async until(count: number): Promise<void> {
      while (replies < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
};

const command = (...parts: (string | number)[]): string =>
  `*${parts.length}\r\n${parts.map((part) => `$${String(part).length}\r\n${part}\r\n`).join('')}`;

const startRedis = async (program: string, folder: string): Promise<{ server: ChildProcess; socket: Socket }> => {
  const path = join(folder, 'redis.sock');
  const server = spawn(program, ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder], {
    stdio: 'ignore',
  });
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(path);
    const isOpen = await new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
    if (isOpen) return { server, socket };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  server.kill('SIGKILL');
  throw new Error('redis-server did not open its socket');
};

const redisRate = async (program: string): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-redis-'));
  const { server, socket } = await startRedis(program, folder);
  try {
    const replies = countReplies(socket);
    let sent = 0;
    for (let n = 0; n < peerCount;) {
      const lines: string[] = [];
      for (; lines.length < 5_000 && n < peerCount; n++) {
        lines.push(command('ZADD', `${isPeerUp[n] === 1 ? 'u' : 'd'}${peerSeries[n]!}`, peerLevels[n]!, (n + 1) * peerShare));
      }
      socket.write(lines.join(''));
      sent += lines.length;
      await replies.until(sent);
    }
    // Commands are written out beforehand and eight batches are always on the way, so that only Redis is measured.
    const [batchSize, onTheWay] = [1_000, 8];
    const last = startPrices.slice();
    const batches: Buffer[] = [];
    for (let n = warmUp; n < warmUp + redisTicks; n += batchSize) {
      let text = '';
      for (let k = n; k < n + batchSize; k++) {
        const [series, price] = [tickSeries[k]!, tickPrices[k]!];
        text +=
          price >= last[series]!
            ? command('ZRANGEBYSCORE', `u${series}`, last[series]!, price)
            : command('ZRANGEBYSCORE', `d${series}`, price, last[series]!);
        last[series] = price;
      }
      batches.push(Buffer.from(text));
    }
    const membersBefore = replies.members();
    const perPart = batches.length / parts;
    let rate = 0;
    for (let first = 0; first < batches.length; first += perPart) {
      const begin = performance.now();
      for (let n = first; n < first + perPart; n++) {
        socket.write(batches[n]!);
        await replies.until(sent + (n + 1 - onTheWay) * batchSize);
      }
      await replies.until(sent + (first + perPart) * batchSize);
      rate = Math.max(rate, perSecond(perPart * batchSize, begin));
    }
    // As a service would ask that has to know before it goes on: one tick, one answer.
    const alone = 10_000;
    const aloneBegin = performance.now();
    for (let n = warmUp, asked = sent + redisTicks; n < warmUp + alone; n++) {
      socket.write(command('ZRANGEBYSCORE', `u${tickSeries[n]!}`, tickPrices[n]!, tickPrices[n]!));
      await replies.until(++asked);
    }
    console.log(`redis, one tick asked after the other: ${round(perSecond(alone, aloneBegin))} ticks/s`);
    console.log(
      `redis, ${round(peerCount)} alerts in sorted sets, a ZRANGEBYSCORE a tick, ${round(batchSize)} a batch over a unix socket: ` +
        `${round(rate)} ticks/s (sample of ${round(redisTicks)} ticks, ${round(replies.members() - membersBefore)} met)`,
    );
    return rate;
  } finally {
    socket.destroy();
    server.kill('SIGKILL');
    await new Promise((resolve) => (server.exitCode === null && server.signalCode === null ? server.once('exit', resolve) : resolve(null)));
    rmSync(folder, { recursive: true, force: true });
  }
};

const scan = scanRate();
const program = findProgram('redis-server');
if (program === null) console.log('redis-server is not installed (Debian: apt-get install redis-server): nothing to compare with');
const redis = program === null ? null : await redisRate(program);

promise('MB left of 1.5 GB with everything armed', 1_536 - memory.rss / 2 ** 20, 0);
promise('ticks/s judged on one core when few cross', engineRate, 5_000_000);
promise('times a scan', engineRate / scan, 1_000);
promise('times Redis', redis === null ? 0 : engineRate / redis, 50);
promise('arm and disarm/s', swapRate, 200_000);
if (broken.length > 0) process.exitCode = 1;
