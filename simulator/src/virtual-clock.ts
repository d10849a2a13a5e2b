// Time that runs faster than the clock on the wall. It begins at the present and from there on every real second is `speed`
// simulated ones: v = start + (real - start) x speed. History up to the start is the same as without it. Timers are in
// virtual time too, so a minute of the market comes round after 60 / speed real seconds.
import type { Clock } from './clock.ts';

/** Real timers cannot be finer. */
const finestMs = 1;

export function createVirtualClock(real: Clock, speed: number): Clock {
  const start = real.now();
  const toReal = (ms: number) => Math.max(finestMs, ms / speed);
  return {
    now: () => start + (real.now() - start) * speed,
    every: (ms, fn) => real.every(toReal(ms), fn),
    after: (ms, fn) => real.after(toReal(ms), fn),
  };
}
