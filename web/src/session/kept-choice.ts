// What the user chose last, kept in this browser (section 3, Local cache keys).
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { localStore } from './local-store.ts';

/** What is kept but no longer offered counts as nothing. */
export const keptChoice = <T extends string>(key: keyof typeof localCacheKeys, isOffered: (text: string | null) => text is T) => ({
  keep: (value: T): void => localStore.setItem(localCacheKeys[key], value),
  kept: (): T | null => {
    const value = localStore.getItem(localCacheKeys[key]);
    return isOffered(value) ? value : null;
  },
});
