// What the model looks at, from daily candles alone: the same arithmetic on the live market and on recorded history.
// A day's factors know that day's close and nothing after it.
import type { PickFactor } from '@tidemark/contract/picks.ts';

export interface Day {
  readonly ts: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** USDT. */
  readonly turnover: number;
}

export type Factors = Readonly<Record<PickFactor, number>>;

/** Days before the judged one that must be there. */
export const lookBackDays = 30;
export const averageDays = 7;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Average turnover of the seven days up to `at`; the floor of section 9 is held against it. */
export const averageTurnover = (days: readonly Day[], at: number): number =>
  mean(days.slice(Math.max(0, at + 1 - averageDays), at + 1).map((day) => day.turnover));

export const changeOver = (days: readonly Day[], at: number, length: number): number => days[at]!.close / days[at - length]!.close - 1;

/** Everything but the breadth of the sector, which needs the others. Null = too young, or a hole in its history. */
export function ownFactors(days: readonly Day[], at: number): Omit<Factors, 'breadth'> | null {
  const first = at - lookBackDays;
  if (first < 0 || days[at]!.ts - days[first]!.ts !== lookBackDays * 86_400_000) return null;
  const seen = days.slice(first, at + 1);
  if (seen.some(({ close, turnover }) => !(close > 0) || !(turnover >= 0))) return null;
  const returns = seen.slice(1).map((day, i) => Math.log(day.close / seen[i]!.close));
  const usual = mean(returns);
  const volatility = Math.sqrt(mean(returns.map((value) => (value - usual) ** 2)));
  if (!(volatility > 0)) return null;
  const month = mean(seen.slice(1).map((day) => day.turnover));
  const recent = mean(seen.slice(-3).map((day) => day.turnover));
  if (!(month > 0) || !(recent > 0)) return null;
  return {
    // A month's rise in units of what the coin does anyway.
    momentum: Math.log(days[at]!.close / days[first]!.close) / (volatility * Math.sqrt(lookBackDays)),
    shortTerm: changeOver(days, at, averageDays),
    nearHigh: days[at]!.close / Math.max(...seen.map((day) => day.high)) - 1,
    volume: recent / month - 1,
    flow: moneyFlow(seen.slice(-averageDays)),
    volatility,
  };
}

/** Where days closed between their low and high, weighted by turnover: 1 = always at the high, -1 = always at the low. */
function moneyFlow(days: readonly Day[]): number {
  let flow = 0;
  let all = 0;
  for (const { high, low, close, turnover } of days) {
    if (high > low) flow += ((2 * close - high - low) / (high - low)) * turnover;
    all += turnover;
  }
  return all > 0 ? flow / all : 0;
}
