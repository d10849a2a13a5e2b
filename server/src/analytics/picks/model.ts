// How the factors of one day become a ranking: each factor is turned into its rank among the coins of that day (-1 the
// lowest, 1 the highest), and the score is the weighted sum. Ranks keep one wild coin from deciding for all others.
import { aiPicks, pickFactors, type PickFactor } from '@tidemark/contract/picks.ts';
import { averageDays, averageTurnover, changeOver, ownFactors, type Day, type Factors } from './factors.ts';

/** Sizes sum up to 1, so that a score lies between -1 and 1. */
export type Weights = Readonly<Record<PickFactor, number>>;

/** Chosen on recorded history, by the rule in docs/ai-picks.md; `tools/picks-report.ts` writes that page and says when this differs. */
export const chosenModel: { readonly name: string; readonly weights: Weights } = {
  name: 'high nearHigh, low volatility',
  weights: { momentum: 0, shortTerm: 0, nearHigh: 0.5, volume: 0, flow: 0, volatility: -0.5, breadth: 0 },
};

export interface Candidate {
  readonly symbolId: string;
  readonly sector: string;
  /** Rising, without holes; the judged day is at `at`. */
  readonly days: readonly Day[];
  readonly at: number;
}

export interface Scored {
  readonly symbolId: string;
  readonly score: number;
  readonly factors: Factors;
  /** Each factor's place among the candidates, -1 to 1. */
  readonly ranks: Factors;
  readonly averageTurnover: number;
}

/** Fewer coins make no ranking. */
const leastCoins = 10;
/** A coin that moves less from day to day is tied to a currency, even if its name does not say so. */
const leastVolatility = 0.005;

export const pickFrom = (ranking: readonly Scored[]): readonly Scored[] => ranking.slice(0, aiPicks.perDayAtMost);

/** Every candidate that passes the floor, best first. */
export function scoreDay(candidates: readonly Candidate[], weights: Weights): Scored[] {
  const known = candidates.flatMap((candidate) => {
    const { days, at } = candidate;
    const turnover = at >= 0 && at < days.length ? averageTurnover(days, at) : 0;
    if (turnover < aiPicks.floorUsdt) return [];
    const own = ownFactors(days, at);
    return own && own.volatility >= leastVolatility ? [{ candidate, own, turnover, isRising: changeOver(days, at, averageDays) > 0 }] : [];
  });
  if (known.length < leastCoins) return [];
  const breadth = breadths(known.map(({ candidate, isRising }) => ({ sector: candidate.sector, isRising })));
  const factors = known.map(({ candidate, own }): Factors => ({ ...own, breadth: breadth.get(candidate.sector)! }));
  const ranks = factors.map((): Record<PickFactor, number> => ({
    momentum: 0,
    shortTerm: 0,
    nearHigh: 0,
    volume: 0,
    flow: 0,
    volatility: 0,
    breadth: 0,
  }));
  for (const name of pickFactors) rankAll(factors.map((row) => row[name])).forEach((rank, i) => (ranks[i]![name] = rank));
  return known
    .map(({ candidate, turnover }, i) => ({
      symbolId: candidate.symbolId,
      score: pickFactors.reduce((sum, name) => sum + weights[name] * ranks[i]![name], 0),
      factors: factors[i]!,
      ranks: ranks[i]!,
      averageTurnover: turnover,
    }))
    .sort((a, b) => b.score - a.score || (a.symbolId < b.symbolId ? -1 : 1));
}

/** Share of a sector's coins that stand higher than a week ago. */
function breadths(coins: readonly { sector: string; isRising: boolean }[]): Map<string, number> {
  const counts = new Map<string, { rising: number; all: number }>();
  for (const { sector, isRising } of coins) {
    const count = counts.get(sector) ?? { rising: 0, all: 0 };
    counts.set(sector, { rising: count.rising + (isRising ? 1 : 0), all: count.all + 1 });
  }
  return new Map([...counts].map(([sector, { rising, all }]) => [sector, rising / all]));
}

/** Equal values share the middle of their places. */
export function rankAll(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length).fill(0);
  for (let i = 0; i < order.length;) {
    let end = i + 1;
    while (end < order.length && values[order[end]!] === values[order[i]!]) end++;
    const place = (i + end - 1) / 2;
    for (; i < end; i++) ranks[order[i]!] = order.length > 1 ? (2 * place) / (order.length - 1) - 1 : 0;
  }
  return ranks;
}
