// Where a value lies on its axis. The axis fits what is drawn; its labels stand on round numbers within it.

export interface Axis {
  readonly from: number;
  readonly to: number;
  /** From the lowest to the highest. */
  readonly ticks: readonly number[];
}

export interface AxisRules {
  /** Fixes both ends. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  /** So many of what is read are one of the values: labels are round as they are read. */
  readonly rate?: number | undefined;
  /** How a label reads: a step finer than that is not taken. */
  readonly format?: ((value: number) => string) | undefined;
}

const [fewestLabels, mostLabels] = [3, 6];
const roundSteps = [1, 2, 2.5, 5];
/** Left free above and below what is drawn. */
const freeShare = 0.05;
/** Below it computers do not count exactly. */
const nothing = 1e-290;
/** A text that never changes is taken as it is. */
const mostPowers = 6;

/** Holds all values, which fill nine tenths of it, and has three to six labels; null where there are no values. */
export function axisOf(values: Iterable<number | null>, { range, rate = 1, format = String }: AxisRules = {}): Axis | null {
  const ends = range ?? endsOf(values);
  if (!ends) return null;
  let [from, to] = [ends.from * rate, ends.to * rate];
  const least = 10 ** Math.floor(Math.log10((to - from) / mostLabels));
  for (let power = least; ; power *= 10) {
    for (const round of roundSteps) {
      const step = round * power;
      let ticks = multiplesOf(step, from, to);
      // Five steps of 2 read worse than four of 2.5.
      if (ticks.length > (round === 2 ? mostLabels - 1 : mostLabels)) continue;
      if (power < least * 10 ** mostPowers && !isTold(step, round === 2.5, (shown) => format(shown / rate), from, to)) continue;
      if (ticks.length < fewestLabels && !range) {
        // All of it lies within what one label says: the axis grows until it has some.
        [from, to] = grown(step, from, to);
        ticks = multiplesOf(step, from, to);
      }
      return { from: from / rate, to: to / rate, ticks: ticks.map((tick) => clean(tick / rate)) };
    }
  }
}

function endsOf(values: Iterable<number | null>): { from: number; to: number } | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return null;
  const size = Math.max(Math.abs(low), Math.abs(high));
  // What differs by dust alone lies in the middle, and so does what is next to nothing.
  const flatRoom = size > nothing ? size / 10 : 1;
  const free = high - low <= 1e-12 * size + nothing ? flatRoom : (high - low) * freeShare;
  // What is never below zero needs no room there.
  return { from: low >= 0 ? Math.max(0, low - free) : low - free, to: high < 0 ? Math.min(0, high + free) : high + free };
}

/** Whether labels so far apart read as what they are: neighbours differ, and the half of a 2.5 is not rounded away. */
function isTold(step: number, hasHalf: boolean, format: (shown: number) => string, from: number, to: number): boolean {
  // Large numbers are the ones that are shortened. A half is in every other multiple.
  const tick = (2 * Math.floor((-from > to ? from : to) / step / 2) + 1) * step;
  const apart = hasHalf ? step / 5 : step;
  const [below, text, above] = [tick - apart, tick, tick + apart].map((shown) => format(clean(shown)));
  return below !== text && above !== text;
}

function grown(step: number, from: number, to: number): [from: number, to: number] {
  let [low, high] = [Math.floor(from / step), Math.ceil(to / step)];
  if (high - low < fewestLabels - 1) [low, high] = [low - 1, high + 1];
  return [(from >= 0 ? Math.max(0, low) : low) * step, (to <= 0 ? Math.min(0, high) : high) * step];
}

function multiplesOf(step: number, from: number, to: number): number[] {
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)];
  return Array.from({ length: Math.min(last - first, mostLabels) + 1 }, (_, i) => clean((first + i) * step));
}

/** Sums of steps like 0.1 carry dust; the label should not. */
const clean = (value: number): number => Number(value.toPrecision(12));

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
