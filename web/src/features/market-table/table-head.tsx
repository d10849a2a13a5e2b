import { memo } from 'react';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { columns } from './columns.ts';
import { nextOrder, type ListOrder } from './list-url.ts';

export const TableHead = memo(function TableHead({ order, onOrder }: { order: ListOrder; onOrder(order: ListOrder): void }) {
  const t = useText();
  return (
    <thead role="rowgroup" className="mt-head">
      <tr role="row" aria-rowindex={1}>
        {columns.map(({ id, word, sort, isWide }) => {
          const isSorted = sort !== null && order.sort === sort;
          return (
            <th
              key={id}
              role="columnheader"
              scope="col"
              className={`${isWide ? 'wide ' : ''}${sort ? '' : 'unsortable'}`}
              aria-sort={isSorted ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {sort ? (
                <button type="button" onClick={() => onOrder(nextOrder(order, sort))}>
                  {t(word)}
                  {isSorted && <Icon name={order.direction === 'asc' ? 'up' : 'down'} size="small" />}
                </button>
              ) : (
                <span className={id === 'c-star' ? 'sr-only' : undefined}>{t(word)}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
});
