// Taking a removal back: the pairs return to every list they were in, at their old places among what is there now.
import type { FavoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import { addFavorites, sortFavorites, type Favorites } from '@tidemark/contract/favorite-steps.ts';
import type { FavoriteCall } from './pending-calls.ts';

export interface Restore {
  apply(favorites: Favorites): Favorites;
  readonly calls: readonly FavoriteCall[];
}

interface Removed {
  readonly symbolIds: readonly string[];
  readonly groupId: string | undefined;
  readonly limits: FavoriteLimits;
}

export function planRestore(before: Favorites, now: Favorites, { symbolIds, groupId, limits }: Removed): Restore {
  const gone = new Set(symbolIds);
  const back = (list: readonly string[]) => list.filter((id) => gone.has(id));
  /** What came since stays behind what was there. */
  const orderOf = (old: readonly string[], id: string | undefined) => {
    const known = new Set(old);
    const list = id === undefined ? now.symbolIds : (now.categories.find((category) => category.id === id)?.symbolIds ?? []);
    return [...old, ...list.filter((symbolId) => !known.has(symbolId))];
  };
  const lists = [
    ...(groupId === undefined ? [{ groupId: undefined, order: orderOf(before.symbolIds, undefined) }] : []),
    ...before.categories
      .filter(
        ({ id, symbolIds: pairs }) =>
          (groupId === undefined || id === groupId) && back(pairs).length > 0 && now.categories.some((category) => category.id === id),
      )
      .map(({ id, symbolIds: pairs }) => ({ groupId: id, order: orderOf(pairs, id) })),
  ];
  return {
    apply: (favorites) =>
      lists.reduce(
        (shown, { groupId: id, order }) =>
          sortFavorites(
            addFavorites(shown, back(order), id === undefined ? [] : [id], () => true, limits),
            id,
            order,
          ),
        favorites,
      ),
    calls: lists.flatMap(({ groupId: id, order }): FavoriteCall[] => [
      ['addFavorites', { symbolIds: back(order), groupId: id }],
      ['sortFavorites', { symbolIds: order, groupId: id }],
    ]),
  };
}
