// A day of news is a day in UTC. In an address it is written 2026-11-15; a moment in ms, as the calls know it, leads there.
import { dayMs } from '@tidemark/contract/time.ts';

export const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs;
export const dayName = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Midnight of the day an address names; null when there is no such day. */
export function parseDay(text: string): number | null {
  const ms = /^\d{13}$/.test(text) ? dayOf(Number(text)) : /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // The 31st of February is read as a day of March by some.
  return ms >= 0 && ms < 8_640_000_000_000 && (text.length === 13 || dayName(ms) === text) ? ms : null;
}
