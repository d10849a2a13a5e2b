// What the picks' model did on days that had no say in choosing it, and how a page words such a result.

/** With 95 % the true figure lies between. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Of the nested walk-forward test; written down from `tools/picks-report.ts`, which says when it differs. Changes are those of one pick.
 */
export const pickRecord = {
  from: Date.UTC(2022, 9, 1),
  to: Date.UTC(2025, 4, 31),
  embargoDays: 30,
  /** Days a pick was held. */
  days: 7,
  picks: 4335,
  /** Change beyond that of random picks. */
  edge: { low: -0.0078, high: 0.0101 },
  /** Change after costs beyond that of BTC. */
  overBtc: { low: -0.0158, high: 0.0016 },
  aheadOfMedian: { share: 0.556, low: 0.513, high: 0.6 },
} as const;

export const pickVerdicts = ['better', 'chance', 'worse', 'early'] as const;
export type PickVerdict = (typeof pickVerdicts)[number];

/** Only an interval that lies wholly on one side of random picks says anything. */
export function pickVerdict(edge: Interval | null): PickVerdict {
  if (edge === null) return 'early';
  if (edge.low > 0) return 'better';
  return edge.high < 0 ? 'worse' : 'chance';
}
