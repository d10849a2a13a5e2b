// Favorites: limits (section 3, defineGroup), the name of a category (section 5), the calls.
import * as v from 'valibot';
import type { ErrorName } from './errors.ts';
import { symbolId, symbolItem } from './market.ts';
import { call, count, done, filled, languageType, listOf, maxPageSize, pageOf, region, text, timeMs, type Schema } from './wire.ts';

/** What the server starts with; the config call says what holds. */
export const favoriteLimits = { groupLimit: 10, groupCoinLimit: 100, totalLimit: 500 } as const;
export type FavoriteLimits = { readonly [K in keyof typeof favoriteLimits]: number };

/** Sections 5 and 9. */
export const categoryNameLength = { min: 2, max: 26 } as const;
/** Section 5, in English; the words on screens come from locales. */
export const removeFavoriteQuestion = 'Remove from favorites?';

let segmenter: Intl.Segmenter | undefined;
/** What a person would count as characters. */
export const graphemeCount = (text: string): number => {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let characters = 0;
  for (const _ of segmenter.segment(text)) characters++;
  return characters;
};

/** How a name is kept: one form of each letter, no spaces around it, one between words. */
export const tidyCategoryName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

/** Two names with the same key look alike: 'DeFi' and 'ｄｅｆｉ ' are one name. */
export const categoryNameKey = (name: string): string => tidyCategoryName(name).normalize('NFKC').replace(/\p{Join_Control}/gu, '').toLowerCase();

// © ® ™ are pictographs to Unicode and plain signs to people: they are unsupported, not emojis.
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u;
// Letters, marks and digits of any script, the joiners some scripts need, a space and some plain signs.
const supported = /^(?:[\p{L}\p{M}\p{N} _.,:'’·・&+#()-]|\p{Join_Control})*$/u;
const variationSelector = /[\ufe00-\ufe0f]/;

/** What is wrong with the name of a category, or null. others: the names of the user's other categories. */
export const checkCategoryName = (name: string, others: Iterable<string> = []): ErrorName | null => {
  const tidy = tidyCategoryName(name);
  if (emoji.test(tidy)) return 'categoryNameEmoji';
  if (!supported.test(tidy) || variationSelector.test(tidy)) return 'categoryNameCharacters';
  const length = graphemeCount(tidy);
  if (length < categoryNameLength.min) return 'categoryNameLength';
  if (length > categoryNameLength.max) return 'categoryNameTooLong';
  const key = categoryNameKey(tidy);
  for (const other of others) if (categoryNameKey(other) === key) return 'categoryNameTaken';
  return null;
};

/** May another category be made? */
export const checkCategoryCount = (categories: number, limits: FavoriteLimits = favoriteLimits): ErrorName | null =>
  categories >= limits.groupLimit ? 'categoryLimit' : null;

/** May `adding` new favorites be made by somebody who has `inTotal`? Whoever adds nothing is never over a limit, even a lowered one. */
export const checkFavoriteTotal = (adding: number, inTotal: number, limits: FavoriteLimits = favoriteLimits): ErrorName | null =>
  adding > 0 && inTotal + adding > limits.totalLimit ? 'favoritesLimit' : null;

/** May `adding` pairs be put into a category that holds `inCategory`? */
export const checkCategoryRoom = (adding: number, inCategory: number, limits: FavoriteLimits = favoriteLimits): ErrorName | null =>
  adding > 0 && inCategory + adding > limits.groupCoinLimit ? 'categoryFull' : null;

/** May `adding` pairs, none of them a favorite yet, be put into a category that holds `inCategory`, when the user has `inTotal`? */
export const checkFavoriteCount = (adding: number, inCategory: number, inTotal: number, limits: FavoriteLimits = favoriteLimits): ErrorName | null =>
  checkFavoriteTotal(adding, inTotal, limits) ?? checkCategoryRoom(adding, inCategory, limits);

/** Taking a pair out of All takes it out of every category, so it has to be confirmed. */
export const checkRemoval = (fromAll: boolean, confirmed: boolean): ErrorName | null => (fromAll && !confirmed ? 'favoriteRemovalUnconfirmed' : null);

const groupId = filled(64);
/** Longer than any name may be, so that the name rules answer and not the shape. */
const name = text(400);

export const favoriteCategory = v.object({ groupId, name: text(120), sort: count, count, createdDate: timeMs });
export type FavoriteCategory = v.InferOutput<typeof favoriteCategory>;

/** Wider than the usual limit, which an operator may raise. */
const symbolIds = v.pipe(listOf(symbolId, maxPageSize), v.minLength(1));
/** Grows with every change of the user's favorites: of two answers the one with the larger version is the newer. */
const version = count;

const userCall = <I extends Schema, O extends Schema>(path: `/${string}`, about: string, input: I, output: O) =>
  call({ method: 'POST', path, who: 'user', about, input, output });

export const favoriteCalls = {
  listCategories: userCall(
    '/user/optionalGroup/list',
    'The categories of the user in their order, and the limits.',
    v.object({ languageType }),
    v.object({ ...pageOf(favoriteCategory).entries, favorites: count, version, limits: v.object({ groupLimit: count, groupCoinLimit: count, totalLimit: count }) }),
  ),
  addCategory: userCall('/user/optionalGroup/add', 'Makes a category.', v.object({ languageType, name }), favoriteCategory),
  updateCategory: userCall('/user/optionalGroup/update', 'Renames a category.', v.object({ languageType, groupId, name }), favoriteCategory),
  deleteCategory: userCall('/user/optionalGroup/delete', 'Deletes a category; its pairs stay favorites.', v.object({ languageType, groupId }), done),
  sortCategories: userCall(
    '/user/optionalGroup/sort',
    'Puts the categories into this order; those not named keep their places.',
    v.object({ languageType, groupIds: v.pipe(listOf(groupId, 200), v.minLength(1)) }),
    done,
  ),
  sortFavorites: userCall(
    '/user/optionalGroup/updateUserSelfSort',
    'Puts the pairs of a category (or of All) into this order; those not named keep their places.',
    v.object({ languageType, groupId: v.optional(groupId), symbolIds }),
    done,
  ),
  removeFavorites: userCall(
    '/user/optionalGroup/deleteUserSelf',
    'Takes pairs out of a category. Without groupId out of All: that is out of every category and has to be confirmed.',
    v.object({ languageType, groupId: v.optional(groupId), symbolIds, confirmed: v.optional(v.boolean(), false) }),
    v.object({ removed: count }),
  ),
  favoriteCategoryIds: userCall(
    '/user/optionalGroup/coinGroupIds',
    'Whether a pair is a favorite, and in which categories.',
    v.object({ languageType, symbolId }),
    v.object({ isFavorite: v.boolean(), groupIds: listOf(groupId, 200) }),
  ),
  changeFavoriteCategories: userCall(
    '/user/optionalGroup/changeGroup',
    'Puts a pair into exactly these categories. With knownGroupIds, where the caller last saw it, only the difference is done, so that what another device did meanwhile stays.',
    v.object({ languageType, symbolId, groupIds: listOf(groupId, 200), knownGroupIds: v.optional(listOf(groupId, 200)) }),
    done,
  ),
  listFavorites: userCall(
    '/mix/index/userGroupSelectedList',
    'The favorites of a category, or of All, with their newest quotes; notListed names those the market does not show now.',
    v.object({ languageType, region, groupId: v.optional(groupId) }),
    v.object({ ...pageOf(symbolItem).entries, notListed: listOf(symbolId, maxPageSize), version, asOf: timeMs }),
  ),
  addFavorite: userCall('/user/optional/addUserSelf', 'Makes a pair a favorite, in a category too if one is named.', v.object({ languageType, symbolId, groupId: v.optional(groupId) }), done),
  addFavorites: userCall(
    '/user/optional/addUserSelfList',
    'Makes several pairs favorites, all or none.',
    v.object({ languageType, symbolIds, groupId: v.optional(groupId) }),
    v.object({ added: count }),
  ),
} as const;
