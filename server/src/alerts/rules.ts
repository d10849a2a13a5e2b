// When an alert fires and what that does to it: the table of alert meanings as one function over one alert and one price.
// Judging a price that changes nothing changes nothing, so the engine may skip every alert whose levels were not passed.
import { alertFrequency, alertType } from '@tidemark/contract/alerts.ts';
import { dayOver } from './alert-day.ts';
import { canRearmByLevel, changeLevel, changeRearm, entryPlace, exitPlace, fallFrom, newDayAt, rearmAbove, rearmAt, rearmBelow, riseFrom } from './levels.ts';
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

/**
 * Judges one price and brings `standing` up to date. `at` is the earliest moment the price can have been there and
 * `heldFrom` the latest: the same for a tick; for a stored candle its beginning and its end, so that a re-arming that
 * nobody saw is never assumed.
 */
export function judge(alert: Alert, standing: Standing, price: number, at: number, heldFrom: number, limits: RateLimits): Verdict {
  const verdict = judgeByType(alert, standing, price, at, heldFrom, limits);
  if (verdict !== 'same') standing.judgedAt = at;
  return verdict;
}

function judgeByType(alert: Alert, standing: Standing, price: number, at: number, heldFrom: number, limits: RateLimits): Verdict {
  if (standing.phase === 'off') return 'same';
  switch (alert.type) {
    case alertType.risesTo:
    case alertType.fallsTo:
      return judgeTarget(alert, standing, price, at, heldFrom, limits);
    case alertType.risePercent:
    case alertType.fallPercent:
      return judgeStep(alert, standing, price, at, limits);
    case alertType.rise24hPercent:
    case alertType.fall24hPercent:
      return judgeChange(alert, standing, price, at, limits);
    case alertType.entersChannel:
      return judgeEntry(alert, standing, price, at, heldFrom, limits);
    case alertType.exitsChannel:
      return judgeExit(alert, standing, price, at, heldFrom, limits);
  }
}

/** Takes a re-arming that fell due without a price into the standing: before a change of what it is decided by. */
export function settle(alert: Alert, standing: Standing, at: number): boolean {
  if (standing.phase !== 'latched' || at < rearmAt(alert, standing)) return false;
  standing.phase = 'armed';
  standing.heldSince = null;
  return true;
}

function judgeTarget(alert: Alert, standing: Standing, price: number, at: number, heldFrom: number, limits: RateLimits): Verdict {
  const { target } = alert;
  const isRise = alert.type === alertType.risesTo;
  const isReached = isRise ? price >= target : price <= target;
  if (standing.phase === 'armed') return isReached ? cross(alert, standing, price, at, target, limits) : 'same';
  const isBack = isRise ? price <= rearmBelow(target) : price >= rearmAbove(target);
  const held = hold(alert, standing, isBack, at, heldFrom);
  if (held !== 'armed') return held;
  return isReached ? cross(alert, standing, price, at, target, limits) : 'changed';
}

function judgeStep(alert: Alert, standing: Standing, price: number, at: number, limits: RateLimits): Verdict {
  if (standing.phase === 'latched') {
    if (at < newDayAt(alert, standing)) return 'same';
    standing.phase = 'armed';
    standing.anchor = price;
    return 'changed';
  }
  const isRise = alert.type === alertType.risePercent;
  const level = isRise ? riseFrom(standing.anchor!, alert.target) : fallFrom(standing.anchor!, alert.target);
  const isReached = isRise ? price >= level : price <= level;
  return isReached ? cross(alert, standing, price, at, level, limits) : 'same';
}

function judgeChange(alert: Alert, standing: Standing, change: number, at: number, limits: RateLimits): Verdict {
  const sign = alert.type === alertType.rise24hPercent ? 1 : -1;
  const moved = sign * change;
  const level = changeLevel(alert.target);
  const wasArmed = standing.phase === 'armed';
  if (!wasArmed) {
    const isByLevel = canRearmByLevel(alert, standing) && moved <= changeRearm(alert.target);
    const isByDay = alert.frequency === alertFrequency.onceADay && at >= newDayAt(alert, standing);
    if (!isByLevel && !isByDay) return 'same';
    standing.phase = 'armed';
  }
  if (moved >= level) return cross(alert, standing, change, at, sign * level, limits);
  return wasArmed ? 'same' : 'changed';
}

function judgeEntry(alert: Alert, standing: Standing, price: number, at: number, heldFrom: number, limits: RateLimits): Verdict {
  let verdict: Verdict = 'same';
  if (standing.phase === 'latched') {
    const place = entryPlace(alert, price);
    const held = hold(alert, standing, place !== 0, at, heldFrom);
    if (held !== 'armed') return movePlace(standing, place, held);
    verdict = 'changed';
  }
  const side = price < alert.target ? -1 : price > alert.upper ? 1 : 0;
  if (side !== 0) return movePlace(standing, side, verdict);
  const bound = standing.place < 0 ? alert.target : alert.upper;
  standing.place = 0;
  return cross(alert, standing, price, at, bound, limits);
}

function judgeExit(alert: Alert, standing: Standing, price: number, at: number, heldFrom: number, limits: RateLimits): Verdict {
  const place = exitPlace(alert, price);
  const isOutside = Math.abs(place) === 2;
  const bound = place < 0 ? alert.target : alert.upper;
  let verdict: Verdict = 'same';
  if (standing.phase === 'latched') {
    if (isOutside && standing.place === -place) {
      // A jump clean through the channel is an exit, whether or not a price was seen inside.
      standing.place = place;
      return cross(alert, standing, price, at, bound, limits);
    }
    const held = hold(alert, standing, place === 0, at, heldFrom);
    if (held !== 'armed') return movePlace(standing, place, held);
    verdict = 'changed';
  }
  if (!isOutside) return movePlace(standing, 0, verdict);
  standing.place = place;
  return cross(alert, standing, price, at, bound, limits);
}

const movePlace = (standing: Standing, place: number, verdict: 'same' | 'changed'): 'same' | 'changed' => {
  if (standing.place === place) return verdict;
  standing.place = place;
  return 'changed';
};

/** Re-arming of types 1, 2, 7, 8: back far enough, for long enough. It is noticed when the price leaves again. */
function hold(alert: Alert, standing: Standing, isBack: boolean, at: number, heldFrom: number): 'same' | 'changed' | 'armed' {
  if (isBack) {
    if (standing.heldSince !== null) return 'same';
    standing.heldSince = heldFrom;
    return 'changed';
  }
  if (standing.heldSince === null) return 'same';
  const isArmed = at >= rearmAt(alert, standing);
  standing.heldSince = null;
  if (isArmed) standing.phase = 'armed';
  return isArmed ? 'armed' : 'changed';
}

function cross(alert: Alert, standing: Standing, price: number, at: number, level: number, limits: RateLimits): Verdict {
  const { frequency, timeZone } = alert;
  standing.heldSince = null;
  if (frequency === alertFrequency.onceADay && standing.firedAt !== null && at < dayOver(standing.firedAt, standing.firedZone, timeZone)) {
    // Re-armed on a later day, which a change of time zone then made the day of the firing again.
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
  const isStep = alert.type === alertType.risePercent || alert.type === alertType.fallPercent;
  if (isStep) standing.anchor = price;
  if (frequency === alertFrequency.onceOnly) standing.phase = 'off';
  else standing.phase = isStep && frequency === alertFrequency.every ? 'armed' : 'latched';
  return { level, anchor: isStep ? anchor : null, suppressedBy, more };
}
