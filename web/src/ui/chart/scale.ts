// Where a value lies on its axis. Five labels, evenly apart, always on round numbers.

export interface Axis {
  readonly from: number;
  readonly to: number;
  /** From the lowest to the highest. */
  readonly ticks: readonly number[];
}

const steps = 4;
const roundSteps = [1, 2, 2.5, 5, 10];

/** The narrowest axis of four round steps that holds all values; null where there is none. */
export function axisOf(
  values: Iterable<number | null>,
  fixed?: { readonly from: number; readonly to: number },
  hasZeroLine = false,
): Axis | null {
  if (fixed) return createAxis(fixed.from, (fixed.to - fixed.from) / steps);
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return null;
  if (low === high) {
    const room = Math.abs(low) / 10 || 1;
    low -= room;
    high += room;
  }
  for (let power = 10 ** Math.floor(Math.log10((high - low) / steps)); ; power *= 10) {
    for (const round of roundSteps) {
      const step = round * power;
      // The foot may stand on a fifth of a step: the line then fills the plot, and the labels are still round. Where bars
      // stand on zero, zero has a label.
      const parts = hasZeroLine ? 1 : 5;
      const from = Math.floor((low / step) * parts + 1e-9) * (step / parts);
      if (from + steps * step >= high - step * 1e-9) return createAxis(from, step);
    }
  }
}

/** Sums of steps like 0.1 carry dust; the label should not. */
const clean = (value: number): number => Number(value.toPrecision(12));

function createAxis(from: number, step: number): Axis {
  const ticks = Array.from({ length: steps + 1 }, (_, i) => clean(from + i * step));
  return { from: ticks[0]!, to: ticks[steps]!, ticks };
}

/** 0 at the lower end of the axis, 1 at the upper. */
export const shareOf = ({ from, to }: { readonly from: number; readonly to: number }, value: number): number =>
  to === from ? 0.5 : (value - from) / (to - from);

/** The place of the time nearest to `at` in a rising list. */
export function nearestIndex(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= at) low = middle;
    else high = middle;
  }
  return Math.abs(times[low]! - at) <= Math.abs((times[high] ?? Infinity) - at) ? low : high;
}
