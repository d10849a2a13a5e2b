// Rate limits of an every-time alert (section 9): four counters, each set back when its second, minute, hour or day is over.
import type { AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { hourMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import { dayOver } from './alert-day.ts';
import type { Standing } from './standing.ts';

export type RateLimits = Pick<AlertLimits, 'perSecond' | 'perMinute' | 'perHour' | 'perDay'>;
export type LimitName = keyof RateLimits;

const isSame = (a: number, b: number, spanMs: number): boolean => Math.floor(a / spanMs) === Math.floor(b / spanMs);

/** The limit that holds a firing back at this moment; of several, the one over the longest time. */
export function heldBackBy(standing: Readonly<Standing>, limits: RateLimits, timeZone: number, at: number): LimitName | null {
  const { firedAt } = standing;
  if (firedAt === null) return null;
  if (standing.inDay >= limits.perDay && at < dayOver(firedAt, standing.firedZone, timeZone)) return 'perDay';
  if (standing.inHour >= limits.perHour && isSame(firedAt, at, hourMs)) return 'perHour';
  if (standing.inMinute >= limits.perMinute && isSame(firedAt, at, minuteMs)) return 'perMinute';
  if (standing.inSecond >= limits.perSecond && isSame(firedAt, at, secondMs)) return 'perSecond';
  return null;
}

export function countFiring(standing: Standing, timeZone: number, at: number): void {
  const last = standing.firedAt;
  standing.inSecond = last !== null && isSame(last, at, secondMs) ? standing.inSecond + 1 : 1;
  standing.inMinute = last !== null && isSame(last, at, minuteMs) ? standing.inMinute + 1 : 1;
  standing.inHour = last !== null && isSame(last, at, hourMs) ? standing.inHour + 1 : 1;
  standing.inDay = last !== null && at < dayOver(last, standing.firedZone, timeZone) ? standing.inDay + 1 : 1;
  standing.firedAt = at;
  standing.firedZone = timeZone;
}
