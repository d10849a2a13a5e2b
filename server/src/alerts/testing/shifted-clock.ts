import { systemClock, type Clock } from '#platform/clock.ts';

/** The real clock, set wrong: so that a minute begins, or is over, when a test wants it to. */
export const shiftedClock = (byMs: () => number): Clock => ({ ...systemClock, now: () => Date.now() + byMs() });
