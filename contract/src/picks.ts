// AI picks: their factors, what became of them, and the scorecard (section 9).
import * as v from 'valibot';
import { coinCode, iconUrl, liquidityFloorUsdt, symbolId } from './market.ts';
import { count, decimal, filled, fraction, listOf, text, timeMs } from './wire.ts';

/** Section 9, AI picks. */
export const aiPicks = { perDayAtMost: 5, floorUsdt: liquidityFloorUsdt, floorAverageDays: 7 } as const;

/** What the picks' model looks at (docs/ai-picks.md), and what stands beside it without being part of the score. */
export const pickFactors = ['momentum', 'shortTerm', 'nearHigh', 'volume', 'flow', 'volatility', 'breadth'] as const;
export type PickFactor = (typeof pickFactors)[number];
/** A pick is judged after so many days. */
export const pickHorizons = [1, 3, 7] as const;

const pickHead = {
  coinId: filled(64),
  symbolId,
  coinName: coinCode,
  /** The day it is for, UTC. */
  pickedAt: timeMs,
  /** Made afterwards from history, when the site first started; later ones were made on their day. */
  isBackfilled: v.boolean(),
};
/** After a number of days, before costs; null = not over yet, or not known. random: the average of every coin that could be picked. */
const outcome = v.object({
  days: v.picklist(pickHorizons),
  change: v.nullable(fraction),
  btcChange: v.nullable(fraction),
  randomChange: v.nullable(fraction),
});
export const pastPick = v.object({
  ...pickHead,
  coinIcon: iconUrl,
  rank: count,
  price: decimal,
  outcomes: listOf(outcome, pickHorizons.length),
});
export type PastPick = v.InferOutput<typeof pastPick>;

/** Section 3, Coin detail. */
export const coinPick = v.object({
  ...pickHead,
  coinIcon: iconUrl,
  name: filled(100),
  rank: count,
  /** -1 to 1. */
  score: decimal,
  /** When the day began. */
  price: decimal,
  tags: listOf(filled(64), 20),
  /** Shares of the accounts that hold a contract of the coin; null = there is none. */
  longRate: v.nullable(fraction),
  shortRate: v.nullable(fraction),
  deciphermentTitle: text(300),
  deciphermentContent: text(8000),
  deciphermentUpdateTime: timeMs,
  /** rank: the place among all coins of the day, -1 the lowest, 1 the highest. weight: signed, sizes sum up to 1. */
  factors: listOf(v.object({ name: v.picklist(pickFactors), value: decimal, rank: decimal, weight: decimal }), 20),
  averageTurnover7d: decimal,
  fundingRate: v.nullable(fraction),
  takerBuyShare: v.nullable(fraction),
});
export type CoinPick = v.InferOutput<typeof coinPick>;

/** Averages over all picks whose days are over; net: after the costs of buying and selling. */
export const pickScore = v.object({
  days: v.picklist(pickHorizons),
  picks: count,
  netChange: v.nullable(fraction),
  btcChange: v.nullable(fraction),
  /** After the same costs. */
  randomChange: v.nullable(fraction),
  aheadOfBtc: v.nullable(fraction),
  aheadOfMedian: v.nullable(fraction),
  /** Change beyond that of random picks, 95 % interval; null = too few days. */
  edge: v.nullable(v.object({ low: fraction, high: fraction })),
});
export type PickScore = v.InferOutput<typeof pickScore>;
/** What 100 became by buying the picks of a day, selling them so many days later for those of that day, and so on, each time with costs. */
export const pickCurveDays = 7;
export const pickCurvePoint = v.object({ at: timeMs, picks: decimal, btc: decimal });
export type PickCurvePoint = v.InferOutput<typeof pickCurvePoint>;
/** Fee and slippage of buying and selling, as a share of the amount. */
export const pickCostOfTrade = 0.004;
