// The grid every path is built on: day -> cell -> minute -> second, all in UTC. A cell is the finest step at which high,
// low and volume are known without looking inside, which is what makes a thousand days of candles cheap.
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';

export const cellsPerDay = 48;
export const minutesPerCell = 1440 / cellsPerDay;
export const cellMs = minutesPerCell * minuteMs;
export const secondsPerMinute = 60;
export const halfDayMs = dayMs / 2;

/** Simulated history begins here; nothing exists before. */
export const firstDay = Date.UTC(2021, 0, 1) / dayMs;
export const historyStartMs = firstDay * dayMs;

export const dayOf = (ms: number): number => Math.floor(ms / dayMs);
export const cellOf = (ms: number): number => Math.floor(ms / cellMs);
export const minuteOf = (ms: number): number => Math.floor(ms / minuteMs);
/** 1970-01-01 was a Thursday. 0 = Monday. */
export const weekdayOf = (day: number): number => (day + 3) % 7;
