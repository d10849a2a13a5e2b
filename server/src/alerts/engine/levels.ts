// Where things happen on a series: firing levels, hysteresis, and what an alert waits for at any moment.
// Whole-number arithmetic throughout; a product is split before it can leave the range where doubles are exact.
import { alertFrequency, alertType } from '@tidemark/contract/alert-rules.ts';
import { dayOver, nextMidnight } from './alert-day.ts';
import { changeUnitsPerPercentUnit } from './scale.ts';
import type { Alert, Standing } from './standing.ts';

const hysteresisTicks = 3;
const percentUnitsPerWhole = 10_000;
/** Half a point, in units of a 24 h change. */
const changeHysteresis = 500;
/** How long the price has to stay back before types 1, 2, 7 and 8 are armed again. */
export const restMs = 10_000;

/** floor(a * b / c) for whole a, b, c. */
const mulDivFloor = (a: number, b: number, c: number): number => {
  const whole = Math.floor(a / c);
  return whole * b + Math.floor(((a - whole * c) * b) / c);
};
const mulDivCeil = (a: number, b: number, c: number): number => -mulDivFloor(-a, b, c);

/** Types 1, 2: max(0.2 %, 3 ticks) away from the target. */
const rearmBelow = (target: number): number => Math.min(mulDivFloor(target, 998, 1000), target - hysteresisTicks);
const rearmAbove = (target: number): number => Math.max(mulDivCeil(target, 1002, 1000), target + hysteresisTicks);

/** Types 3, 4. An anchor may be a half, so it is doubled first. */
export const riseFrom = (anchor: number, percent: number): number =>
  mulDivCeil(2 * anchor, percentUnitsPerWhole + percent, 2 * percentUnitsPerWhole);
export const fallFrom = (anchor: number, percent: number): number =>
  mulDivFloor(2 * anchor, percentUnitsPerWhole - percent, 2 * percentUnitsPerWhole);

/** Types 5, 6: max(0.5 points, 10 % of p). */
export const changeLevel = (percent: number): number => percent * changeUnitsPerPercentUnit;
export const changeRearm = (percent: number): number => changeLevel(percent) - Math.max(changeHysteresis, changeLevel(percent) / 10);

/** Types 7, 8: max(5 % of the width, 3 ticks), at most 25 % of the width, as whole units. */
export function channelMargin(lower: number, upper: number): number {
  const width = Math.max(0, upper - lower);
  const twentieths = Math.min(Math.max(width, 20 * hysteresisTicks), 5 * width);
  return Math.ceil(twentieths / 20);
}

/** -1 below the channel, 0 in it, 1 above it. */
export const sideOf = ({ target, upper }: Pick<Alert, 'target' | 'upper'>, price: number): number =>
  price < target ? -1 : price > upper ? 1 : 0;

export const isStepType = (type: number): boolean => type === alertType.risePercent || type === alertType.fallPercent;
const isChangeType = (type: number): boolean => type === alertType.rise24hPercent || type === alertType.fall24hPercent;
/** Types that are armed again by a rest of the price. */
export const isRestType = (type: number): boolean => !isStepType(type) && !isChangeType(type);

/** The soonest a latched alert may be armed again, rested or not. */
export function rearmDue(alert: Alert, standing: Readonly<Standing>): number {
  const rested = (standing.restFrom ?? standing.judgedAt) + restMs;
  const isDaily = alert.frequency === alertFrequency.onceADay && standing.firedAt !== null;
  return isDaily ? Math.max(rested, dayOver(standing.firedAt, standing.firedZone, alert.timeZone)) : rested;
}

/** Types 3-6 once a day: the first price from here on starts them again. */
export const newDayAt = (alert: Alert, standing: Readonly<Standing>): number =>
  standing.firedAt === null
    ? nextMidnight(standing.judgedAt, alert.timeZone)
    : dayOver(standing.firedAt, standing.firedZone, alert.timeZone);

/** Types 5, 6: once a day and already fired, only the next day counts. */
export const canRearmByLevel = (alert: Alert, standing: Readonly<Standing>): boolean =>
  alert.frequency !== alertFrequency.onceADay || standing.firedAt === null;

/** Where a latched alert wants the price to rest: at or below `below`, at or above `above`; `both` wants both at once. */
export interface Rest {
  below: number;
  above: number;
  isBoth: boolean;
}

export function selectRest({ type, target, upper }: Alert, rest: Rest): void {
  rest.below = -Infinity;
  rest.above = Infinity;
  rest.isBoth = false;
  if (type === alertType.risesTo) rest.below = rearmBelow(target);
  else if (type === alertType.fallsTo) rest.above = rearmAbove(target);
  else if (type === alertType.entersChannel) {
    rest.below = target - channelMargin(target, upper);
    rest.above = upper + channelMargin(target, upper);
  } else if (type === alertType.exitsChannel) {
    rest.below = upper - channelMargin(target, upper);
    rest.above = target + channelMargin(target, upper);
    rest.isBoth = true;
  }
}

/** What an alert waits for: a price at or above `up`, at or below `down`, or the first price from `wakeAt` on. */
export interface Watch {
  up: number;
  down: number;
  wakeAt: number;
}

const half = 0.5;

/** Writes into `watch`; nothing is allocated on the way of a tick. Prices are halves of units, so `x + half` is 'above x'. */
export function selectWatch(alert: Alert, standing: Readonly<Standing>, watch: Watch): void {
  watch.up = Infinity;
  watch.down = -Infinity;
  watch.wakeAt = Infinity;
  const isArmed = standing.phase === 'armed';
  const { type, target, upper } = alert;
  switch (type) {
    case alertType.risesTo:
      if (isArmed) watch.up = target;
      return;
    case alertType.fallsTo:
      if (isArmed) watch.down = target;
      return;
    case alertType.risePercent:
      if (isArmed) watch.up = riseFrom(standing.anchor!, target);
      else watch.wakeAt = newDayAt(alert, standing);
      return;
    case alertType.fallPercent:
      if (isArmed) watch.down = fallFrom(standing.anchor!, target);
      else watch.wakeAt = newDayAt(alert, standing);
      return;
    case alertType.rise24hPercent:
      if (isArmed) watch.up = changeLevel(target);
      else if (canRearmByLevel(alert, standing)) watch.down = changeRearm(target);
      if (!isArmed && alert.frequency === alertFrequency.onceADay) watch.wakeAt = newDayAt(alert, standing);
      return;
    case alertType.fall24hPercent:
      if (isArmed) watch.down = -changeLevel(target);
      else if (canRearmByLevel(alert, standing)) watch.up = -changeRearm(target);
      if (!isArmed && alert.frequency === alertFrequency.onceADay) watch.wakeAt = newDayAt(alert, standing);
      return;
    case alertType.entersChannel:
      if (isArmed && standing.place < 0) watch.up = target;
      else if (isArmed) watch.down = upper;
      return;
    case alertType.exitsChannel:
      // Latched, it looks for the price on the other side of the channel: a jump clean through is an exit too.
      if (isArmed || standing.place < 0) watch.up = upper + half;
      if (isArmed || standing.place > 0) watch.down = target - half;
      return;
  }
}
