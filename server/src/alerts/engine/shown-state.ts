// The word that stands beside an alert: what it is doing now, as far as its user is concerned.
import type { AlertState } from '@tidemark/contract/alert-rules.ts';
import { heldBackBy, type RateLimits } from './limits.ts';
import { freshMs } from './start.ts';
import type { Alert, Standing } from './standing.ts';

export interface SeriesCondition {
  readonly now: number;
  readonly lastTickAt: number | null;
  /** The symbol is halted or delisted. */
  readonly isSuspended: boolean;
}

export function shownState(
  alert: Pick<Alert, 'timeZone'>,
  standing: Readonly<Standing>,
  { now, lastTickAt, isSuspended }: SeriesCondition,
  limits: RateLimits,
): AlertState {
  if (standing.phase === 'off') return 'off';
  if (isSuspended) return 'suspended';
  if (lastTickAt === null || now - lastTickAt > freshMs) return 'stale';
  if (standing.suppressedCount > 0 && heldBackBy(standing, limits, alert.timeZone, now) !== null) return 'limited';
  return standing.phase;
}
