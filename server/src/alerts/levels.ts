// Where things happen on a series: firing levels, hysteresis, and the two levels an alert waits for at any moment.
// Whole-number arithmetic throughout; a product is split before it can leave the range where doubles are exact.
import { alertFrequency, alertType } from '@tidemark/contract/alerts.ts';
import { dayOver, nextMidnight } from './alert-day.ts';
import { changeUnitsPerPercentUnit } from './scale.ts';
import type { Alert, Standing } from './standing.ts';

const hysteresisTicks = 3;
const percentUnitsPerWhole = 10_000;
/** Half a point, in units of a 24 h change. */
const changeHysteresis = 500;
export const rearmHoldMs = 10_000;

/** floor(a * b / c) for whole a, b, c. */
const mulDivFloor = (a: number, b: number, c: number): number => {
  const whole = Math.floor(a / c);
  return whole * b + Math.floor(((a - whole * c) * b) / c);
};
const mulDivCeil = (a: number, b: number, c: number): number => -mulDivFloor(-a, b, c);

/** Types 1, 2: max(0.2 %, 3 ticks) away from the target. */
export const rearmBelow = (target: number): number => Math.min(mulDivFloor(target, 998, 1000), target - hysteresisTicks);
export const rearmAbove = (target: number): number => Math.max(mulDivCeil(target, 1002, 1000), target + hysteresisTicks);

/** Types 3, 4. An anchor may be a half, so it is doubled first. */
export const riseFrom = (anchor: number, percent: number): number => mulDivCeil(2 * anchor, percentUnitsPerWhole + percent, 2 * percentUnitsPerWhole);
export const fallFrom = (anchor: number, percent: number): number => mulDivFloor(2 * anchor, percentUnitsPerWhole - percent, 2 * percentUnitsPerWhole);

/** Types 5, 6: max(0.5 points, 10 % of p). */
export const changeLevel = (percent: number): number => percent * changeUnitsPerPercentUnit;
export const changeRearm = (percent: number): number => changeLevel(percent) - Math.max(changeHysteresis, changeLevel(percent) / 10);

/** Types 7, 8: max(5 % of the width, 3 ticks), at most 25 % of the width, as whole units. */
export function channelMargin(lower: number, upper: number): number {
  const width = Math.max(0, upper - lower);
  const twentieths = Math.min(Math.max(width, 20 * hysteresisTicks), 5 * width);
  return Math.ceil(twentieths / 20);
}

/** Where a price is for an exit alert: outside (±2), inside but near a bound (±1), well inside (0). */
export function exitPlace(alert: Pick<Alert, 'target' | 'upper'>, price: number): number {
  const margin = channelMargin(alert.target, alert.upper);
  if (price < alert.target) return -2;
  if (price < alert.target + margin) return -1;
  if (price <= alert.upper - margin) return 0;
  return price <= alert.upper ? 1 : 2;
}

/** For an entry alert that is latched: well outside (±1), or not (0). */
export function entryPlace(alert: Pick<Alert, 'target' | 'upper'>, price: number): number {
  const margin = channelMargin(alert.target, alert.upper);
  return price <= alert.target - margin ? -1 : price >= alert.upper + margin ? 1 : 0;
}

/** When a latched alert becomes armed if the price stays where it is. */
export function rearmAt(alert: Alert, standing: Readonly<Standing>): number {
  if (standing.heldSince === null) return Infinity;
  const held = standing.heldSince + rearmHoldMs;
  const isDaily = alert.frequency === alertFrequency.onceADay && standing.firedAt !== null;
  return isDaily ? Math.max(held, dayOver(standing.firedAt, standing.firedZone, alert.timeZone)) : held;
}

/** Types 3-6 once a day: the first price from here on starts them again. */
export const newDayAt = (alert: Alert, standing: Readonly<Standing>): number =>
  standing.firedAt === null ? nextMidnight(standing.judgedAt, alert.timeZone) : dayOver(standing.firedAt, standing.firedZone, alert.timeZone);

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
  if (standing.phase === 'off') return;
  const isArmed = standing.phase === 'armed';
  const isHeld = standing.heldSince !== null;
  const { type, target, upper } = alert;
  switch (type) {
    case alertType.risesTo:
      if (isArmed) watch.up = target;
      else if (isHeld) watch.up = rearmBelow(target) + half;
      else watch.down = rearmBelow(target);
      return;
    case alertType.fallsTo:
      if (isArmed) watch.down = target;
      else if (isHeld) watch.down = rearmAbove(target) - half;
      else watch.up = rearmAbove(target);
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
    case alertType.entersChannel: {
      const margin = channelMargin(target, upper);
      if (isArmed) {
        if (standing.place < 0) watch.up = target;
        else watch.down = upper;
      } else if (isHeld) {
        if (standing.place < 0) watch.up = target - margin + half;
        else watch.down = upper + margin - half;
      } else {
        watch.up = upper + margin;
        watch.down = target - margin;
      }
      return;
    }
    case alertType.exitsChannel: {
      const margin = isArmed ? 0 : channelMargin(target, upper);
      if (isArmed || standing.place === 0) {
        watch.up = upper - margin + half;
        watch.down = target + margin - half;
      } else if (standing.place < 0) {
        watch.up = standing.place === -2 ? target : target + margin;
        if (standing.place === -1) watch.down = target - half;
      } else {
        watch.down = standing.place === 2 ? upper : upper - margin;
        if (standing.place === 1) watch.up = upper + half;
      }
      return;
    }
  }
}

/** Types 5, 6: once a day and already fired, only the next day counts. */
export const canRearmByLevel = (alert: Alert, standing: Readonly<Standing>): boolean =>
  alert.frequency !== alertFrequency.onceADay || standing.firedAt === null;
