// What may be a favorite category and how much fits (sections 3 and 5): rules both sides check. No schemas here, so that a
// page can take them without the table of calls.
import type { ErrorName } from './errors.ts';

/** What the server starts with; the config call says what holds. */
export const favoriteLimits = { groupLimit: 10, groupCoinLimit: 100, totalLimit: 500 } as const;
export type FavoriteLimits = { readonly [K in keyof typeof favoriteLimits]: number };

/** Sections 5 and 9. */
export const categoryNameLength = { min: 2, max: 26 } as const;

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
export const categoryNameKey = (name: string): string =>
  tidyCategoryName(name)
    .normalize('NFKC')
    .replace(/\p{Join_Control}/gu, '')
    .toLowerCase();

// © ® ™ are pictographs to Unicode and plain signs to people: they are unsupported, not emojis.
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u;
// Letters, marks and digits of any script, the joiners some scripts need, a space and some plain signs.
const supported = /^(?:[\p{L}\p{M}\p{N} _.,:'’·・&+#()-]|\p{Join_Control})*$/u;
const variationSelector = /[\ufe00-\ufe0f]/;

/** The list of all favorites stands beside the categories. */
const everyCategory = 'all';

/** What is wrong with the name of a category, or null. others: the names of the user's other categories. */
export const checkCategoryName = (name: string, others: Iterable<string> = []): ErrorName | null => {
  const tidy = tidyCategoryName(name);
  if (emoji.test(tidy)) return 'categoryNameEmoji';
  if (!supported.test(tidy) || variationSelector.test(tidy)) return 'categoryNameCharacters';
  const length = graphemeCount(tidy);
  if (length < categoryNameLength.min) return 'categoryNameLength';
  if (length > categoryNameLength.max) return 'categoryNameTooLong';
  const key = categoryNameKey(tidy);
  if (key === everyCategory) return 'categoryNameTaken';
  for (const other of others) if (categoryNameKey(other) === key) return 'categoryNameTaken';
  return null;
};

/** May another category be made? */
export const checkCategoryCount = (categories: number, limits: FavoriteLimits = favoriteLimits): ErrorName | null =>
  categories >= limits.groupLimit ? 'categoryLimit' : null;

/** May a user who has `inTotal` favorites make `adding` new ones? Adding none is never over a limit, even a lowered one. */
export const checkFavoriteTotal = (adding: number, inTotal: number, limits: FavoriteLimits = favoriteLimits): ErrorName | null =>
  adding > 0 && inTotal + adding > limits.totalLimit ? 'favoritesLimit' : null;

/** May `adding` pairs be put into a category that holds `inCategory`? */
export const checkCategoryRoom = (adding: number, inCategory: number, limits: FavoriteLimits = favoriteLimits): ErrorName | null =>
  adding > 0 && inCategory + adding > limits.groupCoinLimit ? 'categoryFull' : null;

/** Taking a pair out of All takes it out of every category, so it has to be confirmed. */
export const checkRemoval = (fromAll: boolean, confirmed: boolean): ErrorName | null =>
  fromAll && !confirmed ? 'favoriteRemovalUnconfirmed' : null;
