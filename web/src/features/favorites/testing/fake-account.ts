// For tests: the favorites room as a page sees it, on the same steps the server takes. Answers come when the test lets them.
import { errors, Refusal } from '@tidemark/contract/errors.ts';
import { favoriteLimits, type FavoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import {
  addCategory,
  addFavorites,
  changeCategories,
  deleteCategory,
  noFavorites,
  removeFavorites,
  renameCategory,
  shareList,
  shareTokenOf,
  sortCategories,
  sortFavorites,
  unshareList,
  type Favorites,
} from '@tidemark/contract/favorite-steps.ts';
import { ApiError, type Api } from '#api/client.ts';
import type { LocalStore } from '../local-list.ts';

export function createStore(): LocalStore {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

export function createAccount(listed: (symbolId: string) => boolean = () => true, limits: FavoriteLimits = favoriteLimits) {
  let favorites: Favorites = noFavorites;
  let made = 0;
  let isDown = false;
  let gate: Promise<void> | null = null;
  const asked: string[] = [];
  const changed = new Set<(version: number) => void>();

  const change = (next: Favorites) => {
    if (next === favorites) return;
    favorites = { ...next, version: favorites.version + 1 };
    for (const tell of changed) tell(favorites.version);
  };
  const handlers: Record<string, (input: any) => unknown> = {
    listCategories: () => ({
      items: favorites.categories.map(({ id, name, createdAt, symbolIds, shareToken }, sort) => ({
        groupId: id,
        name,
        sort,
        count: symbolIds.length,
        createdDate: createdAt,
        symbolIds,
        shareToken,
      })),
      total: favorites.categories.length,
      favorites: favorites.symbolIds.length,
      symbolIds: favorites.symbolIds,
      shareToken: favorites.shareToken,
      version: favorites.version,
      limits,
    }),
    addFavorites: ({ symbolIds, groupId }) => {
      const before = favorites.symbolIds.length;
      change(addFavorites(favorites, symbolIds, groupId === undefined ? [] : [groupId], listed, limits));
      return { added: favorites.symbolIds.length - before };
    },
    removeFavorites: ({ symbolIds, groupId, confirmed }) => change(removeFavorites(favorites, groupId, symbolIds, confirmed)),
    sortFavorites: ({ symbolIds, groupId }) => change(sortFavorites(favorites, groupId, symbolIds)),
    addCategory: ({ name }) => {
      const id = `g${++made}`;
      change(addCategory(favorites, { id, name, createdAt: 0 }, limits));
      return { groupId: id };
    },
    updateCategory: ({ groupId, name }) => change(renameCategory(favorites, groupId, name)),
    deleteCategory: ({ groupId }) => change(deleteCategory(favorites, groupId)),
    sortCategories: ({ groupIds }) => change(sortCategories(favorites, groupIds)),
    changeFavoriteCategories: (choice) => change(changeCategories(favorites, choice, listed, limits)),
    shareFavorites: ({ groupId }) => {
      change(shareList(favorites, groupId, `token${++made}`));
      return { shareToken: shareTokenOf(favorites, groupId) };
    },
    unshareFavorites: ({ groupId }) => change(unshareList(favorites, groupId)),
  };

  const call = async (name: string, input: unknown) => {
    asked.push(name);
    await (gate ?? Promise.resolve());
    if (isDown) throw new ApiError('offline', { code: errors.offline.code, error: 'offline', action: 'throw' });
    try {
      return structuredClone(handlers[name]!(input) ?? { ok: true });
    } catch (error) {
      if (error instanceof Refusal)
        throw new ApiError(error.error, { code: errors[error.error].code, error: error.error, action: 'throw' });
      throw error;
    }
  };
  return {
    api: { call } as unknown as Api,
    asked,
    favorites: () => favorites,
    onChange: (fn: (version: number) => void) => void changed.add(fn),
    setDown: (down: boolean) => void (isDown = down),
    /** Answers wait until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
  };
}
