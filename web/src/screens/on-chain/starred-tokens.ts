// Tokens the user starred. They are no pairs of the exchange, so they stay in this browser and not among the favorites of the account.
import type { OnchainToken } from '@tidemark/contract/onchain.ts';
import { useSyncExternalStore } from 'react';
import { localStore } from '#session/local-store.ts';

const key = 'onchainStars';
const mostStars = 500;

export const tokenId = ({ chain, address }: Pick<OnchainToken, 'chain' | 'address'>): string => `${chain} ${address}`;

const none: ReadonlySet<string> = new Set();
let kept: ReadonlySet<string> | null = null;
const listeners = new Set<() => void>();

function read(): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(localStore.getItem(key) ?? '[]');
    return new Set(Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string').slice(-mostStars) : []);
  } catch {
    return none;
  }
}

export const starredTokens = (): ReadonlySet<string> => (kept ??= read());

export function pressTokenStar(id: string): void {
  // Another tab may have starred something meanwhile.
  const next = new Set(read());
  if (!next.delete(id)) next.add(id);
  kept = new Set([...next].slice(-mostStars));
  localStore.setItem(key, JSON.stringify([...kept]));
  for (const listener of listeners) listener();
}

function watch(listener: () => void) {
  listeners.add(listener);
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return;
    kept = null;
    listener();
  };
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** The server knows of none: the first paint has no stars. */
export const useStarredTokens = (): ReadonlySet<string> => useSyncExternalStore(watch, starredTokens, () => none);
