// Round times within a stretch: whole hours, days, Mondays, first days of months and years. In UTC, as the market counts them.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const month = (365.25 / 12) * day;
/** The first Monday that clocks count. */
const monday = 4 * day;

const stepsOf = (unit: number, counts: readonly number[]): number[] => counts.map((count) => count * unit);
const steps = [
  ...stepsOf(minute, [1, 2, 5, 10, 15, 30]),
  ...stepsOf(hour, [1, 2, 3, 4, 6, 8, 12]),
  ...stepsOf(day, [1, 2, 3]),
  ...stepsOf(week, [1, 2]),
  ...stepsOf(month, [1, 2, 3, 4, 6]),
  ...stepsOf(12 * month, [1, 2, 5, 10, 20, 40, 100]),
];
/** At most five labels, as far from each other as the longest of them are wide. */
const mostSteps = 4.6;

export function timeTicksOf(from: number, to: number): readonly number[] {
  const found = steps.findIndex((one) => (to - from) / one <= mostSteps);
  const place = found < 0 ? steps.length - 1 : found;
  // Where only one multiple of a step lies within, those of the next finer one do.
  for (const step of [steps[place]!, steps[place - 1] ?? second]) {
    const ticks = step < month ? timesWithin(step, step < week ? 0 : monday, from, to) : monthsWithin(Math.round(step / month), from, to);
    if (ticks.length > 1) return ticks;
  }
  return from < to ? [from, to] : [from];
}

function timesWithin(step: number, start: number, from: number, to: number): number[] {
  const first = Math.ceil((from - start) / step);
  const last = Math.floor((to - start) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => start + (first + i) * step);
}

function monthsWithin(count: number, from: number, to: number): number[] {
  const monthOf = (ms: number) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth();
  const ticks: number[] = [];
  for (let at = Math.floor(monthOf(from) / count) * count; at <= monthOf(to); at += count) {
    const ms = Date.UTC(Math.floor(at / 12), at % 12);
    if (ms >= from && ms <= to) ticks.push(ms);
  }
  return ticks;
}
