// Columns that the chooser offers on every list.
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { memo } from 'react';
import 'virtual:words/lists';
import { useFormat } from '#i18n/format.ts';
import { sectorName } from '#i18n/sector-name.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import type { CellProps, Column, Figures } from './column.ts';
import { highLowColumn, stillCell } from './columns.ts';
import { CapCell } from './figure-cells.tsx';
import { rangeOf } from './select-rows.ts';

/** Where the price stands between the low and the high of the day. */
function RangeCell({ figures }: CellProps) {
  const t = useText();
  const share = rangeOf(figures);
  return (
    <td role="cell" className="c-range wide">
      {share === null ? (
        <Num text={null} />
      ) : (
        <meter
          className="range"
          min={0}
          max={100}
          value={Math.round(share * 100)}
          aria-label={t('lists.rangeAt', { share: Math.round(share * 100) })}
        />
      )}
    </td>
  );
}

const belowHigh = ({ last, high24h }: Figures): number | null => (Number(high24h) > 0 ? Number(last) / Number(high24h) - 1 : null);

function FromHighCell({ figures }: CellProps) {
  const { change } = useFormat();
  return (
    <td role="cell" className="c-fromHigh wide">
      <Change {...change(belowHigh(figures))} />
    </td>
  );
}

function ListedCell({ item }: { item: SymbolItem }) {
  const { time } = useFormat();
  return (
    <td role="cell" className="c-listed wide">
      <Num text={time(item.listedAt, 'date', 'UTC')} className="when" />
    </td>
  );
}

function SectorCell({ item }: { item: SymbolItem }) {
  const t = useText();
  return (
    <td role="cell" className="c-sector wide">
      {item.sectors[0] && sectorName(t, item.sectors[0])}
    </td>
  );
}

export const extraColumns: readonly Column[] = [
  highLowColumn,
  { id: 'cap', word: 'table.cap', sort: 'cap', isWide: true, Cell: memo(CapCell) },
  { id: 'range', word: 'lists.range', sort: null, isWide: true, Cell: memo(RangeCell) },
  { id: 'fromHigh', word: 'lists.fromHigh', sort: null, isWide: true, Cell: memo(FromHighCell) },
  { id: 'listed', word: 'lists.listed', sort: 'listed', isWide: true, Cell: stillCell(ListedCell), figure: ({ listedAt }) => listedAt },
  { id: 'sector', word: 'lists.sector', sort: null, isWide: true, Cell: stillCell(SectorCell) },
];
