// What a list can show of a symbol. The lists of contracts and margin pairs bring columns of their own, and the chooser offers
// more of them; those stay out of the first page's file.
import { memo, type ComponentType } from 'react';
import type { CellProps, Column } from './column.ts';
import { CapCell, ChangeCell, HighLowCell, TurnoverCell } from './figure-cells.tsx';
import { PriceCell } from './price-cell.tsx';
import { WeekLineCell } from './week-line-cell.tsx';

/** For cells that show nothing of the figures: a tick passes them by. */
export const stillCell = (Cell: ComponentType<Pick<CellProps, 'item'>>): ComponentType<CellProps> =>
  memo(Cell, (before, now) => before.item === now.item);

export const priceColumn: Column = { id: 'price', word: 'table.price', sort: 'price', isOnPhone: true, Cell: memo(PriceCell) };
export const changeColumn: Column = { id: 'change', word: 'table.change', sort: 'change', isOnPhone: true, Cell: memo(ChangeCell) };
export const highLowColumn: Column = { id: 'hl', word: 'table.highLow', sort: 'high', isWide: true, Cell: memo(HighLowCell) };
export const turnoverColumn: Column = { id: 'turnover', word: 'table.turnover', sort: 'turnover', Cell: memo(TurnoverCell) };
export const weekColumn: Column = { id: 'spark', word: 'table.last7days', sort: null, isOnPhone: true, Cell: stillCell(WeekLineCell) };

export const spotColumns: readonly Column[] = [
  priceColumn,
  changeColumn,
  highLowColumn,
  turnoverColumn,
  { id: 'cap', word: 'table.cap', sort: 'cap', isWide: true, Cell: memo(CapCell) },
  weekColumn,
];
