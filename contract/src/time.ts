/** Lengths of time in milliseconds, as clocks count it: a day is one of UTC. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const dayStart = (ms: number): number => Math.floor(ms / dayMs) * dayMs;
