// For tests: the arithmetic of a second computation, in the plainest way, and what it found.

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const middle = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? 0 : (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};

export const binOf = (change: number) => {
  const size = Math.abs(change);
  if (size < 0.00005) return 5;
  const step = [0.03, 0.05, 0.07, 0.1].filter((edge) => size >= edge).length + 1;
  return change > 0 ? 5 + step : 5 - step;
};

export const differences: string[] = [];
export let compared = 0;
/** A text that is not this number as finely as it is written. */
export function same(what: string, actual: string | number | null, expected: number): void {
  compared++;
  const unit = typeof actual === 'string' ? 10 ** -(actual.split('.')[1]?.length ?? 0) : 0;
  if (actual === null || Math.abs(Number(actual) - expected) > unit / 2 + 1e-9 * Math.abs(expected))
    differences.push(`${what}: ${actual} is not ${expected}`);
}
export function sameList(what: string, actual: readonly unknown[], expected: readonly unknown[]): void {
  compared += Math.max(1, expected.length);
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    differences.push(`${what}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}
/** Where only limits are known. */
export function between(what: string, actual: number, low: number, high: number): void {
  compared++;
  const slack = 1e-9 * Math.abs(actual);
  if (!(actual >= low - slack && actual <= high + slack)) differences.push(`${what}: ${actual} is not within ${low} and ${high}`);
}
