import type { ListSort } from '@tidemark/contract/market.ts';
import type { WordId } from '#i18n/words.ts';

export interface Column {
  /** Class of its cells. */
  readonly id: string;
  readonly word: WordId;
  readonly sort: ListSort | null;
  /** Leaves below 1200 px. */
  readonly isWide?: true;
}

export const columns: readonly Column[] = [
  { id: 'c-star', word: 'nav.favorites', sort: null },
  { id: 'c-coin', word: 'table.coin', sort: 'name' },
  { id: 'c-price', word: 'table.price', sort: 'price' },
  { id: 'c-change', word: 'table.change', sort: 'change' },
  { id: 'c-hl', word: 'table.highLow', sort: 'high', isWide: true },
  { id: 'c-turnover', word: 'table.turnover', sort: 'turnover' },
  { id: 'c-cap', word: 'table.cap', sort: 'cap', isWide: true },
  { id: 'c-spark', word: 'table.last7days', sort: null },
  { id: 'c-act', word: 'table.actions', sort: null },
];
