import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { SortableList } from '#ui/sortable-list.tsx';

interface Column {
  readonly id: string;
  readonly word: WordId;
}

interface ColumnsMenuProps {
  /** Those that are shown, in their order. */
  readonly columns: readonly Column[];
  readonly usual: readonly Column[];
  /** Those that only some people want. */
  readonly more: readonly Column[];
  /** Before a column is shown that is fetched first. */
  readonly fetchColumns?: () => Promise<void>;
}

/** The columns of a list and their order, kept in its address. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-haspopup="dialog"
        aria-label={t('lists.columns')}
        title={t('lists.columns')}
        onClick={() => setOpen(true)}
      >
        <Icon name="columns" />
        <span className="max-pc:sr-only">{t('lists.columns')}</span>
      </button>
      <Dialog isOpen={isOpen} onClose={close} title={t('lists.columns')} closeLabel={t('action.close')}>
        <Chooser {...props} onDone={close} />
      </Dialog>
    </>
  );
}

function Chooser({ columns, usual, more, fetchColumns, onDone }: ColumnsMenuProps & { onDone(): void }) {
  const t = useText();
  const [, setSearch] = useSearchParams();
  const all = [...usual, ...more.filter(({ id }) => !usual.some((column) => column.id === id))];
  const usualIds = usual.map(({ id }) => id);
  // The boxes answer at once; the address follows a moment later.
  const [ids, setIds] = useState(() => columns.map(({ id }) => id));
  const shown = ids.flatMap((id) => all.find((column) => column.id === id) ?? []);

  /** What was chosen last: whichever of several choices is carried out last writes that, and not its own. */
  const newest = useRef<readonly string[]>(ids);

  const show = async (chosen: readonly string[]) => {
    newest.current = chosen;
    setIds([...chosen]);
    await fetchColumns?.();
    const next = newest.current;
    setSearch(
      (now) => {
        const search = new URLSearchParams(now);
        if (next.join() === usualIds.join()) search.delete('cols');
        else search.set('cols', next.join());
        return search;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const box = ({ id, word }: Column, isShown: boolean) => (
    <label className="flex flex-1 items-center gap-3 text-13">
      {/* A list of nothing is no list. */}
      <input
        type="checkbox"
        checked={isShown}
        disabled={isShown && ids.length === 1}
        onChange={() => void show(isShown ? ids.filter((other) => other !== id) : [...ids, id])}
      />
      {t(word)}
    </label>
  );

  return (
    <div className="grid gap-3">
      <p className="text-12 text-ink-3">{t('lists.columnsHelp')}</p>
      <SortableList
        label={t('lists.columnsShown')}
        items={shown.map((column) => ({ id: column.id, name: t(column.word), column }))}
        moveLabel={(name) => t('lists.columnMove', { name })}
        movedLabel={(name, place) => t('lists.columnMoved', { name, place, count: shown.length })}
        onSort={(order) => void show(order)}
      >
        {({ column }) => box(column, true)}
      </SortableList>
      <ul aria-label={t('lists.columnsMore')} className="sortable">
        {all
          .filter(({ id }) => !ids.includes(id))
          .map((column) => (
            <li key={column.id} className="ps-10">
              {box(column, false)}
            </li>
          ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={() => void show(usualIds)}>
          {t('lists.columnsReset')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('lists.columnsDone')}
        </Button>
      </div>
    </div>
  );
}
