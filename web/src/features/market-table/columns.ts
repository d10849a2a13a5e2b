// What a list can show of a symbol. The lists of contracts and margin pairs bring columns of their own, and the chooser offers
// more of them; those stay out of the first page's file.
import type { ListSort, SymbolItem } from '@tidemark/contract/market.ts';
import type { ComponentType } from 'react';
import type { WordId } from '#i18n/words.ts';
import { CapCell, ChangeCell, HighLowCell, TurnoverCell } from './figure-cells.tsx';
import { PriceCell } from './price-cell.tsx';
import type { Figures } from './select-rows.ts';
import { WeekLineCell } from './week-line-cell.tsx';
import type { WorthOf } from './worth.ts';

export interface Column {
  /** Its name in the address; its cells have the class c-<id>. */
  readonly id: string;
  readonly word: WordId;
  readonly sort: ListSort | null;
  /** Leaves below 1200 px. */
  readonly isWide?: true;
  readonly Cell: ComponentType<{ readonly item: SymbolItem }>;
  /** What rows are put in order by; columns of every list have theirs in select-rows. */
  figure?(item: SymbolItem, figures: Figures, worthOf: WorthOf): number | null;
}

export const priceColumn: Column = { id: 'price', word: 'table.price', sort: 'price', Cell: PriceCell };
export const changeColumn: Column = { id: 'change', word: 'table.change', sort: 'change', Cell: ChangeCell };
export const highLowColumn: Column = { id: 'hl', word: 'table.highLow', sort: 'high', isWide: true, Cell: HighLowCell };
export const turnoverColumn: Column = { id: 'turnover', word: 'table.turnover', sort: 'turnover', Cell: TurnoverCell };
export const weekColumn: Column = { id: 'spark', word: 'table.last7days', sort: null, Cell: WeekLineCell };

export const spotColumns: readonly Column[] = [
  priceColumn,
  changeColumn,
  highLowColumn,
  turnoverColumn,
  { id: 'cap', word: 'table.cap', sort: 'cap', isWide: true, Cell: CapCell },
  weekColumn,
];
