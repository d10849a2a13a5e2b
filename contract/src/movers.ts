// Top movers: the kinds of events, the rules they follow, and their shape. The rules are printed on the page, so both
// sides read them from here.
import * as v from 'valibot';
import { coinCode, iconUrl, liquidityFloorUsdt, symbolId } from './market.ts';
import { dayMs, hourMs, minuteMs } from './time.ts';
import { decimal, filled, fraction, timeMs } from './wire.ts';

export const moverTypes = [
  'newHigh24h',
  'newLow24h',
  'newHigh7d',
  'newLow7d',
  'newHigh30d',
  'newLow30d',
  'rise5m',
  'fall5m',
  'rise2h',
  'fall2h',
  'pullback',
  'rally',
  'riseWithVolume',
  'fallWithVolume',
  'largeBuy',
  'largeSell',
  'longLiquidated',
  'shortLiquidated',
] as const;
export type MoverType = (typeof moverTypes)[number];
const moverTiers = [1, 2, 3] as const;
export type MoverTier = (typeof moverTiers)[number];

const threeShares = v.tuple([v.pipe(v.number(), v.gtValue(0)), v.pipe(v.number(), v.gtValue(0)), v.pipe(v.number(), v.gtValue(0))]);
const share = v.pipe(v.number(), v.gtValue(0), v.ltValue(1));
const amount = v.pipe(v.number(), v.minValue(0));
/** An operator may set any of them. Changes are shares: 0.03 is 3 %. */
export const moverRules = v.object({
  /** Coins that are traded less in 24 h are not judged. */
  floorUsdt: v.optional(amount, liquidityFloorUsdt),
  /** Listed for less than this: a high of its whole life says nothing. */
  minAgeMs: v.optional(amount, dayMs),
  /** Where each tier of a rise or fall within 5 minutes and within 2 hours begins. */
  moveTiers: v.optional(threeShares, [0.03, 0.07, 0.11]),
  /** The same within 15 minutes, with this many times the mean volume of so many periods before. */
  volumeTiers: v.optional(threeShares, [0.07, 0.11, 0.15]),
  volumeTimes: v.optional(amount, 50),
  volumePeriods: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)), 24),
  /** Pullback: the day rose by so much, and the price is back by the second. Rally: the other way round. */
  dayMove: v.optional(share, 0.08),
  dayReturn: v.optional(share, 0.05),
  /** A taker's order this many times the median of the last hundred, and not below the floor. */
  largeTimes: v.optional(amount, 10),
  largeFloorUsdt: v.optional(amount, 10_000),
  /** Where each tier of a single liquidation begins. */
  liquidationTiersUsdt: v.optional(v.tuple([amount, amount, amount]), [250_000, 1_000_000, 5_000_000]),
});
export type MoverRules = v.InferOutput<typeof moverRules>;
export const defaultMoverRules: MoverRules = v.parse(moverRules, {});

/** What an operator wrote, as JSON; a rule that is not named is as usual. problem: why it cannot be used, and then the usual rules hold. */
export function readMoverRules(json: string): { readonly rules: MoverRules; readonly problem: string | null } {
  const refused = (problem: string) => ({ rules: defaultMoverRules, problem });
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return refused('it cannot be read');
  }
  const read = v.safeParse(v.strictObject(moverRules.entries), given);
  if (!read.success) return refused(`${v.getDotPath(read.issues[0]) ?? 'it'}: ${read.issues[0].message}`);
  const isRising = ([first, second, third]: readonly [number, number, number]) => first < second && second < third;
  const { moveTiers, volumeTiers, liquidationTiersUsdt } = read.output;
  if (![moveTiers, volumeTiers, liquidationTiersUsdt].every(isRising)) return refused('every tier must begin above the one before');
  return { rules: read.output, problem: null };
}

/** How far back an event looks. Within it the same event of the same pair is told once, and again only in a higher tier. */
export const moverWindowMs: Readonly<Record<MoverType, number>> = {
  newHigh24h: dayMs,
  newLow24h: dayMs,
  newHigh7d: 7 * dayMs,
  newLow7d: 7 * dayMs,
  newHigh30d: 30 * dayMs,
  newLow30d: 30 * dayMs,
  rise5m: 5 * minuteMs,
  fall5m: 5 * minuteMs,
  rise2h: 2 * hourMs,
  fall2h: 2 * hourMs,
  pullback: dayMs,
  rally: dayMs,
  riseWithVolume: 15 * minuteMs,
  fallWithVolume: 15 * minuteMs,
  largeBuy: hourMs,
  largeSell: hourMs,
  longLiquidated: hourMs,
  shortLiquidated: hourMs,
};
export const isUpMove = (type: MoverType): boolean => /^(?:newHigh|rise|rally|largeBuy|shortLiquidated)/.test(type);

/** When an event's outcome is looked at. */
export const moverFollowUpsMs = { after1h: hourMs, after24h: dayMs } as const;
export type MoverFollowUp = keyof typeof moverFollowUpsMs;

export const moverEvent = v.object({
  id: filled(120),
  type: v.picklist(moverTypes),
  tier: v.picklist(moverTiers),
  symbolId,
  baseSymbol: coinCode,
  pricedSymbol: coinCode,
  name: filled(100),
  iconUrl,
  businessLine: v.picklist([1, 2]),
  price: decimal,
  /** Of the price, within the window of the type; null where the event is not a move. */
  change: v.nullable(fraction),
  /** Of large orders and liquidations. */
  amountUsdt: v.nullable(decimal),
  at: timeMs,
  /** Of the price since the event; null until it is time. */
  after1h: v.nullable(fraction),
  after24h: v.nullable(fraction),
});
export type MoverEvent = v.InferOutput<typeof moverEvent>;
