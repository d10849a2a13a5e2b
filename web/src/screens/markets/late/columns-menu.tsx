import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Column } from '#features/market-table/columns.ts';
import { extraColumns } from '#features/market-table/extra-columns.tsx';
import { loadMoreColumns } from '#features/market-table/more-columns.ts';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuGroup, MenuItem } from '#ui/menu.tsx';

/** The columns of a list, kept in its address. */
export function ColumnsMenu({ columns, usual }: { columns: readonly Column[]; usual: readonly Column[] }) {
  const t = useText();
  const [, setSearch] = useSearchParams();
  const all = [...usual, ...extraColumns.filter(({ id }) => !usual.some((column) => column.id === id))];
  // Two quick presses both count, though the address follows a moment later.
  const chosen = useRef<readonly string[]>([]);
  useEffect(() => void (chosen.current = columns.map(({ id }) => id)), [columns]);
  const isShown = (column: Column) => columns.some(({ id }) => id === column.id);

  const show = async (ids: readonly string[]) => {
    chosen.current = ids;
    await loadMoreColumns(new URLSearchParams({ cols: '' }));
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (chosen.current.join() === usual.map(({ id }) => id).join()) next.delete('cols');
        else next.set('cols', chosen.current.join());
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const toggle = ({ id: pressed }: Column) => {
    const next = all.map(({ id }) => id).filter((id) => chosen.current.includes(id) !== (id === pressed));
    // A list of nothing is no list.
    if (next.length > 0) void show(next);
  };

  return (
    <Menu label={t('lists.columns')} buttonClass="btn" button={<><Icon name="columns" /><span className="max-pc:sr-only">{t('lists.columns')}</span></>}>
      <MenuGroup label={t('lists.columns')}>
        {all.map((column) => (
          <MenuItem key={column.id} kind="checkbox" staysOpen isChecked={isShown(column)} onSelect={() => toggle(column)}>{t(column.word)}</MenuItem>
        ))}
      </MenuGroup>
      <div className="menu-line">
        <MenuItem kind="radio" isChecked={columns.length === usual.length && usual.every(isShown)} onSelect={() => void show(usual.map(({ id }) => id))}>{t('lists.columnsReset')}</MenuItem>
      </div>
    </Menu>
  );
}
