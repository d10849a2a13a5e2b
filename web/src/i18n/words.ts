import { catalogues } from 'virtual:words';
import { createWordShelf } from './word-shelf.ts';
import type english from '../../../locales/en/site.json';

export type WordId = keyof typeof english;

export const wordShelf = createWordShelf(catalogues);

/** Before a page in this language is rendered, on either side. */
export const loadWords = wordShelf.load;
