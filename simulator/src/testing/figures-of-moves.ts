// Figures by which simulated moves are held to measured ones, for the test and for the report that prints them.

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function sd(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)));
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))]!;
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((value, i) => (value - meanA) * (b[i]! - meanB))) / (sd(a) * sd(b));
}

export const autocorrelation = (values: readonly number[], lag: number): number => correlation(values.slice(lag), values.slice(0, -lag));

export function excessKurtosis(values: readonly number[]): number {
  const [center, spread] = [mean(values), sd(values)];
  return mean(values.map((value) => ((value - center) / spread) ** 4)) - 3;
}

/** Of the least squares line, and how far the points lie from it. */
export function line(x: readonly number[], y: readonly number[]): { readonly slope: number; readonly residualSd: number } {
  const slope = (correlation(x, y) * sd(y)) / sd(x);
  return { slope, residualSd: sd(y.map((value, i) => value - slope * x[i]!)) };
}

export const logReturns = (closes: readonly number[]): number[] => closes.slice(1).map((close, i) => Math.log(close / closes[i]!));

/** Variance of moves over `steps` steps, overlapping, over that many times the variance of one: 1 = moves do not remember. */
export function varianceRatio(closes: readonly number[], steps: number): number {
  const logs = closes.map(Math.log);
  const meanSquare = (distance: number) => mean(logs.slice(distance).map((log, i) => (log - logs[i]!) ** 2));
  return meanSquare(steps) / (steps * meanSquare(1));
}

export interface CrossSection {
  /** Of days on which the first coin moved less than 2 %: what the median of the others did. */
  readonly quietMedians: readonly number[];
  /** Of all days: the share of coins that lost more than a tenth, and of those that rose. */
  readonly lowShares: readonly number[];
  readonly risingShares: readonly number[];
}

/** returns: of the leading coin first, the same days of all; a day without a price is no number. */
export function crossSection(returns: readonly (readonly number[])[]): CrossSection {
  const days = returns[0]!.map((_, day) => returns.map((series) => Math.exp(series[day]!) - 1).filter(Number.isFinite));
  const share = (changes: readonly number[], is: (change: number) => boolean) => changes.filter(is).length / changes.length;
  return {
    quietMedians: days.filter(([leader]) => Math.abs(leader!) < 0.02).map(([, ...others]) => median(others)),
    lowShares: days.map(([, ...others]) => share(others, (change) => change < -0.1)),
    risingShares: days.map(([, ...others]) => share(others, (change) => change > 0)),
  };
}
