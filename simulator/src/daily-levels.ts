// Where a series stands at midnight and at noon. It is a slowly mean-reverting walk, so that prices stay near what a coin is known
// at however long the simulator runs, made by the year or so, each stretch by itself. How lively the hours between are follows from
// it: over weeks, moves within half days, half days and days must tell of the same volatility, or prices would seem to have a memory.
import { draw, drawNormal, drawUniform, keyOf, normalBy16, shakeBy8, studentBy16, tilted } from './draw.ts';
import { firstDay, weekdayOf } from './grid.ts';
import type { Mood } from './mood.ts';
import { moveByHour, moveByWeekday } from './profile-table.ts';
import { makeTypical, type YearLimits } from './typical-year.ts';

export interface LevelParameters {
  readonly name: string;
  /** Of the daily log move. */
  readonly sd: number;
  /** Days after which half of a deviation from the usual level is gone. */
  readonly halfLifeDays: number;
  /** Daily moves by Student's t instead of the normal law. */
  readonly hasFatTails?: boolean;
  /** How much longer rises are than falls as rare, -1 to 1. */
  readonly skew?: number;
  /** Standard deviation of the logarithm by which a day is livelier than its neighbours. */
  readonly dayShakeSd?: number;
  /** What the walk strays around; nothing = its usual level. */
  readonly trend?: (day: number) => number;
  /** Chance of a jump per day; 0 for what never jumps. */
  readonly jumpsPerDay?: number;
  readonly jumpUpShare?: number;
  /** Of the market's and of its own; see Mood. */
  readonly moods: readonly Mood[];
  /** Extra volatility of the first days after a listing: the multiplier for a day. */
  readonly listingShake?: (day: number) => number;
  /** What it is added to: years keep to their limits, and volatilities agree, for the sum. */
  readonly beside?: readonly { readonly series: DailyLevels; readonly loading: number }[];
  /** Only draws whose years keep to these limits. */
  readonly years?: YearLimits;
}

export interface DailyLevels {
  /** Level at 00:00 UTC. */
  levelAt(day: number): number;
  /** Level at 12:00 UTC above that at 00:00, without a jump. */
  noonOf(day: number): number;
  jumpOf(day: number): number;
  /** Standard deviation of the moves within a day, without a jump. */
  sdOf(day: number): number;
  /** All days of a stretch, for what is added to this one. */
  daysOf(stretch: number): StretchDays;
}

interface StretchDays {
  /** From midnight to midnight. */
  readonly moves: Float64Array;
  /** How far noon lies from the way between two midnights. */
  readonly strays: Float64Array;
  readonly sds: Float32Array;
}

/** Divides into parts that are drawn again (typical-year.ts) and parts that are matched. */
const stretchDays = 384;
/** Over so many days the moves within them are as large as those over them. */
const matchedDays = 48;
/** One series can make up for the others of a sum only so far. */
const [leastMatch, mostMatch] = [0.3, 3.5];
/** History begins within the next one; the search for typical years begins here, with nothing before it. */
const firstTypical = Math.floor(firstDay / stretchDays) - 1;
const usualDayShakeSd = 0.22;

const sumOfSquares = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);
/** The part of a day's variance that comes before noon. */
const morning = sumOfSquares(moveByHour.slice(0, 12)) / sumOfSquares(moveByHour);
/** Variance at noon of a bridge over a day, as a part of the day's. */
const bridge = morning * (1 - morning);

interface Stretch {
  readonly levels: Float64Array;
  readonly noons: Float32Array;
  readonly sds: Float32Array;
}

/** What does not change while the draws of a stretch are tried. */
interface Given {
  readonly stretch: number;
  /** Of the days' moves. */
  readonly sizes: Float64Array;
  readonly trends: Float64Array | null;
  readonly jumps: Float64Array;
  readonly takenBack: Float64Array;
  /** Where the walk stands at both ends. */
  readonly begin: number;
  readonly end: number;
}

export function createDailyLevels(seed: number, parameters: LevelParameters, keepAll: boolean): DailyLevels {
  const {
    name,
    sd,
    halfLifeDays,
    hasFatTails = false,
    skew = 0,
    dayShakeSd = usualDayShakeSd,
    trend,
    jumpsPerDay = 0,
    jumpUpShare = 0.5,
    moods,
    listingShake,
    beside = [],
    years,
  } = parameters;
  const key = (purpose: string) => keyOf(seed, `${name}/${purpose}`);
  const anchorKey = key('anchor');
  const dayKey = key('day');
  const noonKey = key('noon');
  const jumpKey = key('jump');
  const jumpSizeKey = key('jump-size');
  const jumpSideKey = key('jump-side');
  const jumpBackKey = key('jump-back');
  const dayDraw = tilted(hasFatTails ? studentBy16 : normalBy16, skew);
  const dayShake = shakeOf(dayShakeSd);
  const keep = 2 ** (-1 / halfLifeDays);
  const pullBack = 1 - keep;
  const leadIn = leadInOf(keep);
  const sizeOf = (day: number) => {
    let mood = 1;
    for (const { slow } of moods) mood *= slow(day);
    return sd * moveByWeekday[weekdayOf(day)]! * mood * (listingShake?.(day) ?? 1);
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

  const givenOf = (stretch: number): Given => {
    const first = stretch * stretchDays;
    const sizes = Float64Array.from({ length: stretchDays }, (_, i) => sizeOf(first + i));
    const trends = trend ? Float64Array.from({ length: stretchDays + 1 }, (_, i) => trend(first + i)) : null;
    const jumps = new Float64Array(stretchDays);
    const takenBack = new Float64Array(stretchDays);
    for (let i = 0, calmDays = 0; i < stretchDays && jumpsPerDay > 0; i++, calmDays++) {
      jumps[i] = jumpOf(first + i);
      // A jump echoes for three days; the first days of a stretch may hear one from before it.
      if (calmDays <= 3) takenBack[i] = jumpTakenBack(first + i);
      if (jumps[i] !== 0) calmDays = 0;
    }
    return { stretch, sizes, trends, jumps, takenBack, begin: anchorOf(stretch), end: anchorOf(stretch + 1) };
  };

  /** The walk of a stretch from its days' own sizes and draws; before `from` it is there already. */
  const walk = ({ sizes, jumps, takenBack, begin }: Given, draws: Uint32Array, from: number, walked: Float64Array, sds: Float32Array) => {
    if (from === 0) walked[0] = begin;
    for (let i = from; i < stretchDays; i++) {
      const bits = draws[i]!;
      const daySd = sizes[i]! * dayShake[bits >>> 24]!;
      sds[i] = daySd;
      walked[i + 1] = walked[i]! * keep + daySd * dayDraw[bits & 0xffff]! + jumps[i]! + takenBack[i]!;
    }
  };

  const forgotten = 1 - keep ** (2 * stretchDays);
  /** Led to where the next stretch begins, by the law of such a walk between two fixed ends. */
  const leadToEnd = ({ trends, end }: Given, walked: Float64Array, levels: Float64Array) => {
    const miss = (end - walked[stretchDays]!) / forgotten;
    levels[0] = walked[0]!;
    for (let i = 1; i < stretchDays; i++) levels[i] = walked[i]! + miss * leadIn[i]!;
    levels[stretchDays] = end;
    if (trends) for (let i = 0; i <= stretchDays; i++) levels[i]! += trends[i]!;
  };

  /** Adds up what the series beside this one did on each day of a stretch. */
  const sumBeside = (stretch: number, of: (days: StretchDays, i: number, loading: number) => number): Float64Array => {
    const sums = new Float64Array(stretchDays);
    for (const { series, loading } of beside) {
      const days = series.daysOf(stretch);
      for (let i = 0; i < stretchDays; i++) sums[i]! += of(days, i, loading);
    }
    return sums;
  };
  const movesBeside = (stretch: number) => sumBeside(stretch, ({ moves }, i, loading) => loading * moves[i]!);

  /** Makes the hours as lively as the days, and noon as far from the way between two midnights as chance would have it. */
  const matchVolatilities = ({ stretch, jumps }: Given, { levels, noons, sds }: Stretch) => {
    const first = stretch * stretchDays;
    const moves = new Float64Array(stretchDays);
    for (let i = 0; i < stretchDays; i++) moves[i] = levels[i + 1]! - levels[i]! - jumps[i]!;
    const wholeMoves = movesBeside(stretch);
    for (let i = 0; i < stretchDays; i++) wholeMoves[i]! += moves[i]!;
    const othersStray = sumBeside(stretch, ({ strays }, i, loading) => loading * strays[i]!);
    const othersVariance = sumBeside(stretch, ({ sds: othersSds }, i, loading) => (loading * othersSds[i]!) ** 2);
    /** Of each half day with the one before it, summed up: above zero moves go on, below they turn back. */
    let autocovariance = 0;
    let evening = 0;
    const passDay = (i: number) => {
      const forenoon = morning * wholeMoves[i]! + othersStray[i]! + noons[i]!;
      autocovariance += evening * forenoon;
      evening = wholeMoves[i]! - forenoon;
      autocovariance += forenoon * evening;
    };
    for (let from = 0; from < stretchDays; from += matchedDays) {
      const to = from + matchedDays;
      let [squares, others, own] = [0, 0, 0];
      for (let i = from; i < to; i++) {
        squares += wholeMoves[i]! * wholeMoves[i]!;
        others += othersVariance[i]!;
        own += sds[i]! * sds[i]!;
      }
      const times = Math.sqrt(Math.min(mostMatch, Math.max(leastMatch, (squares - others) / own)));
      const before = [autocovariance, evening] as const;
      let [strayed, along, across] = [0, 0, 0];
      for (let i = from; i < to; i++) {
        sds[i]! *= times;
        const stray = Math.sqrt(bridge) * sds[i]! * normalBy16[draw(noonKey, first + i) & 0xffff]!;
        // One side of the way is as likely as the other: the one that brings the sum back towards zero is chosen.
        noons[i] = autocovariance * evening * stray > 0 ? -stray : stray;
        passDay(i);
        strayed += stray * stray;
        along += noons[i]! * othersStray[i]!;
        across += othersStray[i]! * othersStray[i]!;
      }
      // The sum has to stray by bridge x squares: strayed x^2 + 2 along x + across.
      const root = (Math.sqrt(Math.max(0, along * along - strayed * (across - bridge * squares))) - along) / strayed;
      const strayTimes = Math.min(Math.sqrt(mostMatch), Math.max(0, root));
      [autocovariance, evening] = before;
      for (let i = from; i < to; i++) {
        noons[i]! *= strayTimes;
        passDay(i);
        noons[i]! += morning * moves[i]!;
      }
    }
  };

  /** Draws the days of a stretch again until its years are typical. */
  const makeStretchTypical = (given: Given, draws: Uint32Array, { levels, sds }: Stretch, limits: YearLimits) => {
    const { stretch, trends } = given;
    const first = stretch * stretchDays;
    const moves = new Float64Array(2 * stretchDays);
    const others = new Float64Array(2 * stretchDays);
    others.set(movesBeside(stretch - 1));
    others.set(movesBeside(stretch), stretchDays);
    const writeMoves = (made: Float64Array, at: number) => {
      for (let i = 0; i < stretchDays; i++) moves[at + i] = made[i + 1]! - made[i]! + others[at + i]!;
    };
    if (stretch > firstTypical) writeMoves(stretchOf(first - stretchDays).levels, 0);
    const { above } = limits;
    const strayed = () => {
      let sum = 0;
      if (above !== undefined) for (let i = 0; i < stretchDays; i++) sum += Math.max(0, levels[i]! - (above + (trends?.[i] ?? 0)));
      return sum;
    };
    const againKey = key(`again/${stretch}`);
    // Days before those that are drawn again walk as they did in the last try that was taken.
    const taken = new Float64Array(stretchDays + 1);
    const tried = new Float64Array(stretchDays + 1);
    makeTypical(moves, draws, limits, {
      drawAgain: (attempt, i) => draw(againKey, attempt * stretchDays + i),
      write: (from) => {
        tried.set(taken);
        walk(given, draws, from, tried, sds);
        leadToEnd(given, tried, levels);
        writeMoves(levels, stretchDays);
      },
      take: () => taken.set(tried),
      strayed,
    });
  };

  const createStretch = (stretch: number): Stretch => {
    const first = stretch * stretchDays;
    const given = givenOf(stretch);
    const draws = Uint32Array.from({ length: stretchDays }, (_, i) => draw(dayKey, first + i));
    const made: Stretch = {
      levels: new Float64Array(stretchDays + 1),
      noons: new Float32Array(stretchDays),
      sds: new Float32Array(stretchDays),
    };
    if (years && stretch >= firstTypical) makeStretchTypical(given, draws, made, years);
    const walked = new Float64Array(stretchDays + 1);
    walk(given, draws, 0, walked, made.sds);
    leadToEnd(given, walked, made.levels);
    matchVolatilities(given, made);
    return made;
  };

  // The shared forces' are asked for with every coin's; a coin's own are quickly made again.
  const keepStretches = keepAll ? Infinity : 2;
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

  const days = new Map<number, StretchDays>();
  const createDays = (stretch: number): StretchDays => {
    const first = stretch * stretchDays;
    const { levels, noons, sds } = stretchOf(first);
    const moves = new Float64Array(stretchDays);
    for (let i = 0; i < stretchDays; i++) moves[i] = levels[i + 1]! - levels[i]!;
    return { moves, strays: moves.map((move, i) => noons[i]! - morning * (move - jumpOf(first + i))), sds };
  };

  return {
    daysOf(stretch) {
      let known = days.get(stretch);
      if (!known) days.set(stretch, (known = createDays(stretch)));
      return known;
    },
    levelAt: (day) => stretchOf(day).levels[day % stretchDays]!,
    noonOf: (day) => stretchOf(day).noons[day % stretchDays]!,
    sdOf: (day) => stretchOf(day).sds[day % stretchDays]!,
    jumpOf,
  };
}

const leadIns = new Map<number, Float64Array>();
/** How much of what a walk misses its end by is added on each day. The same for all series that forget as fast. */
function leadInOf(keep: number): Float64Array {
  const known = leadIns.get(keep);
  if (known) return known;
  const leadIn = Float64Array.from({ length: stretchDays }, (_, i) => keep ** (stretchDays - i) * (1 - keep ** (2 * i)));
  leadIns.set(keep, leadIn);
  return leadIn;
}

const shakes = new Map<number, Float64Array>();
function shakeOf(sd: number): Float64Array {
  const known = shakes.get(sd) ?? shakeBy8(sd);
  shakes.set(sd, known);
  return known;
}
