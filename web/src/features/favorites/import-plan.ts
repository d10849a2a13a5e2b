// What an import will do, before it is done: which categories have to be made, and what there is room for.
import { checkCategoryCount, categoryNameKey, type FavoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import type { Favorites } from '@tidemark/contract/favorite-steps.ts';
import type { ReadLine } from './csv.ts';

export interface ImportPlan {
  /** New to the user, in the order of the file. */
  readonly symbolIds: readonly string[];
  readonly noRoom: readonly string[];
  /** By the spelling that decides whether two names are one. */
  readonly categories: ReadonlyMap<
    string,
    { readonly name: string; readonly groupId: string | null; readonly symbolIds: readonly string[] }
  >;
}

export function planImport(lines: readonly ReadLine[], favorites: Favorites, limits: FavoriteLimits): ImportPlan {
  const starred = new Set(favorites.symbolIds);
  const fresh = lines.map(({ symbolId }) => symbolId).filter((id) => !starred.has(id));
  const room = Math.max(0, limits.totalLimit - starred.size);
  const symbolIds = fresh.slice(0, room);
  const there = new Set([...starred, ...symbolIds]);

  const categories = new Map<string, { name: string; groupId: string | null; symbolIds: string[] }>();
  let made = favorites.categories.length;
  for (const { symbolId, categories: names } of lines) {
    if (!there.has(symbolId)) continue;
    for (const name of names) {
      const key = categoryNameKey(name);
      const known = favorites.categories.find((category) => categoryNameKey(category.name) === key);
      let entry = categories.get(key);
      if (!entry) {
        if (!known && checkCategoryCount(made, limits)) continue;
        if (!known) made++;
        entry = { name, groupId: known?.id ?? null, symbolIds: [] };
        categories.set(key, entry);
      }
      const has = known?.symbolIds.includes(symbolId) || entry.symbolIds.includes(symbolId);
      if (!has && (known?.symbolIds.length ?? 0) + entry.symbolIds.length < limits.groupCoinLimit) entry.symbolIds.push(symbolId);
    }
  }
  return { symbolIds, noRoom: fresh.slice(room), categories };
}
