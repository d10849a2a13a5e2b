// One random path: the market, the alt coins, a sector, gold, or what is a coin's own. Daily levels are a slowly
// mean-reverting walk, so that prices stay near what a coin is known at however long the simulator runs; within the day
// the path is a bridge between two daily levels, split by volatility.
import { createNoise } from './noise.ts';
import { draw, drawNormal, drawUniform, keyOf, shakeBy8, studentBy16 } from './draw.ts';
import { cellsPerDay, firstDay, minutesPerCell, weekdayOf } from './grid.ts';
import { moveByHour, moveByWeekday } from './profile-table.ts';

export interface SeriesParameters {
  readonly name: string;
  /** Of the daily log move. */
  readonly sd: number;
  /** Days after which half of a deviation from the usual level is gone. */
  readonly halfLifeDays: number;
  /** Chance of a jump per day; 0 for what never jumps. */
  readonly jumpsPerDay?: number;
  readonly jumpUpShare?: number;
  /** 0 = the series' volatility has its own moods only, 1 = only the market's. */
  readonly sharedMood?: number;
  /** Extra volatility of the first days after a listing: the multiplier for a day. */
  readonly listingShake?: (day: number) => number;
}

/** A day of a series: levels at the 49 cell edges above its level at midnight, and the variance of each cell's move. */
export interface SeriesDay {
  readonly path: Float64Array;
  readonly variance: Float64Array;
}

export interface Series {
  /** Level at 00:00 UTC. */
  levelAt(day: number): number;
  /** Standard deviation of the day's move, without jumps. */
  sdOf(day: number): number;
  jumpOf(day: number): number;
  day(day: number): SeriesDay;
  writeDay(day: number, into: SeriesDay): void;
  /** Moves of the minutes inside a cell, before they are bent to end where the cell ends: mean 0 over the cell. */
  addMinuteMoves(cell: number, scale: number, into: Float64Array): void;
  mood: Mood;
}

/** Log volatility above its mean: slow (days) and middling (hours). */
interface Mood {
  slow(day: number): number;
  hours(cell: number): number;
}

const slowSd = 0.34;
const dayShakeSd = 0.2;
const hoursSd = 0.3;
const cellShake = shakeBy8(0.35);
const hoursSpacing = cellsPerDay / 6;

export const createSeriesDay = (): SeriesDay => ({ path: new Float64Array(cellsPerDay + 1), variance: new Float64Array(cellsPerDay) });

const moveByCell = Float64Array.from({ length: cellsPerDay }, (_, k) => moveByHour[Math.floor((k * 24) / cellsPerDay)]!);

export function createSeries(seed: number, parameters: SeriesParameters, market: Mood | null): Series {
  const { name, sd, halfLifeDays, jumpsPerDay = 0, jumpUpShare = 0.5, sharedMood = 0.6, listingShake } = parameters;
  const key = (purpose: string) => keyOf(seed, `${name}/${purpose}`);
  const dayKey = key('day');
  const dayShakeKey = key('day-shake');
  const cellKey = key('cell');
  const minuteKey = key('minute');
  const jumpKey = key('jump');
  const pullBack = 1 - 2 ** (-1 / halfLifeDays);
  const ownMood = createMood(key('mood'));
  const own = Math.sqrt(1 - sharedMood * sharedMood);
  const mood: Mood = market
    ? { slow: (day) => sharedMood * market.slow(day) + own * ownMood.slow(day), hours: (cell) => sharedMood * market.hours(cell) + own * ownMood.hours(cell) }
    : ownMood;

  const sdOf = (day: number) => {
    const calm = slowSd * mood.slow(day) + dayShakeSd * drawNormal(dayShakeKey, day);
    return sd * moveByWeekday[weekdayOf(day)]! * Math.exp(calm - slowSd * slowSd - dayShakeSd * dayShakeSd) * (listingShake?.(day) ?? 1);
  };

  const jumpOf = (day: number) => {
    if (jumpsPerDay === 0 || draw(jumpKey, day) >= jumpsPerDay * 2 ** 32) return 0;
    const size = Math.min(0.47, Math.max(0.11, 0.19 * Math.exp(0.42 * drawNormal(jumpKey ^ 0x51ab, day))));
    return drawUniform(jumpKey ^ 0x2d31, day) < jumpUpShare ? size : -size;
  };
  /** Half of a jump is given back over the one to three days after it. */
  const jumpTakenBack = (day: number) => {
    if (jumpsPerDay === 0) return 0;
    let back = 0;
    for (let ago = 1; ago <= 3; ago++) {
      const jump = jumpOf(day - ago);
      if (jump === 0) continue;
      const days = 1 + (draw(jumpKey ^ 0x77c1, day - ago) % 3);
      if (ago <= days) back -= jump / 2 / days;
    }
    return back;
  };

  let levels = new Float64Array(0);
  let known = 0;
  const levelAt = (day: number): number => {
    const index = Math.max(0, day - firstDay);
    if (index >= known) growTo(index);
    return levels[index]!;
  };
  const growTo = (index: number) => {
    if (index >= levels.length) {
      const wider = new Float64Array(index + 128);
      wider.set(levels);
      levels = wider;
    }
    // Begins where a path that had always been running would typically be.
    if (known === 0) levels[known++] = drawNormal(key('start'), 0) * (sd / Math.sqrt(2 * pullBack)) * 0.5;
    for (; known <= index; known++) {
      const day = firstDay + known - 1;
      const level = levels[known - 1]!;
      levels[known] = level * (1 - pullBack) + sdOf(day) * drawNormal(dayKey, day) + jumpOf(day) + jumpTakenBack(day);
    }
  };

  const weights = new Float64Array(cellsPerDay);
  const writeDay = (day: number, { path, variance }: SeriesDay) => {
    const total = levelAt(day + 1) - levelAt(day);
    const jump = jumpOf(day);
    const firstCell = day * cellsPerDay;
    let weightSum = 0;
    let hoursHere = Math.exp(hoursSd * mood.hours(firstCell));
    for (let block = 0; block < cellsPerDay; block += hoursSpacing) {
      const hoursNext = Math.exp(hoursSd * mood.hours(firstCell + block + hoursSpacing));
      for (let i = 0; i < hoursSpacing; i++) {
        const k = block + i;
        const bits = draw(cellKey, firstCell + k);
        const weight = moveByCell[k]! * (hoursHere + ((hoursNext - hoursHere) * i) / hoursSpacing) * cellShake[bits >>> 24]!;
        const square = weight * weight;
        weights[k] = square;
        weightSum += square;
        path[k + 1] = weight * studentBy16[bits & 0xffff]!;
      }
      hoursHere = hoursNext;
    }
    const scale = sdOf(day) / Math.sqrt(weightSum);
    let drawn = 0;
    for (let k = 1; k <= cellsPerDay; k++) drawn += path[k]!;
    const bend = (total - jump - drawn * scale) / weightSum;
    const jumpCell = jump === 0 ? -1 : draw(jumpKey ^ 0x1f0d, day) % cellsPerDay;
    let level = 0;
    path[0] = 0;
    for (let k = 0; k < cellsPerDay; k++) {
      level += path[k + 1]! * scale + bend * weights[k]!;
      if (k === jumpCell) level += jump;
      path[k + 1] = level;
      variance[k] = weights[k]! * scale * scale;
    }
    // The next day begins exactly where this one ends.
    path[cellsPerDay] = total;
    if (jumpCell >= 0) variance[jumpCell]! += (jump * jump) / 16;
  };

  return {
    levelAt,
    sdOf,
    jumpOf,
    mood,
    writeDay,
    day(day) {
      const fresh = createSeriesDay();
      writeDay(day, fresh);
      return fresh;
    },
    addMinuteMoves(cell, scale, into) {
      const firstPair = (cell * minutesPerCell) / 2;
      let sum = 0;
      for (let pair = 0; pair < minutesPerCell / 2; pair++) {
        const bits = draw(minuteKey, firstPair + pair);
        const a = studentBy16[bits & 0xffff]!;
        const b = studentBy16[bits >>> 16]!;
        into[2 * pair]! += scale * a;
        into[2 * pair + 1]! += scale * b;
        sum += a + b;
      }
      const mean = (scale * sum) / minutesPerCell;
      for (let m = 0; m < minutesPerCell; m++) into[m]! -= mean;
    },
  };
}

function createMood(key: number): Mood {
  const weeks = createNoise(key, 30);
  const days = createNoise(key ^ 0x3c6e, 7);
  const hours = createNoise(key ^ 0x6a09, hoursSpacing);
  return {
    slow: (day) => 0.8 * weeks.at(day) + 0.6 * days.at(day),
    hours: (cell) => hours.at(cell),
  };
}
