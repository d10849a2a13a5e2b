// When an alert fires and what that does to it: the table of alert meanings as functions over one alert and one price.
// Judging a price that changes nothing changes nothing, so the engine may skip every alert whose levels were not passed.
import { alertFrequency, alertType } from '@tidemark/contract/alert-rules.ts';
import { dayOver } from './alert-day.ts';
import { canRearmByLevel, changeLevel, changeRearm, fallFrom, isStepType, newDayAt, riseFrom, sideOf, type Rest } from './levels.ts';
import { countFiring, heldBackBy, type LimitName, type RateLimits } from './limits.ts';
import type { Alert, Standing } from './standing.ts';

/** An armed alert met its condition. */
export interface Crossing {
  /** The level that was reached, and for types 3 and 4 what it was counted from. */
  readonly level: number;
  readonly anchor: number | null;
  /** Not delivered, because of this limit. */
  readonly suppressedBy: LimitName | null;
  /** What limits held back since the delivery before this one: '+3 more since 14:02'. */
  readonly more: { readonly count: number; readonly since: number } | null;
}

export type Verdict = 'same' | 'changed' | Crossing;

export interface Moment {
  readonly price: number;
  readonly at: number;
  /** The price before, if the alert was there to see it. */
  readonly before: number | null;
}

/** Judges one price and brings `standing` up to date. */
export function judge(alert: Alert, standing: Standing, moment: Moment, limits: RateLimits): Verdict {
  const verdict = judgeByType(alert, standing, moment, limits);
  if (verdict !== 'same') standing.judgedAt = moment.at;
  return verdict;
}

function judgeByType(alert: Alert, standing: Standing, moment: Moment, limits: RateLimits): Verdict {
  if (standing.phase === 'off') return 'same';
  switch (alert.type) {
    case alertType.risesTo:
      return standing.phase === 'armed' && moment.price >= alert.target ? cross(alert, standing, moment, alert.target, limits) : 'same';
    case alertType.fallsTo:
      return standing.phase === 'armed' && moment.price <= alert.target ? cross(alert, standing, moment, alert.target, limits) : 'same';
    case alertType.risePercent:
    case alertType.fallPercent:
      return judgeStep(alert, standing, moment, limits);
    case alertType.rise24hPercent:
    case alertType.fall24hPercent:
      return judgeChange(alert, standing, moment, limits);
    case alertType.entersChannel:
      return judgeEntry(alert, standing, moment, limits);
    case alertType.exitsChannel:
      return judgeExit(alert, standing, moment, limits);
  }
}

function judgeStep(alert: Alert, standing: Standing, moment: Moment, limits: RateLimits): Verdict {
  const { price, at } = moment;
  if (standing.phase === 'latched') {
    if (at < newDayAt(alert, standing)) return 'same';
    standing.phase = 'armed';
    standing.anchor = price;
    return 'changed';
  }
  const isRise = alert.type === alertType.risePercent;
  const level = isRise ? riseFrom(standing.anchor!, alert.target) : fallFrom(standing.anchor!, alert.target);
  const isReached = isRise ? price >= level : price <= level;
  return isReached ? cross(alert, standing, moment, level, limits) : 'same';
}

function judgeChange(alert: Alert, standing: Standing, moment: Moment, limits: RateLimits): Verdict {
  const sign = alert.type === alertType.rise24hPercent ? 1 : -1;
  const moved = sign * moment.price;
  const level = changeLevel(alert.target);
  const wasArmed = standing.phase === 'armed';
  if (!wasArmed) {
    const isByLevel = canRearmByLevel(alert, standing) && moved <= changeRearm(alert.target);
    const isByDay = alert.frequency === alertFrequency.onceADay && moment.at >= newDayAt(alert, standing);
    if (!isByLevel && !isByDay) return 'same';
    standing.phase = 'armed';
  }
  if (moved >= level) return cross(alert, standing, moment, sign * level, limits);
  return wasArmed ? 'same' : 'changed';
}

function judgeEntry(alert: Alert, standing: Standing, moment: Moment, limits: RateLimits): Verdict {
  const side = sideOf(alert, moment.price);
  if (standing.phase === 'latched' || side === standing.place) return 'same';
  const bound = standing.place < 0 ? alert.target : alert.upper;
  standing.place = side;
  // Straight from one side to the other: no price inside was seen.
  return side === 0 ? cross(alert, standing, moment, bound, limits) : 'changed';
}

function judgeExit(alert: Alert, standing: Standing, moment: Moment, limits: RateLimits): Verdict {
  const side = sideOf(alert, moment.price);
  const wasAt = standing.place;
  if (side === 0 || side === wasAt) return 'same';
  standing.place = side;
  const bound = side < 0 ? alert.target : alert.upper;
  if (standing.phase === 'armed') return cross(alert, standing, moment, bound, limits);
  // Latched, and now on the other side. A jump clean through the channel is an exit, a way through the inside is none.
  const isJump = moment.before === null || sideOf(alert, moment.before) === wasAt;
  return isJump ? cross(alert, standing, moment, bound, limits) : 'changed';
}

/** Has the price rested where this alert wants it, when `highest` and `lowest` were its extremes? On which side? 0: no. */
export function restedSide(rest: Rest, highest: number, lowest: number): number {
  const isBelow = highest <= rest.below;
  const isAbove = lowest >= rest.above;
  if (rest.isBoth) return isBelow && isAbove ? 1 : 0;
  return isBelow ? -1 : isAbove ? 1 : 0;
}

export function rearm(alert: Alert, standing: Standing, side: number, at: number): void {
  standing.phase = 'armed';
  standing.judgedAt = at;
  standing.restFrom = null;
  standing.place = alert.type === alertType.entersChannel ? side : 0;
}

function cross(alert: Alert, standing: Standing, { price, at }: Moment, level: number, limits: RateLimits): Verdict {
  const { frequency, timeZone } = alert;
  standing.restFrom = null;
  if (frequency === alertFrequency.onceADay && standing.firedAt !== null && at < dayOver(standing.firedAt, standing.firedZone, timeZone)) {
    // A jump through the channel, or a day that a change of time zone made the day of the firing again.
    standing.phase = 'latched';
    return 'changed';
  }
  const { anchor } = standing;
  const suppressedBy = frequency === alertFrequency.every ? heldBackBy(standing, limits, timeZone, at) : null;
  let more: Crossing['more'] = null;
  if (suppressedBy === null) {
    if (standing.suppressedSince !== null) more = { count: standing.suppressedCount, since: standing.suppressedSince };
    standing.suppressedCount = 0;
    standing.suppressedSince = null;
    countFiring(standing, timeZone, at);
  } else {
    standing.suppressedCount++;
    standing.suppressedSince ??= at;
  }
  standing.fireSeq++;
  const isStep = isStepType(alert.type);
  // What has ended keeps what it was measured from.
  if (isStep && frequency !== alertFrequency.onceOnly) standing.anchor = price;
  if (frequency === alertFrequency.onceOnly) standing.phase = 'off';
  else standing.phase = isStep && frequency === alertFrequency.every ? 'armed' : 'latched';
  return { level, anchor: isStep ? anchor : null, suppressedBy, more };
}
