import { last24h, utcName } from '@tidemark/contract/market.ts';
import { memo } from 'react';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Column } from './column.ts';
import { nextOrder, type ListOrder } from './list-url.ts';

interface TableHeadProps {
  readonly columns: readonly Column[];
  readonly order: ListOrder;
  /** undefined: the rows stand in an order of their own. */
  readonly onOrder: ((order: ListOrder) => void) | undefined;
  readonly changeBase: number;
}

export const TableHead = memo(function TableHead({ columns, order, onOrder, changeBase }: TableHeadProps) {
  const t = useText();
  const heads = [
    { id: 'star', word: 'nav.favorites', sort: null },
    { id: 'coin', word: 'table.coin', sort: 'name' },
    ...columns,
    { id: 'act', word: 'table.actions', sort: null },
  ] as const;
  return (
    <thead role="rowgroup" className="mt-head">
      <tr role="row" aria-rowindex={1}>
        {heads.map(({ id, word, sort, isWide }: Omit<Column, 'Cell'>) => {
          const isSorted = sort !== null && order.sort === sort;
          const name = id === 'change' && changeBase !== last24h ? t('table.changeSince', { base: utcName(changeBase) }) : t(word);
          return (
            <th
              key={id}
              role="columnheader"
              scope="col"
              className={`c-${id}${isWide ? ' wide' : ''}${sort ? '' : ' unsortable'}`}
              aria-sort={isSorted && onOrder ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {sort && onOrder ? (
                <button type="button" onClick={() => onOrder(nextOrder(order, sort))}>
                  {name}
                  {isSorted && <Icon name={order.direction === 'asc' ? 'up' : 'down'} size="small" />}
                </button>
              ) : (
                <span className={id === 'star' ? 'sr-only' : undefined}>{name}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
});
