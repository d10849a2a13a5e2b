// Promise: with four exchanges of 2,000 markets, 20,000 ticks a second on the one that is listed and the lists of the other three every
// 30 s, the feed takes less than one core, and a process that stands by less than a tenth of one. Peers in the same run, on the same
// texts: the least that anybody has to do, which is to parse every frame and keep the newest price, and for whoever stands by, to parse
// what it is told.
//
// The clock is turned by hand, so that the figure is computing time and does not depend on who else uses the machine. What goes from one
// process to the other is written and read as it is over NATS; the sockets themselves are not measured.
import { setImmediate as turn } from 'node:timers/promises';
import { createMarket } from '../server/src/market/index.ts';
import type { FeedLease } from '../server/src/market/feed-lease.ts';
import type { Bus } from '../server/src/platform/bus/bus.ts';
import { createInProcessBus } from '../server/src/platform/bus/in-process.ts';
import { decodePayload, encodePayload } from '../server/src/platform/bus/payload.ts';
import { createHandClock } from '../server/src/platform/clock.ts';
import type { Database } from '../server/src/platform/db/database.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';
import type { Source } from '../source/src/source.ts';
import type { Tick } from '../source/src/tick.ts';
import { createFrames, type Frames } from './load/exchange-frames.ts';

const marketsOfEach = 2_000;
const ticksPerSecond = 20_000;
const listsEveryMs = 30_000;
const minutes = Number(process.env['BENCH_MINUTES'] ?? 3);
const stepMs = 10;
const ticksPerStep = (ticksPerSecond * stepMs) / 1_000;
const promised = { feed: 1, standby: 0.1 } as const;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const clock = createHandClock(Date.UTC(2026, 10, 12, 14));

interface Venue {
  readonly frames: Frames;
  readonly source: Source;
  tell(ticks: readonly Tick[]): void;
}
function venueOf(name: string, seed: number, beside?: readonly Source[]): Venue {
  const frames = createFrames(marketsOfEach, seed);
  let onTicks: (ticks: readonly Tick[]) => void = () => {};
  return {
    frames,
    tell: (ticks) => onTicks(ticks),
    source: {
      name,
      simulated: false,
      catalog: async () => frames.catalog,
      start: (listener) => void (onTicks = listener),
      stop() {},
      ...(beside && { beside }),
    },
  };
}
const beside = ['second', 'third', 'fourth'].map((name, i) => venueOf(name, i + 2));
const besideSources = beside.map(({ source }) => source);
const own = venueOf('first', 1, besideSources);

/** What the feed says to everybody, as it is written on the line. */
const line: { readonly topic: Parameters<Bus['publish']>[0]; readonly data: Uint8Array }[] = [];
const [feedSide, standbySide] = [createInProcessBus(), createInProcessBus()];
const feedBus: Bus = {
  ...feedSide,
  publish(topic, payload) {
    feedSide.publish(topic, payload);
    const text = encodePayload(payload);
    line.push({ topic, data: typeof text === 'string' ? Buffer.from(text) : text });
  },
};
const standbyBus: Bus = { ...standbySide, publish: feedSide.publish, request: feedSide.request, answer: () => () => {} };
/** Somebody else is the feed, and stays it. */
const standingBy: FeedLease = { start: async () => {}, hear() {}, stop: async () => {} };
const common = { clock, log: createLog({ level: 'silent' }), db: {} as Database };
const feed = createMarket({ ...common, bus: feedBus, metrics: createMetrics(), feed: own.source });
const standby = createMarket({
  ...common,
  bus: standbyBus,
  metrics: createMetrics(),
  feed: venueOf('first', 1, besideSources).source,
  lease: standingBy,
});
await feed.start();
await standby.start();
let heard = 0;
standby.onQuotes((quotes) => (heard += quotes.length));

const busy = { feed: 0, standby: 0, leastFeed: 0, leastStandby: 0 };
const measured = async (name: keyof typeof busy, work: () => void): Promise<void> => {
  const begin = cpuMs();
  work();
  await turn();
  busy[name] += cpuMs() - begin;
};
const newest = new Map<number, number>();
const steps = (minutes * 60_000) / stepMs;
for (let step = 0; step < steps; step++) {
  const now = clock.now();
  // Written out beforehand: making them up is not what is measured.
  const told = Array.from({ length: ticksPerStep }, () => own.frames.frameOf(Math.floor(own.frames.draw() * marketsOfEach), now));
  const isListTime = now % listsEveryMs < stepMs;
  const lists = beside.map(({ frames }) => (isListTime ? frames.ids.map((_, i) => frames.frameOf(i, now)) : []));
  line.length = 0;
  await measured('feed', () => {
    own.tell(told.map((frame) => own.frames.parseFrame(frame, now)));
    for (const [i, list] of lists.entries())
      if (list.length > 0) beside[i]!.tell(list.map((frame) => beside[i]!.frames.parseFrame(frame, now)));
  });
  await measured('standby', () => {
    for (const { topic, data } of line) standbySide.publish(topic, decodePayload(data));
  });
  await measured('leastFeed', () => {
    for (const frame of [told, ...lists].flat()) {
      const { i, ticker } = JSON.parse(frame) as { i: number; ticker: { last: number } };
      newest.set(i, ticker.last);
    }
  });
  await measured('leastStandby', () => {
    for (const { data } of line) decodePayload(data);
  });
  // Beats of the clock belong to both; the feed has most of them.
  await measured('feed', () => clock.advance(stepMs));
}
const ticks = steps * ticksPerStep;
if (heard < ticks) throw new Error(`whoever stands by heard ${heard} of ${ticks} ticks`);
const share = (name: keyof typeof busy) => busy[name] / (minutes * 60_000);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
console.log(
  `4 exchanges of ${marketsOfEach} markets, ${ticksPerSecond} ticks/s and three lists every ${listsEveryMs / 1_000} s, ` +
    `${minutes} minutes of the market: feed ${percent(share('feed'))} of one core, standby ${percent(share('standby'))}`,
);
console.log(`parsed and kept, nothing else: ${percent(share('leastFeed'))}; ours / peer: ${(busy.feed / busy.leastFeed).toFixed(1)}x`);
console.log(
  `what is told parsed, nothing else: ${percent(share('leastStandby'))}; ` +
    `ours / peer: ${(busy.standby / busy.leastStandby).toFixed(1)}x`,
);
console.log(`promise: feed at most ${percent(promised.feed)}, standby at most ${percent(promised.standby)} of one core`);
await feed.stop();
await standby.stop();
if (share('feed') > promised.feed || share('standby') > promised.standby) process.exitCode = 1;
