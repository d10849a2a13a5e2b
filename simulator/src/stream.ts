// The live stream: a given number of ticks a second, four fifths of them in turn over all symbols so that none grows
// old, the rest where the trade is. On top of that every symbol ticks at the second in which a minute's high or low is
// reached, so no candle shows a price that no tick told.
import { minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from './clock.ts';
import { drawUniform, keyOf } from './draw.ts';
import { minuteOf, secondsPerMinute } from './grid.ts';
import type { Crowd } from './crowd.ts';
import { createLiveContract } from './live-contract.ts';
import { createLiveSymbol } from './live-symbol.ts';
import type { ListedSymbol } from './listing.ts';

export interface Stream {
  /** Reads the last day of every symbol, which takes a second; start() then takes no time, now or a day later. */
  prepare(): void;
  start(onTicks: (ticks: readonly Tick[]) => void): void;
  stop(): void;
}

const stepMs = 50;
/** After a standstill of the process at most this much is made up for. */
const maxCatchUpMs = 250;
const maxMinutesMadeUp = 2;
const inTurnShare = 0.8;
/** At a new minute all symbols are moved on within this many steps, not in one long pause. */
const stepsToMoveOn = 20;

export interface StreamParameters {
  readonly clock: Clock;
  readonly symbols: readonly ListedSymbol[];
  /** By the clock on the wall. */
  readonly ticksPerSecond: number;
  /** How many times faster than that one the given clock runs. */
  readonly speed: number;
  readonly seed: number;
  /** Whether the symbol is traded, and heard of, at a moment. */
  isHeard(listed: ListedSymbol, ms: number): boolean;
  /** When a halted symbol was last traded; null = it is not halted. */
  haltedSince(listed: ListedSymbol, ms: number): number | null;
  crowdOf(listed: ListedSymbol): Crowd;
}

export function createStream({ clock, symbols, ticksPerSecond, speed, seed, isHeard, haltedSince, crowdOf }: StreamParameters): Stream {
  const lives = symbols.map((listed) =>
    createLiveSymbol(listed, listed.contract && createLiveContract(listed, listed.contract, crowdOf(listed))),
  );
  const lastTs = new Float64Array(lives.length);
  const pick = createPick(symbols, keyOf(seed, 'stream'));
  /** By second of the running minute: who reaches a high or low then. */
  const extremes: number[][] = Array.from({ length: secondsPerMinute }, () => []);
  let emit: ((ticks: readonly Tick[]) => void) | null = null;
  let stopTimer: (() => void) | null = null;
  let ticks: Tick[] = [];
  let lastStepAt = 0;
  let owed = 0;
  let turn = 0;
  let minute = 0;
  let movedOn = 0;
  let nextSecond = 0;

  const tell = (i: number, ms: number) => {
    if (ms <= lastTs[i]! || !isHeard(symbols[i]!, ms)) return;
    lastTs[i] = ms;
    ticks.push(lives[i]!.tickAt(ms));
  };

  const moveOn = (i: number, nowMs: number) => {
    const live = lives[i]!;
    if (live.minute() === minute || symbols[i]!.listedAt > nowMs) return;
    const endedAtExtreme =
      live.minute() === minute - 1 && (live.highSecond() === secondsPerMinute || live.lowSecond() === secondsPerMinute);
    live.enter(minute);
    if (endedAtExtreme) tell(i, minute * minuteMs);
    tellOrPlanExtremes(i, nowMs);
  };

  /** Of the running minute: those that are over are told late rather than never, the others when they come. */
  const tellOrPlanExtremes = (i: number, nowMs: number) => {
    const live = lives[i]!;
    const seconds = [live.highSecond(), live.lowSecond()].sort((a, b) => a - b);
    for (const second of seconds) {
      if (second === secondsPerMinute) continue;
      const at = minute * minuteMs + second * secondMs;
      if (second < nextSecond || at <= nowMs) tell(i, at);
      else extremes[second]!.push(i);
    }
  };

  const tellExtremesUntil = (ms: number) => {
    for (; nextSecond < secondsPerMinute && minute * minuteMs + nextSecond * secondMs <= ms; nextSecond++) {
      const due = extremes[nextSecond]!;
      for (const i of due) tell(i, minute * minuteMs + nextSecond * secondMs);
      due.length = 0;
    }
  };

  /** Leaves no minute behind whose highs and lows were not told, except those of a standstill. */
  const enterMinute = (next: number) => {
    for (const firstWhole = next - maxMinutesMadeUp; minute < next; minute = Math.max(minute + 1, firstWhole)) {
      const end = (minute + 1) * minuteMs - 1;
      while (movedOn < lives.length) moveOn(movedOn++, end);
      tellExtremesUntil(end);
      movedOn = 0;
      nextSecond = 0;
    }
  };

  const step = () => {
    const now = clock.now();
    const elapsed = Math.min(maxCatchUpMs * speed, now - lastStepAt);
    const from = now - elapsed;
    lastStepAt = now;
    if (elapsed <= 0) return;
    owed += (ticksPerSecond * elapsed) / 1_000 / speed;
    const count = Math.floor(owed);
    owed -= count;
    for (let n = 0; n < count; n++) {
      const ms = from + Math.floor((elapsed * (n + 1)) / count);
      if (minuteOf(ms) !== minute) enterMinute(minuteOf(ms));
      tellExtremesUntil(ms);
      const i = n < count * inTurnShare ? (turn = (turn + 1) % lives.length) : pick();
      moveOn(i, ms);
      if (lives[i]!.minute() === minute) tell(i, ms);
    }
    if (minuteOf(now) !== minute) enterMinute(minuteOf(now));
    for (let left = Math.ceil(lives.length / stepsToMoveOn); left > 0 && movedOn < lives.length; left--) moveOn(movedOn++, now);
    tellExtremesUntil(now);
    flush();
  };

  const flush = () => {
    if (ticks.length === 0) return;
    const batch = ticks;
    ticks = [];
    emit?.(batch);
  };

  return {
    prepare() {
      const now = clock.now();
      for (const [i, listed] of symbols.entries()) {
        if (listed.listedAt > now) continue;
        const haltedAt = haltedSince(listed, now);
        const newest = haltedAt === null ? now : haltedAt - 1;
        lives[i]!.enter(minuteOf(newest));
        lives[i]!.tickAt(newest);
      }
    },
    start(onTicks) {
      emit = onTicks;
      lastStepAt = clock.now();
      minute = minuteOf(lastStepAt);
      nextSecond = 0;
      for (const due of extremes) due.length = 0;
      for (let i = 0; i < lives.length; i++) {
        lastTs[i] = 0;
        if (symbols[i]!.listedAt > lastStepAt) continue;
        const haltedAt = haltedSince(symbols[i]!, lastStepAt);
        if (haltedAt !== null) {
          // Its last price stands, as old as it is.
          lives[i]!.enter(minuteOf(haltedAt - 1));
          tell(i, haltedAt - 1);
          continue;
        }
        lives[i]!.enter(minute);
        // What is over was told by the process that streamed before, or by none: a price of the past is no news.
        tell(i, lastStepAt);
        tellOrPlanExtremes(i, lastStepAt);
      }
      movedOn = lives.length;
      flush();
      stopTimer = clock.every(stepMs * speed, step);
    },
    stop() {
      stopTimer?.();
      stopTimer = null;
      emit = null;
    },
  };
}

/** Busy symbols more often: by the square root of what they turn over. */
function createPick(symbols: readonly ListedSymbol[], key: number): () => number {
  const upTo = new Float64Array(symbols.length);
  let sum = 0;
  symbols.forEach(({ dailyTurnoverUsdt }, i) => {
    upTo[i] = sum += Math.sqrt(dailyTurnoverUsdt);
  });
  let counter = 0;
  return () => {
    const target = drawUniform(key, counter++) * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
