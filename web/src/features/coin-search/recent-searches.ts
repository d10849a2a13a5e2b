// What was opened from the search, newest first, in this browser only.
import type { Searchable } from '@tidemark/contract/coin-search.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const key = 'recentSearches';
const max = 6;
const symbolPattern = /^[\p{L}\p{N}$._-]{1,48}$/u;

/** Symbols only: names and prices come from the lists, as they are now. */
export function readRecent(store: Store): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(store.getItem(key) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((id): id is string => typeof id === 'string' && symbolPattern.test(id)).slice(0, max) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(store: Store, { symbolId }: Pick<Searchable, 'symbolId'>): void {
  store.setItem(key, JSON.stringify([symbolId, ...readRecent(store).filter((id) => id !== symbolId)].slice(0, max)));
}

export const forgetSearches = (store: Store): void => store.removeItem(key);
