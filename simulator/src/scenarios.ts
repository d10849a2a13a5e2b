// Things that do not happen every day, on demand: each begins a few seconds after the process and is over within the hour.
// A scenario is part of this process only: history before its start is the same in every process, and a restart begins it anew.
import { minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Bend } from './instrument.ts';
import type { SimulatedCoin } from './coins.ts';

export const scenarioNames = ['flash-crash', 'rally', 'depeg', 'listing-day', 'delisting', 'stale-feed', 'feed-outage'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface Scenario {
  readonly startsAt: number;
  /** What bends, and how: everything that follows the market, or one coin. The curve holds for a loading of 1. */
  readonly bend: { readonly what: 'market' | { readonly coin: string }; readonly curve: Bend } | null;
  /** Listed at the scenario's start instead of long ago. */
  isListedNow(coin: SimulatedCoin): boolean;
  /** When the coin is taken out of trade, and after how long it is gone for good; null = it stays. */
  readonly withdrawal: { readonly coin: string; readonly haltedAt: number; readonly delistedAt: number } | null;
  /** No ticks of the coin at that moment. */
  isSilent(coin: SimulatedCoin, ms: number): boolean;
}

const startAfterMs = 5 * secondMs;
/** Coins that things happen to; none of them is one that others are priced in, but for the stable one. */
const listedCoin = 'TAC';
const delistedCoin = 'XEM';
const depeggedCoin = 'USDC';
const haltMs = 20 * secondMs;
const silenceMs = 40 * secondMs;
const staleRanks = 20;

export function createScenario(name: ScenarioName, nowMs: number): Scenario {
  // A first candle is a whole one.
  const edgeMs = name === 'listing-day' ? minuteMs : secondMs;
  const startsAt = Math.ceil((nowMs + startAfterMs) / edgeMs) * edgeMs;
  const nothing: Scenario = { startsAt, bend: null, isListedNow: () => false, withdrawal: null, isSilent: () => false };
  const isDuring = (ms: number, lengthMs: number) => ms >= startsAt && ms < startsAt + lengthMs;
  switch (name) {
    case 'flash-crash':
      // Down 16 % in a minute and a half (twice that for coins that follow twice), most of it back within ten minutes.
      return {
        ...nothing,
        bend: {
          what: 'market',
          curve: curveOf(
            startsAt,
            [
              [0, 0],
              [90, -0.175],
              [120, -0.15],
              [600, -0.04],
              [1_800, 0],
            ],
            12,
          ),
        },
      };
    case 'rally':
      return {
        ...nothing,
        bend: {
          what: 'market',
          curve: curveOf(
            startsAt,
            [
              [0, 0],
              [240, 0.07],
              [900, 0.12],
              [1_800, 0.1],
              [3_600, 0],
            ],
            6,
          ),
        },
      };
    case 'depeg':
      return {
        ...nothing,
        bend: {
          what: { coin: depeggedCoin },
          curve: curveOf(
            startsAt,
            [
              [0, 0],
              [300, -0.12],
              [600, -0.09],
              [1_500, -0.02],
              [3_000, 0],
            ],
            8,
          ),
        },
      };
    case 'listing-day':
      return {
        ...nothing,
        bend: {
          what: { coin: listedCoin },
          curve: curveOf(
            startsAt,
            [
              [0, 0],
              [45, 0.7],
              [120, 1.1],
              [600, 0.6],
              [3_600, 0],
            ],
            300,
          ),
        },
        isListedNow: ({ known }) => known.ticker === listedCoin,
      };
    case 'delisting':
      return { ...nothing, withdrawal: { coin: delistedCoin, haltedAt: startsAt, delistedAt: startsAt + haltMs } };
    case 'stale-feed':
      return { ...nothing, isSilent: ({ rank }, ms) => rank <= staleRanks && isDuring(ms, silenceMs) };
    case 'feed-outage':
      return { ...nothing, isSilent: (_, ms) => isDuring(ms, silenceMs) };
  }
}

/** Straight between [seconds after the start, log price] points; the crowd is largest where the bend is deepest. */
function curveOf(startsAt: number, points: readonly (readonly [second: number, size: number])[], crowd: number): Bend {
  const length = points.at(-1)![0];
  // By the second, because every second of every symbol asks.
  const bySecond = new Float64Array(length + 2);
  points.slice(1).forEach(([x1, y1], i) => {
    const [x0, y0] = points[i]!;
    for (let x = x0; x <= x1; x++) bySecond[x] = y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  });
  const deepest = bySecond.reduce((most, size) => Math.max(most, Math.abs(size)), 0);
  const at = (ms: number) => {
    const second = (ms - startsAt) / secondMs;
    if (!(second > 0 && second < length)) return 0;
    const whole = Math.floor(second);
    return bySecond[whole]! + (bySecond[whole + 1]! - bySecond[whole]!) * (second - whole);
  };
  return { from: startsAt, to: startsAt + length * secondMs, at, crowdAt: (ms) => 1 + ((crowd - 1) * Math.abs(at(ms))) / deepest };
}

/** The same curve for something that follows it with another loading. */
export const bendBy = ({ from, to, at, crowdAt }: Bend, loading: number): Bend => ({ from, to, at: (ms) => loading * at(ms), crowdAt });
