// How picks did. One piece of code for the page and for the report on recorded history, so that neither can flatter.
import { pickCostOfTrade, pickCurveDays, pickHorizons, type PickCurvePoint, type PickScore } from '@tidemark/contract/picks.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Interval } from '@tidemark/contract/pick-record.ts';

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
  /** Its day. */
  readonly ts: number;
  readonly outcomes: readonly PickOutcome[];
  readonly day: readonly DayOutcome[];
}

/** How much a symbol changed over the days after a moment; null = not over, or not traded any more. */
export type ChangeAfter = (symbolId: string, days: Horizon) => number | null;

/** Null until the days are over for BTC, which trades always. */
export function judgeDay(universe: readonly string[], btcSymbolId: string, changeAfter: ChangeAfter, days: Horizon): DayOutcome | null {
  const btc = changeAfter(btcSymbolId, days);
  const all = universe
    .map((symbolId) => changeAfter(symbolId, days))
    .filter((change) => change !== null)
    .sort((a, b) => a - b);
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
  /** What picks brought more than random ones, by day: where the true figure lies with 95 %. Null while there are too few days. */
  readonly edge: Interval | null;
}

/** Picks of neighbouring days share most of their days; those of neighbouring blocks hardly any. */
const blockDays = 28;
/** Student's 97.5 % points for 1, 2, 3... degrees of freedom. */
const student = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086,
  2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Of the mean of values by day, oldest first, from the means of blocks of days. */
export function intervalOf(values: readonly number[]): Interval | null {
  const count = Math.floor(values.length / blockDays);
  if (count < 2) return null;
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const blocks = Array.from({ length: count }, (_, i) =>
    mean(values.slice(Math.floor((i * values.length) / count), Math.floor(((i + 1) * values.length) / count))),
  );
  const middle = mean(blocks);
  const error = Math.sqrt(blocks.reduce((sum, block) => sum + (block - middle) ** 2, 0) / (count - 1) / count);
  const width = (student[count - 2] ?? 1.96 + 2.4 / (count - 1)) * error;
  return { low: middle - width, high: middle + width };
}

export interface DailyResult {
  readonly ts: number;
  readonly picks: number;
  /** Less what random picks brought; both pay the same costs. */
  readonly edge: number;
  /** After costs, less what BTC brought. */
  readonly overBtc: number;
  readonly aheadOfMedian: number;
}

/** Oldest first. */
export function dailyResults(picks: readonly JudgedPick[], days: Horizon): DailyResult[] {
  const byDay = Map.groupBy(judgedAfter(picks, days), ({ ts }) => ts);
  return [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([ts, list]) => {
      const { random, btc, median } = list[0]!.against;
      const change = list.reduce((sum, pick) => sum + pick.change, 0) / list.length;
      return {
        ts,
        picks: list.length,
        edge: change - random,
        overBtc: change - pickCostOfTrade - btc,
        aheadOfMedian: list.filter((pick) => pick.change > median).length / list.length,
      };
    });
}

const judgedAfter = (picks: readonly JudgedPick[], days: Horizon) =>
  picks.flatMap(({ ts, outcomes, day }) => {
    const own = outcomes.find((outcome) => outcome.days === days);
    const against = day.find((outcome) => outcome.days === days);
    return own && against ? [{ ts, change: own.change, against }] : [];
  });

/** Every pick counts the same. BTC is held and pays nothing; picks, chosen or random, pay for their trade. */
export function sumUp(picks: readonly JudgedPick[], days: Horizon): Score {
  const over = judgedAfter(picks, days);
  const average = (figure: (pick: (typeof over)[number]) => number) =>
    over.length === 0 ? null : over.reduce((sum, pick) => sum + figure(pick), 0) / over.length;
  return {
    days,
    picks: over.length,
    netChange: average(({ change }) => change - pickCostOfTrade),
    btcChange: average(({ against }) => against.btc),
    randomChange: average(({ against }) => against.random - pickCostOfTrade),
    aheadOfBtc: average(({ change, against }) => (change - pickCostOfTrade > against.btc ? 1 : 0)),
    aheadOfMedian: average(({ change, against }) => (change > against.median ? 1 : 0)),
    edge: intervalOf(dailyResults(picks, days).map(({ edge }) => edge)),
  };
}

/** What 100 became. Stretches do not overlap, so that nothing is bought with money that is still in use. */
export function curveOf(picks: readonly JudgedPick[], write: (value: number) => string): PickCurvePoint[] {
  const byDay = Map.groupBy(judgedAfter(picks, pickCurveDays), ({ ts }) => ts);
  const points: PickCurvePoint[] = [];
  let [worth, btc, freeFrom] = [100, 100, -Infinity];
  for (const [ts, list] of [...byDay].sort(([a], [b]) => a - b)) {
    if (ts < freeFrom) continue;
    if (points.length === 0) points.push({ at: ts, picks: write(worth), btc: write(btc) });
    worth *= 1 + list.reduce((sum, { change }) => sum + change, 0) / list.length - pickCostOfTrade;
    btc *= 1 + list[0]!.against.btc;
    freeFrom = ts + pickCurveDays * dayMs;
    points.push({ at: freeFrom, picks: write(worth), btc: write(btc) });
  }
  return points;
}

export const writeScore = (score: Score, write: (value: number) => string): PickScore => ({
  days: score.days,
  picks: score.picks,
  netChange: score.netChange === null ? null : write(score.netChange),
  btcChange: score.btcChange === null ? null : write(score.btcChange),
  randomChange: score.randomChange === null ? null : write(score.randomChange),
  aheadOfBtc: score.aheadOfBtc === null ? null : write(score.aheadOfBtc),
  aheadOfMedian: score.aheadOfMedian === null ? null : write(score.aheadOfMedian),
  edge: score.edge && { low: write(score.edge.low), high: write(score.edge.high) },
});
