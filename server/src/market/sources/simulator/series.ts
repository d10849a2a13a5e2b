// One random path: the market, the alt coins, a sector, gold, or what is a coin's own. Daily levels are a slowly
// mean-reverting walk, so that prices stay near what a coin is known at however long the simulator runs; within the day
// the path is a bridge between two daily levels, split by volatility.
import { draw, drawInBlock, drawNormal, drawUniform, keyOf, minuteBy16, normalBy16, shakeBy8, studentBy16 } from './draw.ts';
import { cellsPerDay, firstDay, minutesPerCell, weekdayOf } from './grid.ts';
import type { Mood } from './mood.ts';
import { moveByHour, moveByWeekday } from './profile-table.ts';
import { makeTypical, type YearLimits } from './typical-year.ts';

export interface SeriesParameters {
  readonly name: string;
  /** Of the daily log move. */
  readonly sd: number;
  /** Days after which half of a deviation from the usual level is gone. */
  readonly halfLifeDays: number;
  /** Daily moves by Student's t instead of the normal law. */
  readonly hasFatTails?: boolean;
  /** Chance of a jump per day; 0 for what never jumps. */
  readonly jumpsPerDay?: number;
  readonly jumpUpShare?: number;
  /** Of the market's and of its own; see Mood. */
  readonly moods: readonly Mood[];
  /** Extra volatility of the first days after a listing: the multiplier for a day. */
  readonly listingShake?: (day: number) => number;
  /** How many days of cells to remember. */
  readonly keepDays: number;
  /** Only draws whose years keep to these limits, taken together with another series where one is given. */
  readonly years?: YearLimits;
  readonly beside?: { readonly series: Series; readonly loading: number };
}

/** A day of a series: levels at the beginnings of its cells above its level at midnight, and the variance of each cell's move. */
export interface SeriesDay {
  readonly path: Float32Array;
  readonly variance: Float32Array;
}

export interface Series {
  /** Level at 00:00 UTC. */
  levelAt(day: number): number;
  jumpOf(day: number): number;
  /** Read at once: the same memory serves another day later. */
  day(day: number): SeriesDay;
  /** Adds the moves of the minutes inside a cell, before they are bent to end where the cell ends. */
  addMinuteMoves(cell: number, scale: number, into: Float64Array): void;
}

const dayShake = shakeBy8(0.22);
const cellShake = shakeBy8(0.4);
/** Within a cell things happen in bursts of some minutes. */
const burstShake = shakeBy8(0.45);
const burstMinutes = 6;
const knotsPerDay = 6;
const cellsPerKnot = cellsPerDay / knotsPerDay;

/** Daily levels are made by the year or so, each stretch by itself. */
const stretchDays = 384;
/** History begins within the next one; the search for typical years begins here, with nothing before it. */
const firstTypical = Math.floor(firstDay / stretchDays) - 1;

interface Stretch {
  readonly levels: Float64Array;
  readonly sds: Float32Array;
}

interface Slot extends SeriesDay {
  day: number;
}

// Working memory of writeDay.
const weights = new Float64Array(cellsPerDay);
const moves = new Float64Array(cellsPerDay);

const moveByCell = Float64Array.from({ length: cellsPerDay }, (_, k) => moveByHour[Math.floor((k * 24) / cellsPerDay)]!);

const leadIns = new Map<number, Float64Array>();
/** How much of what a walk misses its end by is added on each day. The same for all series that forget as fast. */
function leadInOf(keep: number): Float64Array {
  const known = leadIns.get(keep);
  if (known) return known;
  const leadIn = Float64Array.from({ length: stretchDays }, (_, i) => keep ** (stretchDays - i) * (1 - keep ** (2 * i)));
  leadIns.set(keep, leadIn);
  return leadIn;
}

export function createSeries(seed: number, parameters: SeriesParameters): Series {
  const { name, sd, halfLifeDays, hasFatTails = false, jumpsPerDay = 0, jumpUpShare = 0.5, moods, listingShake, keepDays, years, beside } = parameters;
  const key = (purpose: string) => keyOf(seed, `${name}/${purpose}`);
  const anchorKey = key('anchor');
  const dayKey = key('day');
  const cellKey = key('cell');
  const minuteKey = key('minute');
  const jumpKey = key('jump');
  const jumpSizeKey = key('jump-size');
  const jumpSideKey = key('jump-side');
  const jumpBackKey = key('jump-back');
  const jumpCellKey = key('jump-cell');
  const dayDraw = hasFatTails ? studentBy16 : normalBy16;
  const keep = 2 ** (-1 / halfLifeDays);
  const pullBack = 1 - keep;
  const leadIn = leadInOf(keep);
  const sizeOf = (day: number) => {
    let mood = 1;
    for (const { slow } of moods) mood *= slow(day);
    return sd * moveByWeekday[weekdayOf(day)]! * mood * (listingShake?.(day) ?? 1);
  };
  const hoursAt = (knot: number) => {
    let mood = 1;
    for (const { hours } of moods) mood *= hours(knot);
    return mood;
  };

  const jumpOf = (day: number) => {
    if (jumpsPerDay === 0 || draw(jumpKey, day) >= jumpsPerDay * 2 ** 32) return 0;
    const size = Math.min(0.55, Math.max(0.11, 0.22 * Math.exp(0.5 * drawNormal(jumpSizeKey, day))));
    return drawUniform(jumpSideKey, day) < jumpUpShare ? size : -size;
  };
  /** Half of a jump is given back over the one to three days after it. */
  const jumpTakenBack = (day: number) => {
    if (jumpsPerDay === 0) return 0;
    let back = 0;
    for (let ago = 1; ago <= 3; ago++) {
      const jump = jumpOf(day - ago);
      if (jump === 0) continue;
      const days = 1 + (draw(jumpBackKey, day - ago) % 3);
      if (ago <= days) back -= jump / 2 / days;
    }
    return back;
  };

  /** Where the walk stands when a stretch begins: far enough from the one before to be drawn by itself. */
  const anchorOf = (stretch: number) => (sd / Math.sqrt(2 * pullBack)) * drawNormal(anchorKey, stretch);

  /** Levels and volatilities of a stretch from its days' own sizes and draws. */
  const writeStretch = (stretch: number, sizes: Float64Array, draws: Uint32Array, { levels, sds }: Stretch) => {
    levels[0] = anchorOf(stretch);
    for (let i = 0, calmDays = 0; i < stretchDays; i++, calmDays++) {
      const day = stretch * stretchDays + i;
      const bits = draws[i]!;
      const daySd = sizes[i]! * dayShake[bits >>> 24]!;
      const jump = jumpOf(day);
      sds[i] = daySd;
      // A jump echoes for three days; the first days of a stretch may hear one from before it.
      levels[i + 1] = levels[i]! * keep + daySd * dayDraw[bits & 0xffff]! + jump + (calmDays <= 3 ? jumpTakenBack(day) : 0);
      if (jump !== 0) calmDays = 0;
    }
    // Led to where the next stretch begins, by the law of such a walk between two fixed ends.
    const end = anchorOf(stretch + 1);
    const miss = (end - levels[stretchDays]!) / (1 - keep ** (2 * stretchDays));
    for (let i = 1; i < stretchDays; i++) levels[i]! += miss * leadIn[i]!;
    levels[stretchDays] = end;
  };

  const createStretch = (stretch: number): Stretch => {
    const first = stretch * stretchDays;
    const sizes = new Float64Array(stretchDays);
    const draws = new Uint32Array(stretchDays);
    for (let i = 0; i < stretchDays; i++) {
      sizes[i] = sizeOf(first + i);
      draws[i] = draw(dayKey, first + i);
    }
    const made: Stretch = { levels: new Float64Array(stretchDays + 1), sds: new Float32Array(stretchDays) };
    writeStretch(stretch, sizes, draws, made);
    if (!years || stretch < firstTypical) return made;

    const moves = new Float64Array(2 * stretchDays);
    const others = Float64Array.from({ length: 2 * stretchDays }, (_, i) => (beside ? beside.loading * (beside.series.levelAt(first - stretchDays + i + 1) - beside.series.levelAt(first - stretchDays + i)) : 0));
    const writeMoves = ({ levels }: Stretch, at: number) => {
      for (let i = 0; i < stretchDays; i++) moves[at + i] = levels[i + 1]! - levels[i]! + others[at + i]!;
    };
    if (stretch > firstTypical) writeMoves(stretchOf(first - stretchDays), 0);
    const againKey = key(`again/${stretch}`);
    makeTypical(moves, draws, years, (attempt, i) => draw(againKey, attempt * stretchDays + i), () => {
      writeStretch(stretch, sizes, draws, made);
      writeMoves(made, stretchDays);
    });
    return made;
  };

  // The shared forces' are asked for with every coin's; a coin's own are quickly made again.
  const keepStretches = keepDays > stretchDays ? Infinity : 2;
  const stretches = new Map<number, Stretch>();
  let lastNumber = NaN;
  let lastStretch: Stretch;
  const stretchOf = (day: number): Stretch => {
    const number = Math.floor(day / stretchDays);
    // Callers walk along the days: it is nearly always the one asked for last.
    if (number === lastNumber) return lastStretch;
    let stretch = stretches.get(number);
    if (!stretch) {
      stretches.set(number, (stretch = createStretch(number)));
      if (stretches.size > keepStretches) stretches.delete(stretches.keys().next().value!);
    }
    lastNumber = number;
    lastStretch = stretch;
    return stretch;
  };
  const levelAt = (day: number): number => stretchOf(day).levels[day % stretchDays]!;

  const writeDay = ({ day, path, variance }: Slot) => {
    const total = levelAt(day + 1) - levelAt(day);
    const jump = jumpOf(day);
    const block = draw(cellKey, day);
    let weightSum = 0;
    let drawn = 0;
    let hours = hoursAt(day * knotsPerDay);
    for (let knot = 0; knot < knotsPerDay; knot++) {
      const hoursNext = hoursAt(day * knotsPerDay + knot + 1);
      const step = (hoursNext - hours) / cellsPerKnot;
      for (let k = knot * cellsPerKnot; k < (knot + 1) * cellsPerKnot; k++, hours += step) {
        const bits = drawInBlock(block, k);
        const weight = moveByCell[k]! * hours * cellShake[bits >>> 24]!;
        const move = weight * studentBy16[bits & 0xffff]!;
        const square = weight * weight;
        weightSum += square;
        drawn += move;
        weights[k] = square;
        moves[k] = move;
      }
      hours = hoursNext;
    }
    const scale = stretchOf(day).sds[day % stretchDays]! / Math.sqrt(weightSum);
    const bend = (total - jump - drawn * scale) / weightSum;
    const jumpCell = jump === 0 ? -1 : draw(jumpCellKey, day) % cellsPerDay;
    let level = 0;
    for (let k = 0; k < cellsPerDay; k++) {
      path[k] = level;
      level += moves[k]! * scale + bend * weights[k]!;
      if (k === jumpCell) level += jump;
      variance[k] = weights[k]! * scale * scale;
    }
    if (jumpCell >= 0) variance[jumpCell]! += (jump * jump) / 16;
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
    levelAt,
    jumpOf,
    day(day) {
      const slot = (slots[day % keepDays] ??= createSlot(day % keepDays));
      if (slot.day !== day) {
        slot.day = day;
        writeDay(slot);
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
