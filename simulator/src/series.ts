// One random path: the market, the alt coins, a sector, gold, or what is a coin's own. Its levels at midnight and noon are given
// (daily-levels.ts); between them the path is a bridge, split by volatility.
import { createDailyLevels, type DailyLevels, type LevelParameters } from './daily-levels.ts';
import { draw, drawInBlock, keyOf, minuteBy16, shakeBy8, studentBy16 } from './draw.ts';
import { cellsPerDay, minutesPerCell } from './grid.ts';
import { moveByHour } from './profile-table.ts';

export interface SeriesParameters extends LevelParameters {
  /** How many days of cells to remember. */
  readonly keepDays: number;
  /** Takes care that its hours do not tell the hours to come, which chance lets them do over a year. */
  readonly hasEvenHours?: boolean;
}

/** A day of a series: levels at the beginnings of its cells above its level at midnight, and the variance of each cell's move. */
export interface SeriesDay {
  readonly path: Float32Array;
  readonly variance: Float32Array;
}

export interface Series extends DailyLevels {
  /** Read at once: the same memory serves another day later. */
  day(day: number): SeriesDay;
  /** Adds the moves of the minutes inside a cell, before they are bent to end where the cell ends. */
  addMinuteMoves(cell: number, scale: number, into: Float64Array): void;
}

const cellShake = shakeBy8(0.4);
/** Within a cell things happen in bursts of some minutes. */
const burstShake = shakeBy8(0.45);
const burstMinutes = 6;
const knotsPerDay = 6;
const cellsPerKnot = cellsPerDay / knotsPerDay;
const cellsPerHalf = cellsPerDay / 2;
/** The levels of what remembers more days than this are kept for good. */
const longMemory = 384;
const chosenTogether = 384;

interface Slot extends SeriesDay {
  day: number;
}

// Working memory of writeDay.
const weights = new Float64Array(cellsPerDay);
const moves = new Float64Array(cellsPerDay);
const candidate: SeriesDay = { path: new Float32Array(cellsPerDay), variance: new Float32Array(cellsPerDay) };

const moveByCell = Float64Array.from({ length: cellsPerDay }, (_, k) => moveByHour[Math.floor((k * 24) / cellsPerDay)]!);

export function createSeries(seed: number, parameters: SeriesParameters): Series {
  const { name, moods, keepDays, hasEvenHours = false } = parameters;
  const levels = createDailyLevels(seed, parameters, keepDays > longMemory);
  const cellKey = keyOf(seed, `${name}/cell`);
  const minuteKey = keyOf(seed, `${name}/minute`);
  const jumpCellKey = keyOf(seed, `${name}/jump-cell`);
  const hoursAt = (knot: number) => {
    let mood = 1;
    for (const { hours } of moods) mood *= hours(knot);
    return mood;
  };

  /** Weights and moves of all cells; answers the sum of the weights. variant: 0 or 1. */
  const drawCells = (day: number, variant: number): number => {
    const block = draw(cellKey, day) + variant;
    let weightSum = 0;
    let hours = hoursAt(day * knotsPerDay);
    for (let knot = 0; knot < knotsPerDay; knot++) {
      const hoursNext = hoursAt(day * knotsPerDay + knot + 1);
      const step = (hoursNext - hours) / cellsPerKnot;
      for (let k = knot * cellsPerKnot; k < (knot + 1) * cellsPerKnot; k++, hours += step) {
        const bits = drawInBlock(block, k);
        const weight = moveByCell[k]! * hours * cellShake[bits >>> 24]!;
        weights[k] = weight * weight;
        moves[k] = weight * studentBy16[bits & 0xffff]!;
        weightSum += weight * weight;
      }
      hours = hoursNext;
    }
    return weightSum;
  };

  const writeDay = (day: number, variant: number, { path, variance }: SeriesDay) => {
    const varianceScale = levels.sdOf(day) ** 2 / drawCells(day, variant);
    const jump = levels.jumpOf(day);
    const jumpCell = jump === 0 ? -1 : draw(jumpCellKey, day) % cellsPerDay;
    const noon = levels.noonOf(day);
    const ends = [noon, levels.levelAt(day + 1) - levels.levelAt(day) - jump - noon];
    let level = 0;
    for (let half = 0; half < 2; half++) {
      const [from, to] = [half * cellsPerHalf, (half + 1) * cellsPerHalf];
      let [weight, drawn, weightSquares, moveSquares, products] = [0, 0, 0, 0, 0];
      for (let k = from; k < to; k++) {
        const w = weights[k]!;
        const move = moves[k]!;
        weight += w;
        drawn += move;
        weightSquares += w * w;
        moveSquares += move * move;
        products += move * w;
      }
      // What was drawn has its own size; without the part that leads to the end it gets the one it is expected to have.
      const lead = drawn / weight;
      const left = moveSquares - 2 * lead * products + lead * lead * weightSquares;
      const scale = Math.sqrt((varianceScale * (weight - weightSquares / weight)) / left);
      const bend = (ends[half]! - drawn * scale) / weight;
      for (let k = from; k < to; k++) {
        path[k] = level;
        level += moves[k]! * scale + bend * weights[k]!;
        if (k === jumpCell) level += jump;
        variance[k] = weights[k]! * varianceScale;
      }
    }
    if (jumpCell >= 0) variance[jumpCell]! += (jump * jump) / 16;
  };

  const chosen = new Map<number, Uint8Array>();
  const variantOf = (day: number): number => {
    if (!hasEvenHours) return 0;
    const first = day - (day % chosenTogether);
    let variants = chosen.get(first);
    if (!variants) chosen.set(first, (variants = chooseVariants(first)));
    return variants[day - first]!;
  };

  /**
   * Of two courses a day could take, the one that brings the autocovariance back towards zero: left to chance, a year of hours trends or
   * turns back, and all coins with it.
   */
  const chooseVariants = (first: number): Uint8Array => {
    const variants = new Uint8Array(chosenTogether);
    /** Of yesterday and of today, for each variant of today. */
    const hours = [new Float64Array(2 * 24), new Float64Array(2 * 24)] as const;
    let autocovariance = 0;
    for (let i = 0; i < chosenTogether; i++) {
      const [one, other] = hours.map((into, variant) => {
        writeDay(first + i, variant, candidate);
        for (let hour = 0; hour < 23; hour++) into[24 + hour] = candidate.path[2 * hour + 2]! - candidate.path[2 * hour]!;
        into[47] = levels.levelAt(first + i + 1) - levels.levelAt(first + i) - candidate.path[46]!;
        return memoryOf(into);
      }) as [number, number];
      const variant = autocovariance > 0 === one < other ? 0 : 1;
      variants[i] = variant;
      autocovariance += variant === 0 ? one : other;
      const today = hours[variant].slice(24);
      for (const each of hours) each.set(today);
    }
    return variants;
  };

  // Memory comes by the page: an array of its own costs a short path more than its numbers do.
  const daysPerPage = Math.min(keepDays, 64);
  const pages: Float32Array[] = [];
  const createSlot = (index: number): Slot => {
    const page = (pages[Math.floor(index / daysPerPage)] ??= new Float32Array(daysPerPage * 2 * cellsPerDay));
    const at = (index % daysPerPage) * 2 * cellsPerDay;
    return { day: NaN, path: page.subarray(at, at + cellsPerDay), variance: page.subarray(at + cellsPerDay, at + 2 * cellsPerDay) };
  };
  const slots = new Array<Slot | undefined>(keepDays).fill(undefined);
  return {
    ...levels,
    day(day) {
      const slot = (slots[day % keepDays] ??= createSlot(day % keepDays));
      if (slot.day !== day) {
        slot.day = day;
        writeDay(day, variantOf(day), slot);
      }
      return slot;
    },
    addMinuteMoves(cell, scale, into) {
      let lastBurst = scale;
      const block = draw(minuteKey, cell);
      for (let m = 0; m < minutesPerCell; m += 2) {
        const burst = m % burstMinutes === 0 ? scale * burstShake[drawInBlock(block, minutesPerCell + m) >>> 24]! : lastBurst;
        lastBurst = burst;
        const bits = drawInBlock(block, m);
        into[m]! += burst * minuteBy16[bits & 0xffff]!;
        into[m + 1]! += burst * minuteBy16[bits >>> 16]!;
      }
    },
  };
}

/** What the 24 hours from place 24 on add to the variance of days above that of their hours, with the 24 before them. */
function memoryOf(hours: Float64Array): number {
  let sum = 0;
  for (let j = 24; j < 48; j++) for (let i = j - 23; i < j; i++) sum += (24 - (j - i)) * hours[i]! * hours[j]!;
  return sum;
}
