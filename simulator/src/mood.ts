// How volatile things are: a factor on the daily moves that swells and sinks over weeks and days, and one on the moves
// within the day that does so over hours. Series share part of the market's mood and have the rest for themselves.
import { draw, shakeBy8 } from './draw.ts';
import { firstDay } from './grid.ts';
import { createSwell } from './noise.ts';

export interface Mood {
  /** For the moves of a day. */
  slow(day: number): number;
  /** For the moves around a knot: there are a few a day. */
  hours(knot: number): number;
}

/** Standard deviations of the logarithms. */
const weeksSd = 0.42;
const daysSd = 0.3;
const hoursSd = 0.4;
const halfDaySd = 0.45;

const knotsPerHalfDay = 3;

/** share: how much of the swings belongs to this mood; two moods with shares whose squares add up to 1 make a whole one. */
export function createMood(key: (purpose: string) => number, share: number): Mood {
  const weeks = createSwell(key('mood-weeks'), 40, share * weeksSd);
  const days = createSwell(key('mood-days'), 7, share * daysSd);
  const hoursKey = key('mood-hours');
  const halfDayKey = key('mood-half-day');
  const shake = shakeOf(share * hoursSd);
  const halfDayShake = shakeOf(share * halfDaySd);
  return {
    slow: (day) => weeks.at(day) * days.at(day),
    hours: (knot) => shake[draw(hoursKey, knot) & 0xff]! * halfDayShake[draw(halfDayKey, Math.floor(knot / knotsPerHalfDay)) & 0xff]!,
  };
}

/** The same mood for many listeners that all walk through the same days. */
export function rememberMood({ slow, hours }: Mood): Mood {
  const days: number[] = [];
  return { slow: (day) => (days[day - firstDay] ??= slow(day)), hours };
}

const shakes = new Map<number, Float64Array>();
function shakeOf(sd: number): Float64Array {
  const known = shakes.get(sd) ?? shakeBy8(sd);
  shakes.set(sd, known);
  return known;
}
