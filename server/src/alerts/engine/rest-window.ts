// The highest and the lowest price of the last ten seconds of one series: what decides whether the price has rested on
// one side of a level. One window answers for every alert of the series, however often the price plays around its level.
import { restMs } from './levels.ts';

/** Heights from the outermost inwards, each with the time it was replaced at; the last one is still in force. */
interface Steps {
  heights: Float64Array;
  replacedAt: Float64Array;
  first: number;
  end: number;
}

/** Lows are kept upside down. */
export interface RestWindow {
  readonly highs: Steps;
  readonly lows: Steps;
}

interface KeptSteps {
  readonly prices: readonly number[];
  /** One less than prices: the last is in force. */
  readonly replacedAt: readonly number[];
}

/** A window as it can be stored. */
export interface KeptWindow {
  readonly highs: KeptSteps;
  readonly lows: KeptSteps;
}

const isOver = (replacedAt: number, at: number): boolean => replacedAt + restMs <= at;

/** Those that have left give way to new ones; if too few have, there is more room. */
const makeRoom = (steps: Steps): void => {
  const { heights, replacedAt, first, end } = steps;
  if (first < heights.length / 2) {
    steps.heights = new Float64Array(heights.length * 2);
    steps.replacedAt = new Float64Array(heights.length * 2);
  }
  steps.heights.set(heights.subarray(first, end));
  steps.replacedAt.set(replacedAt.subarray(first, end));
  steps.first = 0;
  steps.end = end - first;
};

const pushHeight = (steps: Steps, height: number, from: number, at: number): void => {
  if (steps.end === steps.heights.length) makeRoom(steps);
  const { heights, replacedAt } = steps;
  let { first, end } = steps;
  replacedAt[end - 1] = from;
  // A step is dropped when a later one is as high: that one leaves the window after it.
  while (end > first && heights[end - 1]! <= height) end--;
  heights[end] = height;
  replacedAt[end] = Infinity;
  while (isOver(replacedAt[first]!, at)) first++;
  steps.first = first;
  steps.end = end + 1;
};

const highestStep = ({ heights, replacedAt, first }: Steps, at: number): number => {
  let step = first;
  while (isOver(replacedAt[step]!, at)) step++;
  return heights[step]!;
};

/** A price that is in force from `from` at the latest; `at` is now. */
export function pushPrice({ highs, lows }: RestWindow, price: number, from: number, at: number): void {
  pushHeight(highs, price, from, at);
  pushHeight(lows, -price, from, at);
}

export const highestPrice = (window: RestWindow, at: number): number => highestStep(window.highs, at);
export const lowestPrice = (window: RestWindow, at: number): number => -highestStep(window.lows, at);

const firstCapacity = 32;
/** Higher than any price, and yet a number that can be stored. */
const beyond = Number.MAX_VALUE;

const createSteps = (heights: readonly number[], replacedAt: readonly number[]): Steps => {
  const capacity = Math.max(firstCapacity, heights.length * 2);
  const steps = { heights: new Float64Array(capacity), replacedAt: new Float64Array(capacity), first: 0, end: heights.length };
  steps.heights.set(heights);
  steps.replacedAt.set([...replacedAt, Infinity]);
  return steps;
};

/** Begins with a price in force from `from` on; before that it may have been anywhere. */
export const startRestWindow = (price: number, from: number): RestWindow => ({
  highs: createSteps([beyond, price], [from]),
  lows: createSteps([beyond, -price], [from]),
});

export const priceInForce = ({ highs }: RestWindow): number => highs.heights[highs.end - 1]!;
/** From when on it knows the prices; -Infinity: as far back as matters. */
export const knownFrom = ({ highs: { heights, replacedAt, first } }: RestWindow): number =>
  heights[first] === beyond ? replacedAt[first]! : -Infinity;

const keepSteps = ({ heights, replacedAt, first, end }: Steps, sign: number): KeptSteps => ({
  prices: Array.from(heights.subarray(first, end), (height) => height * sign),
  replacedAt: Array.from(replacedAt.subarray(first, end - 1)),
});

export const keepRestWindow = ({ highs, lows }: RestWindow): KeptWindow => ({ highs: keepSteps(highs, 1), lows: keepSteps(lows, -1) });

export const reviveRestWindow = ({ highs, lows }: KeptWindow): RestWindow => ({
  highs: createSteps(highs.prices, highs.replacedAt),
  lows: createSteps(
    lows.prices.map((price) => -price),
    lows.replacedAt,
  ),
});
