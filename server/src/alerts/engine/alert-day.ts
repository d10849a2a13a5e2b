// The day of an alert: the user's local day, by the offset of the time zone preference (-1 means UTC).
import { dayOffsetMinutes } from '@tidemark/contract/market.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';

/** A change of time zone never grants a second firing sooner than this. */
const changedZoneWaitMs = 20 * 3_600_000;

/** The first moment of the local day after the one that `at` lies in. */
export function nextMidnight(at: number, timeZone: number): number {
  const shift = dayOffsetMinutes(timeZone) * minuteMs;
  return (Math.floor((at + shift) / dayMs) + 1) * dayMs - shift;
}

/**
 * When the day of a firing is over: it is a later day where the user is now, and either it is one too in the zone the
 * firing was counted in, or 20 hours have passed. So moving the clock forward wins nothing, and living through midnight does.
 */
export function dayOver(firedAt: number, firedZone: number, timeZone: number): number {
  const here = nextMidnight(firedAt, timeZone);
  return Math.max(here, Math.min(nextMidnight(firedAt, firedZone), firedAt + changedZoneWaitMs));
}
