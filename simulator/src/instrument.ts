// A tradeable price as a weighted sum of series, and everything about it at any time: cells of a day, minutes of a cell,
// seconds of a minute. Each level only adds detail between the points of the one above and stays inside its high and
// low, so all of them tell the same story. Prices are logarithms here; rounding to ticks is the last step. Bends are not in
// it yet: read paths through shapes.ts.
import { draw, drawInBlock, drawUniform, exponentialBy8, shakeBy8, studentBy16 } from './draw.ts';
import { mirrorBetween, pitchTowards, rampWithin } from './fit.ts';
import { cellsPerDay, minutesPerCell, secondsPerMinute, weekdayOf } from './grid.ts';
import type { Noise } from './noise.ts';
import { firstMinuteOfHour, turnoverByWeekday, volumeByHour } from './profile-table.ts';
import type { Series } from './series.ts';

export interface Term {
  readonly series: Series;
  readonly loading: number;
}

export interface Instrument {
  /** Log price when all series are at their usual level. */
  readonly anchor: number;
  readonly terms: readonly Term[];
  /** Moves slowly and straight within a cell: an exchange rate, the premium of a contract. Indexed by cell. */
  readonly drift: ((cell: number) => number) | null;
  /** Contracts share it with their spot pair, so that both make the same highs and lows. */
  readonly shapeKey: number;
  readonly volumeKey: number;
  /** Log activity above the usual, by day. */
  readonly activity: Noise;
  /** Usual turnover of a day, in quote currency. */
  readonly dailyTurnover: number;
  /** Units per 1: turnover and volume are counted in whole units, so that parts add up exactly. */
  readonly turnoverScale: number;
  readonly volumeScale: number;
  /** Laid over the path by a scenario. */
  readonly bend: Bend | null;
}

/** Something out of the ordinary that comes and goes within [from, to], ms. */
export interface Bend {
  readonly from: number;
  readonly to: number;
  /** Added to the log price; nothing outside. */
  at(ms: number): number;
  /** Times the usual crowd. */
  crowdAt(ms: number): number;
}

/** Consecutive steps of a path: prices at their edges (one more than steps), and what happened within each. */
export interface Steps {
  readonly edge: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** In whole units. */
  readonly turnover: Float64Array;
  readonly volume: Float64Array;
}

/** The cells of a day. */
export interface DayShape extends Steps {
  day: number;
  /** Of each cell's move. */
  readonly variance: Float64Array;
}

/** The minutes of a cell. */
export interface CellShape extends Steps {
  cell: number;
}

export const createSteps = (count: number): Steps => ({
  edge: new Float64Array(count + 1),
  high: new Float64Array(count),
  low: new Float64Array(count),
  turnover: new Float64Array(count),
  volume: new Float64Array(count),
});
export const createDayShape = (): DayShape => ({ day: NaN, variance: new Float64Array(cellsPerDay), ...createSteps(cellsPerDay) });
export const createCellShape = (): CellShape => ({ cell: NaN, ...createSteps(minutesPerCell) });

const volumeShake = shakeBy8(0.45);
const minuteVolumeShake = shakeBy8(0.6);
const volumeByCell = Float64Array.from({ length: cellsPerDay }, (_, k) => volumeByHour[Math.floor((k * 24) / cellsPerDay)]!);
const minuteWeight = Float64Array.from({ length: 60 }, (_, minute) => (minute === 0 ? firstMinuteOfHour : 1));
/** How much of the turnover comes with the moves: 1 + this x |move| / sd. */
const turnoverPerMove = 4;
const cellsPerHour = cellsPerDay / 24;
/** One key serves all levels of detail; these keep the levels apart. */
const minutesOf = 0x5bd1e995;
const secondsOf = 0x68e31da4;

// Working memory: every write is over before the next begins.
const share = new Float64Array(Math.max(cellsPerDay, minutesPerCell));
const moves = new Float64Array(minutesPerCell);
const ramp = new Float64Array(minutesPerCell);

/** The highest point of a bridge from a to b whose whole move has this variance, by its exact law. */
const bridgeTop = (a: number, b: number, variance: number, exponential: number): number =>
  Math.max(a, b, (a + b + Math.sqrt((b - a) * (b - a) + 2 * variance * exponential)) / 2);

/** Edges of the day's cells and the variances of their moves. */
function writePath({ anchor, terms, drift }: Instrument, day: number, edge: Float64Array, variance: Float64Array): void {
  let base = anchor;
  for (const { series, loading } of terms) base += loading * series.levelAt(day);
  edge.fill(base);
  variance.fill(0);
  for (const { series, loading } of terms) {
    const { path, variance: own } = series.day(day);
    const square = loading * loading;
    for (let k = 0; k < cellsPerDay; k++) {
      edge[k]! += loading * path[k]!;
      variance[k]! += square * own[k]!;
    }
  }
  // Summed as the next day will sum its first edge: midnight must be one number from both sides.
  edge[cellsPerDay] = anchor;
  for (const { series, loading } of terms) edge[cellsPerDay] += loading * series.levelAt(day + 1);
  if (drift) for (let k = 0; k <= cellsPerDay; k++) edge[k]! += drift(day * cellsPerDay + k);
}

export function writePlainDay(instrument: Instrument, day: number, into: DayShape): void {
  const { edge, high, low, variance, turnover, volume } = into;
  into.day = day;
  writePath(instrument, day, edge, variance);
  const block = draw(instrument.shapeKey, day);
  for (let k = 0; k < cellsPerDay; k++) {
    const bits = drawInBlock(block, k);
    const a = edge[k]!;
    const b = edge[k + 1]!;
    high[k] = bridgeTop(a, b, variance[k]!, exponentialBy8[bits & 0xff]!);
    low[k] = -bridgeTop(-a, -b, variance[k]!, exponentialBy8[(bits >>> 8) & 0xff]!);
  }
  const { perShare, volumePerTurnover } = shareOut(instrument, day, edge, variance);
  for (let k = 0; k < cellsPerDay; k++) {
    turnover[k] = Math.round(share[k]! * perShare);
    volume[k] = Math.round(turnover[k]! * volumePerTurnover * expNearZero(edge[0]! - (edge[k]! + edge[k + 1]!) / 2));
  }
}

const cellsPerHalf = cellsPerDay / 2;
const dayEdge = new Float64Array(cellsPerDay + 1);
const dayVariance = new Float64Array(cellsPerDay);

/** The halves of the same day as two steps from `at` on. */
export function sumUpPlainDay(instrument: Instrument, day: number, into: Steps, at: number): void {
  writePath(instrument, day, dayEdge, dayVariance);
  const { perShare, volumePerTurnover } = shareOut(instrument, day, dayEdge, dayVariance);
  const block = draw(instrument.shapeKey, day);
  const first = dayEdge[0]!;
  for (let half = 0; half < 2; half++) {
    let top = -Infinity;
    let bottom = Infinity;
    let turnover = 0;
    let volume = 0;
    let a = dayEdge[half * cellsPerHalf]!;
    into.edge[at + half] = a;
    for (let k = half * cellsPerHalf; k < (half + 1) * cellsPerHalf; k++) {
      const b = dayEdge[k + 1]!;
      const bits = drawInBlock(block, k);
      const spread = 2 * dayVariance[k]!;
      const square = (b - a) * (b - a);
      // Most cells do not reach beyond the half day so far, and that is known before the root is drawn.
      const above = 2 * top - a - b;
      const upwards = exponentialBy8[bits & 0xff]!;
      if (above < 0 || above * above <= square + spread * upwards * reach) top = Math.max(top, bridgeTop(a, b, dayVariance[k]!, upwards));
      const below = a + b - 2 * bottom;
      const downwards = exponentialBy8[(bits >>> 8) & 0xff]!;
      if (below < 0 || below * below <= square + spread * downwards * reach)
        bottom = Math.min(bottom, -bridgeTop(-a, -b, dayVariance[k]!, downwards));
      const units = Math.round(share[k]! * perShare);
      turnover += units;
      volume += Math.round(units * volumePerTurnover * expNearZero(first - (a + b) / 2));
      a = b;
    }
    into.edge[at + half + 1] = a;
    into.high[at + half] = top;
    into.low[at + half] = bottom;
    into.turnover[at + half] = turnover;
    into.volume[at + half] = volume;
  }
}
/** The test must never pass over a cell that the rounding of its terms hides. */
const reach = 1 + 1e-9;

/** The cells' shares of the day's turnover, and what a share and a unit of turnover are worth. */
function shareOut(
  instrument: Instrument,
  day: number,
  edge: Float64Array,
  variance: Float64Array,
): { readonly perShare: number; readonly volumePerTurnover: number } {
  const { volumeKey, turnoverScale, volumeScale } = instrument;
  const block = draw(volumeKey, day);
  let total = 0;
  let dayVariance = 0;
  for (let k = 0; k < cellsPerDay; k++) {
    const move = Math.abs(edge[k + 1]! - edge[k]!);
    dayVariance += variance[k]!;
    share[k] =
      volumeByCell[k]! * volumeShake[drawInBlock(block, k) & 0xff]! * (1 + (turnoverPerMove * move) / Math.sqrt(variance[k]! + 1e-12));
    total += share[k]!;
  }
  const dayMove = Math.abs(edge[cellsPerDay]! - edge[0]!) / Math.sqrt(dayVariance + 1e-12);
  const dayTurnover =
    instrument.dailyTurnover *
    turnoverByWeekday[weekdayOf(day)]! *
    Math.exp(instrument.activity.at(day)) *
    (0.5 + 0.6 * Math.min(4, dayMove)) *
    rush(instrument, day);
  return { perShare: (dayTurnover * turnoverScale) / total, volumePerTurnover: volumeScale / turnoverScale / Math.exp(edge[0]!) };
}

/** exp for |x| below about a half, as a day's move is: to 1e-5, at a fraction of the price. */
const expNearZero = (x: number): number => 1 + x * (1 + (x / 2) * (1 + (x / 3) * (1 + (x / 4) * (1 + x / 5))));

/** A jump brings 5 to 20 times the usual crowd, which leaves over the next two days. */
function rush(instrument: Instrument, day: number): number {
  let times = 1;
  for (const { series } of instrument.terms) {
    for (let ago = 0; ago < 3; ago++) {
      if (series.jumpOf(day - ago) !== 0) times += (4 + 15 * drawUniform(instrument.volumeKey, -(day - ago))) * 0.3 ** ago;
    }
  }
  return times;
}

export function writePlainCell(instrument: Instrument, dayShape: DayShape, cell: number, into: CellShape): void {
  const k = cell - dayShape.day * cellsPerDay;
  const { edge, high, low } = into;
  const top = dayShape.high[k]!;
  const bottom = dayShape.low[k]!;
  const from = dayShape.edge[k]!;
  const to = dayShape.edge[k + 1]!;
  into.cell = cell;

  moves.fill(0);
  for (const { series, loading } of instrument.terms) {
    series.addMinuteMoves(cell, loading * Math.sqrt(series.day(dayShape.day).variance[k]! / minutesPerCell), moves);
  }
  const sd = Math.sqrt(dayShape.variance[k]!);
  rampWithin(Math.sqrt(dayShape.variance[k - 1] ?? sd * sd), sd, Math.sqrt(dayShape.variance[k + 1] ?? sd * sd), minutesPerCell, ramp);
  let drawn = 0;
  for (let m = 0; m < minutesPerCell; m++) drawn += moves[m]! *= ramp[m]!;
  const step = (to - from - drawn) / minutesPerCell;
  edge[0] = from;
  for (let m = 0; m < minutesPerCell; m++) edge[m + 1] = edge[m]! + step + moves[m]!;
  edge[minutesPerCell] = to;
  mirrorBetween(edge, minutesPerCell, bottom, top);
  pitchTowards(edge, minutesPerCell, top, 0.3, 1);
  pitchTowards(edge, minutesPerCell, bottom, 0.3, -1);

  const block = draw(instrument.shapeKey ^ minutesOf, cell);
  let highest = 0;
  let lowest = 0;
  for (let m = 0; m < minutesPerCell; m++) {
    const bits = drawInBlock(block, m);
    const a = edge[m]!;
    const b = edge[m + 1]!;
    const minuteVariance = (dayShape.variance[k]! / minutesPerCell) * ramp[m]! * ramp[m]!;
    high[m] = Math.min(top, bridgeTop(a, b, minuteVariance, exponentialBy8[bits & 0xff]!));
    low[m] = Math.max(bottom, -bridgeTop(-a, -b, minuteVariance, exponentialBy8[(bits >>> 8) & 0xff]!));
    if (high[m]! > high[highest]!) highest = m;
    if (low[m]! < low[lowest]!) lowest = m;
  }
  high[highest] = top;
  low[lowest] = bottom;
  splitVolume(instrument, dayShape, k, into);
}

function splitVolume(instrument: Instrument, dayShape: DayShape, k: number, { cell, edge, turnover, volume }: CellShape): void {
  const minuteSd = Math.sqrt(dayShape.variance[k]! / minutesPerCell + 1e-14);
  rampWithin(
    dayShape.turnover[k - 1] ?? dayShape.turnover[k]!,
    dayShape.turnover[k]!,
    dayShape.turnover[k + 1] ?? dayShape.turnover[k]!,
    minutesPerCell,
    ramp,
  );
  const block = draw(instrument.volumeKey ^ minutesOf, cell);
  const minuteOfHour = (cell % cellsPerHour) * minutesPerCell;
  let total = 0;
  for (let m = 0; m < minutesPerCell; m++) {
    const move = Math.abs(edge[m + 1]! - edge[m]!);
    share[m] =
      ramp[m]! *
      minuteWeight[minuteOfHour + m]! *
      minuteVolumeShake[drawInBlock(block, m) & 0xff]! *
      (1 + (turnoverPerMove * move) / minuteSd);
    total += share[m]!;
  }
  // Whole units by running totals: the minutes add up to the cell, to the last unit.
  let sum = 0;
  let turnoverBefore = 0;
  let volumeBefore = 0;
  for (let m = 0; m < minutesPerCell; m++) {
    sum += share[m]!;
    const part = m === minutesPerCell - 1 ? 1 : sum / total;
    const turnoverNow = Math.round(dayShape.turnover[k]! * part);
    const volumeNow = Math.round(dayShape.volume[k]! * part);
    turnover[m] = turnoverNow - turnoverBefore;
    volume[m] = volumeNow - volumeBefore;
    turnoverBefore = turnoverNow;
    volumeBefore = volumeNow;
  }
}

/** Seconds 0..60 of a minute; touches the minute's high and low. */
export function writePlainSeconds(instrument: Instrument, cellShape: CellShape, minute: number, into: Float64Array): void {
  const m = minute - cellShape.cell * minutesPerCell;
  const from = cellShape.edge[m]!;
  const to = cellShape.edge[m + 1]!;
  const top = cellShape.high[m]!;
  const bottom = cellShape.low[m]!;
  const last = secondsPerMinute;
  // Only the proportions matter before the fit, and the range of the minute gives them.
  const scale = (top - bottom) / 8;
  const block = draw(instrument.shapeKey ^ secondsOf, minute);
  into[0] = 0;
  let level = 0;
  for (let pair = 0; pair < last / 2; pair++) {
    const bits = drawInBlock(block, pair);
    into[2 * pair + 1] = level += scale * studentBy16[bits & 0xffff]!;
    into[2 * pair + 2] = level += scale * studentBy16[bits >>> 16]!;
  }
  const slope = (to - from - level) / last;
  for (let s = 0; s <= last; s++) into[s] = from + into[s]! + slope * s;
  into[last] = to;
  mirrorBetween(into, last, bottom, top);
  const highest = pitchTowards(into, last, top, 1, 1);
  const lowest = pitchTowards(into, last, bottom, 1, -1);
  // The two tents may overlap; the points themselves are exact.
  into[highest] = top;
  into[lowest] = bottom;
}
