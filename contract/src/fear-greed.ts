// Fear and greed: its bands, its parts and their weights, and how it is checked against an index of others (section 9).

/** As the known index (alternative.me) names its values, so that two indices beside each other say the same of the same number. */
export const fearGreedBands = [
  { band: 'extremeFear', upTo: 24 },
  { band: 'fear', upTo: 44 },
  { band: 'neutral', upTo: 54 },
  { band: 'greed', upTo: 74 },
  { band: 'extremeGreed', upTo: 100 },
] as const;
export type FearGreedBand = (typeof fearGreedBands)[number]['band'];
export const fearGreedBand = (value: number): FearGreedBand =>
  fearGreedBands.find(({ upTo }) => Math.round(value) <= upTo)?.band ?? 'extremeGreed';
export const bandNames = fearGreedBands.map(({ band }) => band);
export const fearGreedParts = ['volatility', 'momentum', 'breadth', 'derivatives', 'dominance', 'interest'] as const;
export type FearGreedPart = (typeof fearGreedParts)[number];
/**
 * Of 100. What cannot be measured gives its weight to the others, and the answer says so. The first three were chosen on history up to
 * the end of 2023 by `tools/fear-greed-report.ts`, which says when they differ; the others have no such history.
 */
export const fearGreedWeights: Readonly<Record<FearGreedPart, number>> = {
  volatility: 10,
  momentum: 45,
  breadth: 10,
  derivatives: 15,
  dominance: 10,
  interest: 10,
};
/** How the first three together moved with the known index on days after those; computed by the same program. */
export const fearGreedCheck = {
  source: 'alternative.me',
  weighedUpTo: Date.UTC(2023, 11, 31),
  from: Date.UTC(2024, 0, 1),
  to: Date.UTC(2025, 4, 2),
  days: 487,
  correlation: 0.77,
} as const;
/** A part is the rank of today's figures among those of the last year, and is silent until it knows a quarter of it. */
export const fearGreedRule = { rankedDays: 365, leastDays: 90, coins: 50, contracts: 5 } as const;
/** What the parts are ranked by. */
export const fearGreedFigures = [
  'volatilityRatio',
  'drawdown',
  'momentum',
  'breadth',
  'fundingRate',
  'takerBuyShare',
  'longAccounts',
  'dominanceShift',
  'favoritesAdded',
  'favoritesTotal',
] as const;
export type FearGreedFigure = (typeof fearGreedFigures)[number];
