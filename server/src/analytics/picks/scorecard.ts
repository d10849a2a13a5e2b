// How picks did. One piece of code for the page and for the report on recorded history, so that neither can flatter.
import { pickCostOfTrade, pickHorizons, type PickScore } from '@tidemark/contract/analytics.ts';

export type Horizon = (typeof pickHorizons)[number];

/** What a day's picks are held against; changes are those from the close before the day to the close `days` later. */
export interface DayOutcome {
  readonly days: Horizon;
  readonly btc: number;
  /** Of every coin that could have been picked: what picking at random brings on average. */
  readonly random: number;
  readonly median: number;
}

export interface PickOutcome {
  readonly days: Horizon;
  readonly change: number;
}

export interface JudgedPick {
  readonly outcomes: readonly PickOutcome[];
  readonly day: readonly DayOutcome[];
}

/** How much a symbol changed over the days after a moment; null = not over, or not traded any more. */
export type ChangeAfter = (symbolId: string, days: Horizon) => number | null;

/** Null until the days are over for BTC, which trades always. */
export function judgeDay(universe: readonly string[], btcSymbolId: string, changeAfter: ChangeAfter, days: Horizon): DayOutcome | null {
  const btc = changeAfter(btcSymbolId, days);
  const all = universe.map((symbolId) => changeAfter(symbolId, days)).filter((change) => change !== null).sort((a, b) => a - b);
  if (btc === null || all.length === 0) return null;
  return { days, btc, random: all.reduce((sum, change) => sum + change, 0) / all.length, median: medianOf(all) };
}

const medianOf = (sorted: readonly number[]): number => {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export interface Score {
  readonly days: Horizon;
  readonly picks: number;
  readonly netChange: number | null;
  readonly btcChange: number | null;
  readonly randomChange: number | null;
  readonly aheadOfBtc: number | null;
  readonly aheadOfMedian: number | null;
}

/** Every pick counts the same. BTC is held and pays nothing; picks, chosen or random, pay for their trade. */
export function sumUp(picks: readonly JudgedPick[], days: Horizon): Score {
  const over = picks.flatMap(({ outcomes, day }) => {
    const own = outcomes.find((outcome) => outcome.days === days);
    const against = day.find((outcome) => outcome.days === days);
    return own && against ? [{ change: own.change, against }] : [];
  });
  const average = (figure: (pick: (typeof over)[number]) => number) => (over.length === 0 ? null : over.reduce((sum, pick) => sum + figure(pick), 0) / over.length);
  return {
    days,
    picks: over.length,
    netChange: average(({ change }) => change - pickCostOfTrade),
    btcChange: average(({ against }) => against.btc),
    randomChange: average(({ against }) => against.random - pickCostOfTrade),
    aheadOfBtc: average(({ change, against }) => (change - pickCostOfTrade > against.btc ? 1 : 0)),
    aheadOfMedian: average(({ change, against }) => (change > against.median ? 1 : 0)),
  };
}

export const writeScore = (score: Score, write: (value: number) => string): PickScore => ({
  days: score.days,
  picks: score.picks,
  netChange: score.netChange === null ? null : write(score.netChange),
  btcChange: score.btcChange === null ? null : write(score.btcChange),
  randomChange: score.randomChange === null ? null : write(score.randomChange),
  aheadOfBtc: score.aheadOfBtc === null ? null : write(score.aheadOfBtc),
  aheadOfMedian: score.aheadOfMedian === null ? null : write(score.aheadOfMedian),
});
