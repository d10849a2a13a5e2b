// One list, to be put in order and cleared up: drag or arrow keys, and what is selected goes into a category, moves to another or
// is removed.
import { useQueryClient } from '@tanstack/react-query';
import { pairsOf } from '@tidemark/contract/favorite-steps.ts';
import { useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { useToast } from '#ui/toast.tsx';
import { favoritesStore, useFavorites } from './favorites-store.ts';
import { pairName } from './pair-name.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { useAttempt } from './use-failure-text.ts';

interface ListEditorProps {
  readonly isOpen: boolean;
  /** undefined: All. */
  readonly groupId: string | undefined;
  onClose(): void;
}

export function ListEditor({ isOpen, groupId, onClose }: ListEditorProps) {
  const t = useText();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('favorites.edit')} closeLabel={t('action.close')}>
      <Editor groupId={groupId} />
      <div className="mt-5 flex justify-end">
        <Button kind="primary" onClick={onClose}>
          {t('favorites.done')}
        </Button>
      </div>
    </Dialog>
  );
}

function Editor({ groupId }: { readonly groupId: string | undefined }) {
  const t = useText();
  const queryClient = useQueryClient();
  const attempt = useAttempt();
  const { favorites } = useFavorites();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = favorites.categories.some(({ id }) => id === groupId) || groupId === undefined ? pairsOf(favorites, groupId) : [];
  const selected = ids.filter((id) => chosen.has(id));
  const choose = (id: string, isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((other) => other !== id)));
  const unchoose = (done: readonly string[]) => setChosen((now) => new Set([...now].filter((id) => !done.includes(id))));

  return (
    <div className="grid gap-3">
      <label className="flex items-center gap-3 text-13">
        <input
          type="checkbox"
          checked={ids.length > 0 && selected.length === ids.length}
          onChange={({ target }) => setChosen(new Set(target.checked ? ids : []))}
        />
        {t('favorites.selectAll')}
        <span className="ms-auto text-12 text-ink-3">{t('favorites.moveHelp')}</span>
      </label>
      <SortableList
        label={t('favorites.edit')}
        items={ids.map((id) => ({ id, name: pairName(queryClient, id) }))}
        moveLabel={(name) => t('favorites.move', { name })}
        movedLabel={(name, place) => t('favorites.movedTo', { name, place, count: ids.length })}
        onSort={(order) => void attempt(() => favoritesStore().sort(order, groupId))}
      >
        {({ id, name }) => (
          <label className="flex flex-1 items-center gap-3">
            <input
              type="checkbox"
              aria-label={t('favorites.select', { pair: name })}
              checked={chosen.has(id)}
              onChange={({ target }) => choose(id, target.checked)}
            />
            <bdi className="font-semibold">{name}</bdi>
            {id.includes('_') && <span className="tag">{t('nav.futures')}</span>}
          </label>
        )}
      </SortableList>
      <Actions groupId={groupId} selected={selected} onDone={unchoose} />
    </div>
  );
}

function Actions({
  groupId,
  selected,
  onDone,
}: {
  readonly groupId: string | undefined;
  readonly selected: readonly string[];
  onDone(symbolIds: readonly string[]): void;
}) {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const { favorites } = useFavorites();
  const [target, setTarget] = useState('');
  const [isAsking, setAsking] = useState(false);
  const current = favorites.categories.find(({ id }) => id === groupId);
  const others = favorites.categories.filter(({ id }) => id !== groupId);
  const isNone = selected.length === 0;
  const label = t(current ? 'favorites.moveInto' : 'favorites.putInto');

  const put = () =>
    attempt(async () => {
      const store = favoritesStore();
      // Into the other first: when that has no room, nothing has left this one.
      await store.add(selected, target);
      if (current) await store.remove(selected, current.id);
      onDone(selected);
    });
  const takeOut = () =>
    attempt(async () => {
      const undo = await favoritesStore().remove(selected, current!.id);
      toast(t('favorites.removedMany', { count: selected.length }), 'done', [
        { label: t('favorites.undo'), onClick: () => void attempt(undo) },
      ]);
      onDone(selected);
    });

  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
      <span className="text-13 text-ink-2" role="status">
        {t('favorites.selected', { count: selected.length })}
      </span>
      {others.length > 0 && (
        <span className="ms-auto flex gap-2">
          <select className="select max-w-40" aria-label={label} value={target} onChange={(event) => setTarget(event.target.value)}>
            <option value="">{label}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Button disabled={isNone || target === ''} onClick={() => void put()}>
            {t(current ? 'favorites.moveShort' : 'favorites.put')}
          </Button>
        </span>
      )}
      {current && (
        <Button disabled={isNone} onClick={() => void takeOut()}>
          {t('favorites.removeFromCategory', { name: current.name })}
        </Button>
      )}
      <Button disabled={isNone} onClick={() => setAsking(true)}>
        {t('favorites.remove')}
      </Button>
      <RemoveDialog symbolIds={isAsking ? selected : null} onClose={() => setAsking(false)} onRemoved={onDone} />
    </div>
  );
}
