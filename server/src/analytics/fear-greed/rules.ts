// Pure arithmetic of the index (method: facts of a day -> figures -> ranks within a year -> parts -> one value). What is
// not known is null all the way; a part that is not known gives its weight to the others.
import {
  fearGreedFigures,
  fearGreedParts,
  fearGreedRule,
  fearGreedWeights,
  type FearGreedFigure,
  type FearGreedPart,
} from '@tidemark/contract/fear-greed.ts';
import { dayMs } from '@tidemark/contract/time.ts';

export type Figures = Readonly<Record<FearGreedFigure, number | null>>;

export interface FigureDay {
  /** Begin of the day UTC. */
  readonly ts: number;
  readonly figures: Figures;
}

export interface IndexDay {
  readonly ts: number;
  readonly parts: Readonly<Record<FearGreedPart, number | null>>;
  readonly value: number | null;
}

/** Which figures a part is the average rank of, and whether a high figure means greed (1) or fear (-1). */
export const partFigures: Readonly<Record<FearGreedPart, { readonly figures: readonly FearGreedFigure[]; readonly sign: 1 | -1 }>> = {
  volatility: { figures: ['volatilityRatio', 'drawdown'], sign: -1 },
  momentum: { figures: ['momentum'], sign: 1 },
  breadth: { figures: ['breadth'], sign: 1 },
  derivatives: { figures: ['fundingRate', 'takerBuyShare', 'longAccounts'], sign: 1 },
  dominance: { figures: ['dominanceShift'], sign: -1 },
  interest: { figures: ['favoritesAdded'], sign: 1 },
};

export const noFigures = Object.fromEntries(fearGreedFigures.map((figure) => [figure, null])) as Figures;

/** 0 to 100: how many of the values lie below, equal ones counted half. */
function rankWithin(values: readonly number[], value: number): number {
  let below = 0;
  let equal = 0;
  for (const other of values) {
    if (other < value) below++;
    else if (other === value) equal++;
  }
  return (100 * (below + equal / 2)) / values.length;
}

/** The index of the day at `at`, among the days before it; rising in time. */
export function indexDay(days: readonly FigureDay[], at: number): IndexDay {
  const { ts, figures } = days[at]!;
  const year: FigureDay[] = [];
  for (let i = at; i >= 0 && days[i]!.ts > ts - fearGreedRule.rankedDays * dayMs; i--) year.push(days[i]!);

  const rankOf = (figure: FearGreedFigure): number | null => {
    const value = figures[figure];
    if (value === null) return null;
    const known = year.map((day) => day.figures[figure]).filter((other) => other !== null);
    return known.length < fearGreedRule.leastDays ? null : rankWithin(known, value);
  };
  const partOf = (part: FearGreedPart): number | null => {
    const { figures: names, sign } = partFigures[part];
    const ranks = names.map(rankOf).filter((rank) => rank !== null);
    if (ranks.length === 0) return null;
    const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    return sign === 1 ? mean : 100 - mean;
  };
  const parts = Object.fromEntries(fearGreedParts.map((part) => [part, partOf(part)])) as IndexDay['parts'];
  return { ts, parts, value: totalOf(parts) };
}

/** Half of the weight must be known, or there is no index. */
const leastWeight = 50;

export function weightsOf(parts: IndexDay['parts']): Readonly<Record<FearGreedPart, number>> {
  const known = fearGreedParts.filter((part) => parts[part] !== null);
  const sum = known.reduce((total, part) => total + fearGreedWeights[part], 0);
  return Object.fromEntries(
    fearGreedParts.map((part) => [part, parts[part] === null || sum === 0 ? 0 : fearGreedWeights[part] / sum]),
  ) as Record<FearGreedPart, number>;
}

/** The index of known parts. */
export function totalOf(parts: IndexDay['parts']): number | null {
  const known = fearGreedParts.filter((part) => parts[part] !== null);
  if (known.reduce((sum, part) => sum + fearGreedWeights[part], 0) < leastWeight) return null;
  const weights = weightsOf(parts);
  return known.reduce((sum, part) => sum + weights[part] * parts[part]!, 0);
}
