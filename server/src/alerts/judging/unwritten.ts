// Parts of bursts that are decided and wait to be written out, in order. Knows which alerts they speak of: what comes later of one of
// these has to wait for its part, anything else has not.
import type { Batch } from './judge-store.ts';
import type { BurstPart } from './burst-parts.ts';

export interface Unwritten extends BurstPart {
  readonly id: number;
}

/** So many are written out in a millisecond, about. */
const pace = 7;

export function createUnwritten() {
  const parts: Unwritten[] = [];
  const versions = new Map<number, number>();
  return {
    add(part: Unwritten): void {
      parts.push(part);
      for (const { alertId, version } of part.firings) versions.set(alertId, version);
    },
    next: (): Unwritten | undefined => parts[0],
    /** The next one is written. */
    done(): void {
      for (const { alertId } of parts.shift()?.firings ?? []) versions.delete(alertId);
    },
    firings: () => parts.reduce((sum, { firings }) => sum + firings.length, 0),
    /** How long the rest of it will take, about. */
    restMs: () => parts.reduce((sum, { firings }) => sum + firings.length, 0) / pace,
    /** It has fired in this version or a later one, which the store does not say yet. */
    has: (alertId: number, version: number): boolean => (versions.get(alertId) ?? -1) >= version,
    isTouchedBy: ({ firings, standings }: Batch): boolean =>
      versions.size > 0 &&
      (firings.some(({ alertId }) => versions.has(alertId)) || [...standings.keys()].some((alertId) => versions.has(alertId))),
  };
}
