// How far positions are from being closed by force. No exchange tells the leverage of its traders: the shares below are an assumption,
// stated on the page wherever a figure stands on it.
import * as v from 'valibot';
import { symbolId } from './market.ts';
import { tradingPeriodMs, tradingRangeMs, type TradingPeriod, type TradingRange } from './trading-data.ts';
import { call, count, decimal, languageType, listOf, timeMs } from './wire.ts';

/** Of what is open: opened anew within a day, evenly, and given up evenly within the day after. */
export const openedPerDay = 0.2;

/** Of what is opened, by worth: these shares are taken to be opened with up to so much leverage. Together 1. */
const assumedLeverage = [
  { leverage: 100, share: 0.01 },
  { leverage: 50, share: 0.03 },
  { leverage: 25, share: 0.08 },
  { leverage: 10, share: 0.28 },
  { leverage: 5, share: 0.35 },
  { leverage: 2, share: 0.25 },
] as const;

/** Of a position's worth: below so much margin an exchange closes it. */
const maintenanceMargin = 0.005;

/** How far the price goes against a position until it is closed, as a share of its entry price. */
const distanceToLiquidation = (leverage: number): number => 1 / leverage - maintenanceMargin;

/** The nearest first; share: of all that are closed by then. */
const steps = assumedLeverage.map(({ leverage }, i) => ({
  distance: distanceToLiquidation(leverage),
  share: assumedLeverage.slice(0, i + 1).reduce((sum, { share }) => sum + share, 0),
}));

/** Which share of positions is closed once the price has gone so far against them; straight between the leverages above. */
export function shareClosedWithin(distance: number): number {
  let [from, below] = [0, 0];
  for (const { distance: to, share } of steps) {
    if (distance < to) return distance <= from ? below : below + ((share - below) * (distance - from)) / (to - from);
    [from, below] = [to, share];
  }
  return below;
}

/** How far back the levels are shown, in columns of so long. */
export const levelPeriods = { '1d': '15m', '3d': '1h', '7d': '1h' } as const satisfies Partial<Record<TradingRange, TradingPeriod>>;
export type LevelRange = keyof typeof levelPeriods;
export const levelRanges = Object.keys(levelPeriods) as LevelRange[];
/** From the lowest to the highest price shown. */
export const levelRows = 60;
const maxColumns = Math.max(...levelRanges.map((range) => tradingRangeMs[range] / tradingPeriodMs[levelPeriods[range]]));

export const liquidationCalls = {
  liquidationLevels: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/tradingData/liquidationLevels',
    about:
      'Where positions of a contract would be closed by force: an estimate from open interest and prices, in dollars by price and time.',
    input: v.object({ languageType, symbolId, range: v.optional(v.picklist(levelRanges), '1d') }),
    output: v.object({
      /** False: the source of this site does not tell the open interest or the prices of this contract. */
      available: v.boolean(),
      symbolId,
      range: v.picklist(levelRanges),
      /** Of the lowest row its lower end, and how high a row is; null without prices. */
      lowest: v.nullable(decimal),
      rowHeight: v.nullable(decimal),
      /** Beginnings of the columns. */
      times: listOf(timeMs, maxColumns),
      /** At the end of each column; of the last one now. */
      prices: listOf(decimal, maxColumns),
      /**
       * By column, from the lowest row up: below the price longs would be closed, above it shorts. null where the open interest of the
       * day before is not known.
       */
      columns: listOf(v.nullable(listOf(count, levelRows)), maxColumns),
      asOf: timeMs,
    }),
  }),
} as const;
