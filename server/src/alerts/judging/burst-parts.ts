// A burst is decided at once and written out part by part. In which order is decided here.
import type { KeptFiring } from './judge-store.ts';

/** So many firings are one commit of their own; more are written out in parts. */
export const usualPartSize = 1_500;
/** So many firings of users who are online are one part, and shown together. */
const partOfOnline = 500;

export interface BurstPart {
  readonly firings: readonly KeptFiring[];
  /** The users of this part are online: it is shown at once. */
  readonly isOnline: boolean;
}

/**
 * People who are online do not wait for those who are not; among equals the earlier firing comes first. All firings of one person are
 * in one part, so that they may travel in one message.
 */
export function cutBurst(
  firings: readonly KeptFiring[],
  ownerOf: ReadonlyMap<number, string>,
  isOnline: (userId: string) => boolean,
  partSize = usualPartSize,
): BurstPart[] {
  const byOwner = Map.groupBy(firings, ({ alertId }) => ownerOf.get(alertId) ?? alertId);
  const { online = [], offline = [] } = Object.groupBy(byOwner, ([owner]) =>
    typeof owner === 'string' && isOnline(owner) ? 'online' : 'offline',
  );
  const cut = (groups: typeof online, size: number, isOnlineNow: boolean): BurstPart[] => {
    const parts: KeptFiring[][] = [];
    for (const [, own] of groups) {
      if (parts.length === 0 || parts.at(-1)!.length + own.length > size) parts.push([]);
      parts.at(-1)!.push(...own);
    }
    return parts.map((some) => ({ firings: some, isOnline: isOnlineNow }));
  };
  return [...cut(online, Math.min(partOfOnline, partSize), true), ...cut(offline, partSize, false)];
}
