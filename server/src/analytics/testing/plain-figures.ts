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
export function same(what: string, told: string | number | null, expected: number): void {
  compared++;
  const unit = typeof told === 'string' ? 10 ** -(told.split('.')[1]?.length ?? 0) : 0;
  if (told === null || Math.abs(Number(told) - expected) > unit / 2 + 1e-9 * Math.abs(expected))
    differences.push(`${what}: ${told} is not ${expected}`);
}
export function sameList(what: string, told: readonly unknown[], expected: readonly unknown[]): void {
  compared += Math.max(1, expected.length);
  if (JSON.stringify(told) !== JSON.stringify(expected))
    differences.push(`${what}: ${JSON.stringify(told)} is not ${JSON.stringify(expected)}`);
}
/** Where only limits are known. */
export function between(what: string, told: number, low: number, high: number): void {
  compared++;
  const slack = 1e-9 * Math.abs(told);
  if (!(told >= low - slack && told <= high + slack)) differences.push(`${what}: ${told} is not within ${low} and ${high}`);
}
