// Favorites: the calls. The rules are in favorite-rules.ts, what each change does in favorite-steps.ts.
import * as v from 'valibot';
import { symbolId, symbolItem } from './market.ts';
import { shareTokenPattern } from './pages.ts';
import {
  call,
  characters,
  count,
  done,
  filled,
  languageType,
  listOf,
  maxPageSize,
  pageOf,
  region,
  type Schema,
  text,
  timeMs,
  type CallKind,
} from './wire.ts';

const groupId = filled(64);
/** Longer than any name may be, so that the name rules answer and not the shape. */
const name = text(400);

/** Wider than the usual limit, which an operator may raise. */
const anySymbolIds = listOf(symbolId, maxPageSize);
const symbolIds = v.pipe(anySymbolIds, v.minLength(1));
/** A reader who has it can read the list it was made for, until it is revoked. */
const shareToken = v.pipe(characters, v.regex(shareTokenPattern));

const favoriteCategory = v.object({
  groupId,
  name: text(120),
  sort: count,
  count,
  createdDate: timeMs,
  symbolIds: anySymbolIds,
  shareToken: v.nullable(shareToken),
});
export type FavoriteCategory = v.InferOutput<typeof favoriteCategory>;

/** Grows with every change of the user's favorites: of two answers the one with the larger version is the newer. */
const version = count;

const userCall = <I extends Schema, O extends Schema>(kind: CallKind, path: `/${string}`, about: string, input: I, output: O) =>
  call({ kind, method: 'POST', path, who: 'user', scope: kind === 'write' ? 'favorites:write' : 'favorites:read', about, input, output });

export const favoriteCalls = {
  listCategories: userCall(
    'read',
    '/user/optionalGroup/list',
    'All favorites of the user and their categories, each in its order, and the limits.',
    v.object({ languageType }),
    v.object({
      ...pageOf(favoriteCategory).entries,
      favorites: count,
      symbolIds: anySymbolIds,
      shareToken: v.nullable(shareToken),
      version,
      limits: v.object({ groupLimit: count, groupCoinLimit: count, totalLimit: count }),
    }),
  ),
  addCategory: userCall('write', '/user/optionalGroup/add', 'Makes a category.', v.object({ languageType, name }), favoriteCategory),
  updateCategory: userCall(
    'write',
    '/user/optionalGroup/update',
    'Renames a category.',
    v.object({ languageType, groupId, name }),
    favoriteCategory,
  ),
  deleteCategory: userCall(
    'write',
    '/user/optionalGroup/delete',
    'Deletes a category; its pairs stay favorites.',
    v.object({ languageType, groupId }),
    done,
  ),
  sortCategories: userCall(
    'write',
    '/user/optionalGroup/sort',
    'Puts the categories into this order; those not named keep their places.',
    v.object({ languageType, groupIds: v.pipe(listOf(groupId, 200), v.minLength(1)) }),
    done,
  ),
  sortFavorites: userCall(
    'write',
    '/user/optionalGroup/updateUserSelfSort',
    'Puts the pairs of a category (or of All) into this order; those not named keep their places.',
    v.object({ languageType, groupId: v.optional(groupId), symbolIds }),
    done,
  ),
  removeFavorites: userCall(
    'write',
    '/user/optionalGroup/deleteUserSelf',
    'Takes pairs out of a category. Without groupId out of All: that is out of every category and has to be confirmed.',
    v.object({ languageType, groupId: v.optional(groupId), symbolIds, confirmed: v.optional(v.boolean(), false) }),
    v.object({ removed: count }),
  ),
  favoriteCategoryIds: userCall(
    'read',
    '/user/optionalGroup/coinGroupIds',
    'Whether a pair is a favorite, and in which categories.',
    v.object({ languageType, symbolId }),
    v.object({ isFavorite: v.boolean(), groupIds: listOf(groupId, 200) }),
  ),
  changeFavoriteCategories: userCall(
    'write',
    '/user/optionalGroup/changeGroup',
    'Puts a pair into exactly these categories. With knownGroupIds, where the caller last saw it, only the difference is done, ' +
      'so that what another device did meanwhile stays.',
    v.object({ languageType, symbolId, groupIds: listOf(groupId, 200), knownGroupIds: v.optional(listOf(groupId, 200)) }),
    done,
  ),
  listFavorites: userCall(
    'read',
    '/mix/index/userGroupSelectedList',
    'The favorites of a category, or of All, with their newest quotes; notListed names those the market does not show now.',
    v.object({ languageType, region, groupId: v.optional(groupId) }),
    v.object({ ...pageOf(symbolItem).entries, notListed: anySymbolIds, version, asOf: timeMs }),
  ),
  addFavorite: userCall(
    'write',
    '/user/optional/addUserSelf',
    'Makes a pair a favorite, in a category too if one is named.',
    v.object({ languageType, symbolId, groupId: v.optional(groupId) }),
    done,
  ),
  addFavorites: userCall(
    'write',
    '/user/optional/addUserSelfList',
    'Makes several pairs favorites, all or none.',
    v.object({ languageType, symbolIds, groupId: v.optional(groupId) }),
    v.object({ added: count }),
  ),
  shareFavorites: userCall(
    'write',
    '/user/optionalGroup/share',
    'Makes a read-only link to a category, or to All; asked again, the same link.',
    v.object({ languageType, groupId: v.optional(groupId) }),
    v.object({ shareToken }),
  ),
  unshareFavorites: userCall(
    'write',
    '/user/optionalGroup/unshare',
    'Takes the link to a category, or to All, back.',
    v.object({ languageType, groupId: v.optional(groupId) }),
    done,
  ),
  sharedFavorites: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/index/sharedGroupList',
    scope: 'favorites:read',
    about: 'The list behind a read-only link, with its newest quotes. Says nothing of whose it is.',
    input: v.object({ languageType, region, shareToken }),
    /** name: of the category; null for All. */
    output: v.object({ ...pageOf(symbolItem).entries, name: v.nullable(text(120)), notListed: anySymbolIds, asOf: timeMs }),
  }),
} as const;
