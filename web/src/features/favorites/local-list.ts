// A visitor's favorites: the pairs in their order, kept in this browser until there is an account to keep them.
import { noFavorites, type Favorites } from '@tidemark/contract/favorite-steps.ts';

export type LocalStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const listKey = 'favorites';
const reportedKey = 'favoritesNotKept';
/** What a symbol may look like; anything else in the store was not written by this page. */
const symbolPattern = /^[\p{L}\p{N}$._-]{1,48}$/u;

const readIds = (store: LocalStore, key: string): string[] => {
  try {
    const parsed: unknown = JSON.parse(store.getItem(key) ?? '[]');
    if (!Array.isArray(parsed)) return [];
    return [...new Set(parsed.filter((id): id is string => typeof id === 'string' && symbolPattern.test(id)))];
  } catch {
    return [];
  }
};
const writeIds = (store: LocalStore, key: string, ids: readonly string[]): void => {
  if (ids.length > 0) store.setItem(key, JSON.stringify(ids));
  else store.removeItem(key);
};

export const readLocal = (store: LocalStore): readonly string[] => readIds(store, listKey);
export const writeLocal = (store: LocalStore, symbolIds: readonly string[]): void => writeIds(store, listKey, symbolIds);
export const localFavorites = (store: LocalStore): Favorites => ({ ...noFavorites, symbolIds: readLocal(store) });

/** What did not fit into the account stays here; the reader hears of it once, not on every page. */
export const readReported = (store: LocalStore): readonly string[] => readIds(store, reportedKey);
export const writeReported = (store: LocalStore, symbolIds: readonly string[]): void => writeIds(store, reportedKey, symbolIds);
