// Every change of a user's favorites as a pure step from one state to the next, or a refusal (sections 3 and 5). A step
// that changes nothing answers the state it got. Steps say what is wanted of single pairs and categories, never 'this is
// the whole list now': so the steps of two devices can follow each other in any order and neither undoes the other. The
// server takes them under its lock; a page takes them ahead of the answer, to show at once what was asked for.
import { refuse, type ErrorName } from './errors.ts';
import {
  checkCategoryCount,
  checkCategoryName,
  checkCategoryRoom,
  checkFavoriteTotal,
  checkRemoval,
  tidyCategoryName,
  type FavoriteLimits,
} from './favorite-rules.ts';

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly symbolIds: readonly string[];
  /** Of its read-only link; null: not shared. */
  readonly shareToken: string | null;
}

/** Every pair of a category is also in symbolIds, which is the list called All. */
export interface Favorites {
  readonly version: number;
  readonly symbolIds: readonly string[];
  /** Of the read-only link to All. */
  readonly shareToken: string | null;
  readonly categories: readonly Category[];
}

export const noFavorites: Favorites = { version: 0, symbolIds: [], shareToken: null, categories: [] };

/** The ids that are not in the list yet, each once. */
const missingFrom = (list: readonly string[], ids: readonly string[]): string[] => {
  const known = new Set(list);
  return ids.filter((id) => !known.has(id) && known.add(id));
};
const without = (list: readonly string[], ids: ReadonlySet<string>): readonly string[] => {
  const kept = list.filter((id) => !ids.has(id));
  return kept.length === list.length ? list : kept;
};

/** What is named changes places with what is named; everything else, such as what another device just added, stays put. */
export function reorder<T>(list: readonly T[], idOf: (item: T) => string, order: readonly string[]): readonly T[] {
  const byId = new Map(list.map((item) => [idOf(item), item]));
  const named = [...new Set(order)].filter((id) => byId.has(id));
  const isNamed = new Set(named);
  let next = 0;
  const sorted = list.map((item) => (isNamed.has(idOf(item)) ? byId.get(named[next++]!)! : item));
  return sorted.every((item, i) => item === list[i]) ? list : sorted;
}

const itself = (id: string): string => id;
const over = (error: ErrorName | null, limit: number): void => void (error && refuse(error, { 0: limit }));

/** An unknown category and another user's are the same: this user has none by that id. */
const categoryOf = (favorites: Favorites, groupId: string): Category =>
  favorites.categories.find(({ id }) => id === groupId) ?? refuse('categoryNotFound');

/** The pairs of a category, or of All. */
export const pairsOf = (favorites: Favorites, groupId: string | undefined): readonly string[] =>
  groupId === undefined ? favorites.symbolIds : categoryOf(favorites, groupId).symbolIds;

export const groupIdsOf = ({ categories }: Favorites, symbolId: string): string[] =>
  categories.filter(({ symbolIds }) => symbolIds.includes(symbolId)).map(({ id }) => id);

/** Replaces categories; one whose content is the same object stays the same object. */
function mapCategories(favorites: Favorites, change: (category: Category) => Category): Favorites {
  const categories = favorites.categories.map(change);
  return categories.every((category, i) => category === favorites.categories[i]) ? favorites : { ...favorites, categories };
}
const withPairs = (category: Category, symbolIds: readonly string[]): Category =>
  symbolIds === category.symbolIds ? category : { ...category, symbolIds };

const checkName = (name: string, others: readonly Category[]): void => {
  const wrong = checkCategoryName(
    name,
    others.map((category) => category.name),
  );
  if (wrong) refuse(wrong);
};

export function addCategory(
  favorites: Favorites,
  made: { id: string; name: string; createdAt: number },
  limits: FavoriteLimits,
): Favorites {
  checkName(made.name, favorites.categories);
  over(checkCategoryCount(favorites.categories.length, limits), limits.groupLimit);
  return {
    ...favorites,
    categories: [...favorites.categories, { ...made, name: tidyCategoryName(made.name), symbolIds: [], shareToken: null }],
  };
}

export function renameCategory(favorites: Favorites, groupId: string, name: string): Favorites {
  const renamed = categoryOf(favorites, groupId);
  checkName(
    name,
    favorites.categories.filter((category) => category !== renamed),
  );
  const tidy = tidyCategoryName(name);
  return mapCategories(favorites, (category) => (category === renamed && tidy !== category.name ? { ...category, name: tidy } : category));
}

export function deleteCategory(favorites: Favorites, groupId: string): Favorites {
  const gone = categoryOf(favorites, groupId);
  return { ...favorites, categories: favorites.categories.filter((category) => category !== gone) };
}

export function sortCategories(favorites: Favorites, groupIds: readonly string[]): Favorites {
  const categories = reorder(favorites.categories, ({ id }) => id, groupIds);
  return categories === favorites.categories ? favorites : { ...favorites, categories };
}

export function sortFavorites(favorites: Favorites, groupId: string | undefined, order: readonly string[]): Favorites {
  if (groupId === undefined) {
    const symbolIds = reorder(favorites.symbolIds, itself, order);
    return symbolIds === favorites.symbolIds ? favorites : { ...favorites, symbolIds };
  }
  const sorted = categoryOf(favorites, groupId);
  return mapCategories(favorites, (category) =>
    category === sorted ? withPairs(category, reorder(category.symbolIds, itself, order)) : category,
  );
}

/** All or none; what is there already stays where it is. isSymbol is asked only about pairs that are new to the user. */
export function addFavorites(
  favorites: Favorites,
  ids: readonly string[],
  groupIds: readonly string[],
  isSymbol: (symbolId: string) => boolean,
  limits: FavoriteLimits,
): Favorites {
  const fresh = missingFrom(favorites.symbolIds, ids);
  if (!fresh.every(isSymbol)) refuse('unknownSymbol');
  const targets = new Set(groupIds.map((groupId) => categoryOf(favorites, groupId)));
  over(checkFavoriteTotal(fresh.length, favorites.symbolIds.length, limits), limits.totalLimit);
  const joined = mapCategories(favorites, (category) => {
    const joining = targets.has(category) ? missingFrom(category.symbolIds, ids) : [];
    over(checkCategoryRoom(joining.length, category.symbolIds.length, limits), limits.groupCoinLimit);
    return joining.length === 0 ? category : withPairs(category, [...category.symbolIds, ...joining]);
  });
  return fresh.length === 0 ? joined : { ...joined, symbolIds: [...joined.symbolIds, ...fresh] };
}

export function removeFavorites(favorites: Favorites, groupId: string | undefined, ids: readonly string[], confirmed: boolean): Favorites {
  const wrong = checkRemoval(groupId === undefined, confirmed);
  if (wrong) refuse(wrong);
  const gone = new Set(ids);
  const from = groupId === undefined ? null : categoryOf(favorites, groupId);
  const taken = mapCategories(favorites, (category) =>
    from === null || category === from ? withPairs(category, without(category.symbolIds, gone)) : category,
  );
  const symbolIds = from === null ? without(favorites.symbolIds, gone) : favorites.symbolIds;
  return symbolIds === favorites.symbolIds ? taken : { ...taken, symbolIds };
}

export interface CategoryChoice {
  readonly symbolId: string;
  readonly groupIds: readonly string[];
  /** Where the caller last saw the pair; without it the pair goes into exactly groupIds. */
  readonly knownGroupIds?: readonly string[] | undefined;
}

/** A pair put into no category stays what it is: a favorite or none. */
export function changeCategories(
  favorites: Favorites,
  { symbolId, groupIds, knownGroupIds }: CategoryChoice,
  isSymbol: (symbolId: string) => boolean,
  limits: FavoriteLimits,
): Favorites {
  const wanted = new Set(groupIds);
  const known = new Set(knownGroupIds);
  const left = mapCategories(favorites, (category) => {
    const isLeft = !wanted.has(category.id) && (knownGroupIds === undefined || known.has(category.id));
    return isLeft ? withPairs(category, without(category.symbolIds, new Set([symbolId]))) : category;
  });
  const entered = groupIds.filter((groupId) => !known.has(groupId));
  return entered.length === 0 ? left : addFavorites(left, [symbolId], entered, isSymbol, limits);
}

/** The token of the link to a category, or to All. */
export const shareTokenOf = (favorites: Favorites, groupId: string | undefined): string | null =>
  (groupId === undefined ? favorites : categoryOf(favorites, groupId)).shareToken;

function setShareToken(favorites: Favorites, groupId: string | undefined, shareToken: string | null): Favorites {
  if (shareTokenOf(favorites, groupId) === shareToken) return favorites;
  if (groupId === undefined) return { ...favorites, shareToken };
  return mapCategories(favorites, (category) => (category.id === groupId ? { ...category, shareToken } : category));
}

/** A list that is shared already keeps its link: readers who have it can go on using it. */
export const shareList = (favorites: Favorites, groupId: string | undefined, shareToken: string): Favorites =>
  shareTokenOf(favorites, groupId) === null ? setShareToken(favorites, groupId, shareToken) : favorites;

export const unshareList = (favorites: Favorites, groupId: string | undefined): Favorites => setShareToken(favorites, groupId, null);
