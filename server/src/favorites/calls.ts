import { refuse } from '@tidemark/contract/errors.ts';
import type { FavoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import {
  addCategory,
  addFavorites,
  changeCategories,
  deleteCategory,
  groupIdsOf,
  pairsOf,
  removeFavorites,
  renameCategory,
  shareList,
  shareTokenOf,
  sortCategories,
  sortFavorites,
  unshareList,
  type Favorites,
} from '@tidemark/contract/favorite-steps.ts';
import type { FavoriteCategory, favoriteCalls } from '@tidemark/contract/favorites.ts';
import type { Caller, Handlers, UserId } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newId, newToken } from '#platform/ids.ts';
import type { FavoriteRows } from './rows.ts';
import type { Change, Store } from './store.ts';

export interface CallsDeps {
  readonly store: Pick<Store, 'load' | 'change' | 'shared'>;
  readonly clock: Clock;
  /** The limits as the config call tells them to this caller. */
  readonly limits: (caller: Caller) => FavoriteLimits | Promise<FavoriteLimits>;
  readonly isSymbol: (symbolId: string) => boolean;
  readonly rows: FavoriteRows;
  /** Told after the commit. */
  readonly changed: (userId: UserId, version: number) => void;
}

const ok = { ok: true } as const;
/** 128 bits: a link cannot be guessed. */
const shareTokenBytes = 16;

const show = ({ categories }: Favorites): FavoriteCategory[] =>
  categories.map(({ id, name, symbolIds, createdAt, shareToken }, sort) => ({
    groupId: id,
    name,
    sort,
    count: symbolIds.length,
    createdDate: createdAt,
    symbolIds: [...symbolIds],
    shareToken,
  }));
const showOne = (favorites: Favorites, groupId: string): FavoriteCategory =>
  show(favorites).find((category) => category.groupId === groupId)!;

export function createCalls({ store, clock, limits, isSymbol, rows, changed }: CallsDeps): Handlers<typeof favoriteCalls> {
  const load = (caller: Caller) => store.load(caller.userId!);
  const change = async (caller: Caller, decide: (before: Favorites) => Favorites): Promise<Change> => {
    const made = await store.change(caller.userId!, new Date(clock.now()), decide);
    if (made.after !== made.before) changed(caller.userId!, made.after.version);
    return made;
  };
  const add = async (caller: Caller, symbolIds: readonly string[], groupId: string | undefined): Promise<number> => {
    const allowed = await limits(caller);
    const { before, after } = await change(caller, (favorites) =>
      addFavorites(favorites, symbolIds, groupId === undefined ? [] : [groupId], isSymbol, allowed),
    );
    return pairsOf(after, groupId).length - pairsOf(before, groupId).length;
  };

  const listed = async (caller: Caller, symbolIds: readonly string[]) => {
    const items = await rows(caller, symbolIds);
    const shown = new Set(items.map((item) => item.symbolId));
    return { items, total: items.length, notListed: symbolIds.filter((symbolId) => !shown.has(symbolId)) };
  };

  return {
    async listCategories(caller) {
      const [favorites, { groupLimit, groupCoinLimit, totalLimit }] = await Promise.all([load(caller), limits(caller)]);
      const items = show(favorites);
      const { symbolIds, shareToken, version } = favorites;
      return {
        items,
        total: items.length,
        favorites: symbolIds.length,
        symbolIds: [...symbolIds],
        shareToken,
        version,
        limits: { groupLimit, groupCoinLimit, totalLimit },
      };
    },
    async addCategory(caller, { name }) {
      const allowed = await limits(caller);
      const made = { id: newId(), name, createdAt: clock.now() };
      const { after } = await change(caller, (favorites) => addCategory(favorites, made, allowed));
      return showOne(after, made.id);
    },
    async updateCategory(caller, { groupId, name }) {
      const { after } = await change(caller, (favorites) => renameCategory(favorites, groupId, name));
      return showOne(after, groupId);
    },
    async deleteCategory(caller, { groupId }) {
      await change(caller, (favorites) => deleteCategory(favorites, groupId));
      return ok;
    },
    async sortCategories(caller, { groupIds }) {
      await change(caller, (favorites) => sortCategories(favorites, groupIds));
      return ok;
    },
    async sortFavorites(caller, { groupId, symbolIds }) {
      await change(caller, (favorites) => sortFavorites(favorites, groupId, symbolIds));
      return ok;
    },
    async removeFavorites(caller, { groupId, symbolIds, confirmed }) {
      const { before, after } = await change(caller, (favorites) => removeFavorites(favorites, groupId, symbolIds, confirmed));
      return { removed: pairsOf(before, groupId).length - pairsOf(after, groupId).length };
    },
    async favoriteCategoryIds(caller, { symbolId }) {
      const favorites = await load(caller);
      const isFavorite = favorites.symbolIds.includes(symbolId);
      // A pair the market has dropped is still the user's.
      if (!isFavorite && !isSymbol(symbolId)) refuse('unknownSymbol');
      return { isFavorite, groupIds: groupIdsOf(favorites, symbolId) };
    },
    async changeFavoriteCategories(caller, { symbolId, groupIds, knownGroupIds }) {
      const allowed = await limits(caller);
      await change(caller, (favorites) => changeCategories(favorites, { symbolId, groupIds, knownGroupIds }, isSymbol, allowed));
      return ok;
    },
    async listFavorites(caller, { groupId }) {
      const favorites = await load(caller);
      const symbolIds = pairsOf(favorites, groupId);
      return { ...(await listed(caller, symbolIds)), version: favorites.version, asOf: clock.now() };
    },
    async addFavorite(caller, { symbolId, groupId }) {
      await add(caller, [symbolId], groupId);
      return ok;
    },
    async shareFavorites(caller, { groupId }) {
      const token = newToken(shareTokenBytes);
      const { after } = await change(caller, (favorites) => shareList(favorites, groupId, token));
      return { shareToken: shareTokenOf(after, groupId)! };
    },
    async unshareFavorites(caller, { groupId }) {
      await change(caller, (favorites) => unshareList(favorites, groupId));
      return ok;
    },
    async sharedFavorites(caller, { shareToken }) {
      const { name, symbolIds } = (await store.shared(shareToken)) ?? refuse('sharedListGone');
      return { ...(await listed(caller, symbolIds)), name, asOf: clock.now() };
    },
    addFavorites: async (caller, { symbolIds, groupId }) => ({ added: await add(caller, symbolIds, groupId) }),
  };
}
