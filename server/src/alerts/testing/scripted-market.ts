// A market whose every tick is known beforehand, in every process and at every time: quiet around 100, and in its bursts with a wick on
// each symbol twice a second, each a little further out than the last, to one side and the other in turn. What ought to fire follows
// from it alone.
import { minuteMs } from '@tidemark/contract/time.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { PastTickQuery, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { catalogOf, tickOf } from '#market/testing/test-source.ts';
import type { Clock } from '#platform/clock.ts';

/** One wick to each side in every second. */
export interface Burst {
  readonly fromMs: number;
  /** The number of its first wick, which says how far out that goes. */
  readonly first: number;
  readonly count: number;
}

export interface Script {
  bursts: readonly Burst[];
  readonly symbols: readonly string[];
}

const gridMs = 100;
export const wickEveryMs = 1_000;
const stepMs = 20;
const keptMs = 3_000;
export const basePrice = 100;
const firstReach = 0.2;
const reachStep = 0.01;

const round = (price: number): number => Number(price.toFixed(4));
/** How far out wick number n of a side goes. */
export const reachOf = (n: number): number => round(firstReach + reachStep * n);
const hash = (a: number, b: number): number => ((Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 7, 0x85ebca6b)) >>> 0) / 2 ** 32;

export interface ScriptedTick {
  readonly ts: number;
  readonly last: number;
}

/** Within (from, to], oldest first. */
export function scriptedTicks({ bursts, symbols }: Script, symbolId: string, from: number, to: number): ScriptedTick[] {
  const symbol = symbols.indexOf(symbolId);
  const made: ScriptedTick[] = [];
  for (let slot = Math.floor(from / gridMs) + 1; slot * gridMs <= to; slot++)
    made.push({ ts: slot * gridMs, last: round(basePrice + (hash(symbol, slot) - 0.5) * 0.1) });
  for (const { fromMs, first, count } of bursts) {
    // Off the grid, each symbol at its own moment.
    const offset = fromMs + 30 + (symbol % 40);
    for (let wick = 0; wick < count; wick++)
      for (const [side, laterMs] of [
        [1, 0],
        [-1, wickEveryMs / 2],
      ] as const) {
        const ts = offset + wick * wickEveryMs + laterMs;
        if (ts > from && ts <= to) made.push({ ts, last: round(basePrice + side * reachOf(first + wick)) });
      }
  }
  return made.sort((a, b) => a.ts - b.ts);
}

export interface ScriptedSource extends Source {
  /** False: so much of it has been told that it is too late for this plan. */
  plan(bursts: readonly Burst[]): boolean;
}

/** hasPast: whether it can be asked how a stretch went, tick by tick. */
export function createScriptedSource(script: Script, clock: Clock, hasPast: boolean): ScriptedSource {
  let cancel = () => {};
  let sentTo = -Infinity;
  const quoteOf = (symbolId: string, { ts, last }: ScriptedTick): Tick => ({
    ...tickOf(symbolId, last, ts),
    open24h: basePrice,
    high24h: 1_000,
    low24h: 0.001,
  });
  const candles = ({ symbolId, from = 0, limit }: CandleQuery): Candle[] => {
    const now = clock.now();
    const first = Math.max(Math.ceil(from / minuteMs), Math.floor(now / minuteMs) - Math.min(limit, 30)) * minuteMs;
    const minutes: Candle[] = [];
    for (let ts = first; ts <= now; ts += minuteMs) {
      const prices = scriptedTicks(script, symbolId, ts - 1, Math.min(ts + minuteMs - 1, now)).map(({ last }) => last);
      if (prices.length > 0)
        minutes.push({
          ts,
          open: prices[0]!,
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1)!,
          volume: 1,
          turnover: 1,
        });
    }
    return minutes;
  };
  return {
    name: 'script',
    simulated: false,
    catalog: async () => catalogOf(script.symbols),
    plan(bursts) {
      if (bursts.some(({ fromMs }) => fromMs <= sentTo && !script.bursts.some((known) => known.fromMs === fromMs))) return false;
      script.bursts = bursts;
      return true;
    },
    start(onTicks) {
      sentTo = clock.now();
      onTicks(script.symbols.map((symbolId) => quoteOf(symbolId, { ts: sentTo, last: basePrice })));
      cancel = clock.every(stepMs, () => {
        const now = clock.now();
        if (now <= sentTo) return;
        // After a standstill only the last moments are told, as an exchange does it; a busy machine is no standstill.
        const from = Math.max(sentTo, now - keptMs);
        sentTo = now;
        const ticks = script.symbols.flatMap((symbolId) =>
          scriptedTicks(script, symbolId, from, now).map((tick) => quoteOf(symbolId, tick)),
        );
        if (ticks.length > 0) onTicks(ticks.sort((a, b) => a.ts - b.ts));
      });
    },
    stop() {
      cancel();
      sentTo = -Infinity;
    },
    candles: async (query) => candles(query),
    ...(hasPast && {
      ticks: async ({ symbolId, from, to }: PastTickQuery) =>
        scriptedTicks(script, symbolId, from, to).map(({ ts, last }) => ({ ts, last, open24h: basePrice })),
    }),
  };
}
