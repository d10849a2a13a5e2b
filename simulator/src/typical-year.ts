// A year of daily moves has few enough points that a fair draw is often unlike any year on record: its volatility does not
// cluster, or yesterday seems to tell today. The forces that all coins share are therefore drawn again, some days at a time, until
// every year, ending on any day, looks like a real one.

/** Lowest and highest value of a figure over any year. */
type Range = readonly [low: number, high: number];

export interface YearLimits {
  /** Standard deviation of a move. */
  readonly spread: Range;
  /** Excess kurtosis. */
  readonly kurtosis?: Range;
  /** Autocorrelation of the size of moves after 1 and after 20 days. */
  readonly cluster1?: Range;
  readonly cluster20?: Range;
  /** Autocorrelation of the moves themselves after a day. */
  readonly memory: Range;
  /** How far the walk may stand above what it strays around. */
  readonly above?: number;
}

const daysAtOnce = 12;
const mostAttempts = 1_200;

interface Search {
  drawAgain(attempt: number, i: number): number;
  /** Makes the moves of the stretch out of its draws, of which only those from a day on differ from the ones last taken. */
  write(from: number): void;
  /** What was written last is to be built on. */
  take(): void;
  /** How far the walk then stands outside of its bounds. */
  strayed(): number;
}

/** Draws parts of a stretch again as long as that makes its years less strange. moves: of the stretch before and of this one. */
export function makeTypical(moves: Float64Array, draws: Uint32Array, limits: YearLimits, search: Search): void {
  const kept = new Uint32Array(daysAtOnce);
  const parts = draws.length / daysAtOnce;
  search.write(0);
  search.take();
  let strangeness = strangenessOf(moves, draws.length, limits, 0, Infinity) + search.strayed();
  for (let attempt = 1; attempt <= mostAttempts && strangeness > 0; attempt++) {
    const from = ((attempt * 11) % parts) * daysAtOnce;
    for (let i = 0; i < daysAtOnce; i++) {
      kept[i] = draws[from + i]!;
      draws[from + i] = search.drawAgain(attempt, i);
    }
    search.write(from);
    const now = strangenessOf(moves, draws.length, limits, draws.length - lag, strangeness) + search.strayed();
    if (now < strangeness) {
      strangeness = now;
      search.take();
    } else draws.set(kept, from);
  }
}

const yearDays = 365;
const stepDays = 8;
const lag = 20;

/**
 * How far the years that end within the last `count` moves lie outside the limits, added up; 0 = all are typical. Only moves from
 * `changedFrom` on differ from the last call's; past `most` the sum stops, as it is too much already.
 */
function strangenessOf(
  moves: Float64Array,
  count: number,
  { spread, kurtosis, cluster1, cluster20, memory }: YearLimits,
  changedFrom: number,
  most: number,
): number {
  const sums = sumUp(moves, changedFrom);
  const outside = (value: number, [low, high]: Range) => Math.max(0, low - value, value - high) / (high - low);
  let strangeness = 0;
  // Without a stretch before, only the last year is whole.
  for (let end = moves[0] === 0 ? moves.length : moves.length - count; end <= moves.length && strangeness < most; end += stepDays) {
    const start = end - yearDays;
    const over = (sum: Float64Array, until: number) => (sum[until]! - sum[start]!) / (until - start);
    const square = over(sums.square, end);
    strangeness += outside(Math.sqrt(square), spread);
    strangeness += outside(over(sums.next, end - 1) / square, memory);
    if (kurtosis) strangeness += outside(over(sums.fourth, end) / (square * square) - 3, kurtosis);
    const size = over(sums.size, end);
    const sizeVariance = square - size * size;
    if (cluster1) strangeness += outside((over(sums.sizeNext, end - 1) - size * size) / sizeVariance, cluster1);
    if (cluster20) strangeness += outside((over(sums.sizeLater, end - lag) - size * size) / sizeVariance, cluster20);
  }
  return strangeness;
}

const longest = 1_024;
const makeSum = () => new Float64Array(longest + 1);
// Working memory: a search sums the same two stretches up hundreds of times.
const sums = { size: makeSum(), square: makeSum(), fourth: makeSum(), next: makeSum(), sizeNext: makeSum(), sizeLater: makeSum() };

/** Running sums, so that a year costs a few subtractions. */
function sumUp(moves: Float64Array, from: number): typeof sums {
  const { size, square, fourth, next, sizeNext, sizeLater } = sums;
  for (let i = from; i < moves.length; i++) {
    const move = moves[i]!;
    const after = i + 1 < moves.length ? moves[i + 1]! : 0;
    const later = i + lag < moves.length ? moves[i + lag]! : 0;
    const square2 = move * move;
    size[i + 1] = size[i]! + Math.abs(move);
    square[i + 1] = square[i]! + square2;
    fourth[i + 1] = fourth[i]! + square2 * square2;
    next[i + 1] = next[i]! + move * after;
    sizeNext[i + 1] = sizeNext[i]! + Math.abs(move * after);
    sizeLater[i + 1] = sizeLater[i]! + Math.abs(move * later);
  }
  return sums;
}
