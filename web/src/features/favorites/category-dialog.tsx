// Categories: make, rename, put in order, delete. What section 5 refuses is said while it is typed.
import {
  categoryNameLength,
  checkCategoryCount,
  checkCategoryName,
  graphemeCount,
  tidyCategoryName,
} from '@tidemark/contract/favorite-rules.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { useToast } from '#ui/toast.tsx';
import { favoritesStore, useFavorites } from './favorites-store.ts';
import { useAttempt, useFailureText } from './use-failure-text.ts';

export function CategoryDialog({
  isOpen,
  onClose,
  onDeleted,
}: {
  readonly isOpen: boolean;
  onClose(): void;
  onDeleted(groupId: string): void;
}) {
  const t = useText();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('favorites.manage')} closeLabel={t('action.close')}>
      <Categories onDeleted={onDeleted} />
    </Dialog>
  );
}

type Open = { readonly id: string; readonly what: 'rename' | 'delete' } | null;

function Categories({ onDeleted }: { onDeleted(groupId: string): void }) {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const { favorites, limits } = useFavorites();
  const [open, setOpen] = useState<Open>(null);
  const { categories } = favorites;
  const full = checkCategoryCount(categories.length, limits);

  const remove = async (id: string, name: string) => {
    setOpen(null);
    if (!(await attempt(() => favoritesStore().deleteCategory(id)))) return;
    onDeleted(id);
    toast(t('favorites.deleted', { name }));
  };

  return (
    <div className="grid gap-4">
      {categories.length === 0 ? (
        <p className="text-13 text-ink-2">{t('favorites.noCategories')}</p>
      ) : (
        <>
          <SortableList
            label={t('favorites.categories')}
            items={categories}
            moveLabel={(name) => t('favorites.move', { name })}
            movedLabel={(name, place) => t('favorites.movedTo', { name, place, count: categories.length })}
            onSort={(ids) => void attempt(() => favoritesStore().sortCategories(ids))}
          >
            {({ id, name, symbolIds }) =>
              open?.id === id && open.what === 'rename' ? (
                <NameForm
                  first={name}
                  others={categories.filter((other) => other.id !== id).map((other) => other.name)}
                  action={t('favorites.save')}
                  onCancel={() => setOpen(null)}
                  onName={async (next) => {
                    await favoritesStore().renameCategory(id, next);
                    // Another one may have been opened meanwhile.
                    setOpen((now) => (now === open ? null : now));
                  }}
                />
              ) : open?.id === id ? (
                <DeleteQuestion name={name} onCancel={() => setOpen(null)} onDelete={() => void remove(id, name)} />
              ) : (
                <>
                  <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                  <span className="num text-12 text-ink-3">
                    {t('favorites.used', { count: symbolIds.length, limit: limits.groupCoinLimit })}
                  </span>
                  <button
                    type="button"
                    className="text-btn"
                    aria-label={t('favorites.rename', { name })}
                    onClick={() => setOpen({ id, what: 'rename' })}
                  >
                    {t('favorites.renameShort')}
                  </button>
                  <button
                    type="button"
                    className="text-btn"
                    aria-label={t('favorites.delete', { name })}
                    onClick={() => setOpen({ id, what: 'delete' })}
                  >
                    {t('favorites.deleteShort')}
                  </button>
                </>
              )
            }
          </SortableList>
          <p className="text-12 text-ink-3">{t('favorites.moveHelp')}</p>
        </>
      )}
      <section className="border-t border-line pt-4">
        <h3 className="mb-2 flex justify-between text-13">
          {t('favorites.newCategory')}
          <span className="num font-normal text-ink-3">{t('favorites.used', { count: categories.length, limit: limits.groupLimit })}</span>
        </h3>
        {full ? <p className="text-13 text-ink-2">{t('favorites.error.categoryLimit', { 0: limits.groupLimit })}</p> : <NewCategoryForm />}
      </section>
    </div>
  );
}

/** What was pressed is gone, so the focus goes on to what came in its place. */
function useFocusOnce<T extends HTMLElement>(isWanted = true) {
  const element = useRef<T>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}

function DeleteQuestion({ name, onCancel, onDelete }: { readonly name: string; onCancel(): void; onDelete(): void }) {
  const t = useText();
  const question = useFocusOnce<HTMLDivElement>();
  return (
    <div
      ref={question}
      tabIndex={-1}
      className="flex flex-1 flex-wrap items-center gap-2 py-1 outline-none"
      role="group"
      aria-label={t('favorites.deleteQuestion', { name })}
    >
      <span className="flex-1 text-13">
        {t('favorites.deleteQuestion', { name })} {t('favorites.deleteHelp')}
      </span>
      <Button onClick={onCancel}>{t('favorites.cancel')}</Button>
      <Button kind="primary" onClick={onDelete}>
        {t('favorites.deleteShort')}
      </Button>
    </div>
  );
}

function NewCategoryForm({ onMade }: { onMade?(groupId: string): void }) {
  const t = useText();
  const { favorites } = useFavorites();
  return (
    <NameForm
      first=""
      others={favorites.categories.map(({ name }) => name)}
      action={t('favorites.add')}
      onName={async (name) => {
        const groupId = await favoritesStore().addCategory(name);
        onMade?.(groupId);
      }}
    />
  );
}

interface NameFormProps {
  readonly first: string;
  readonly others: readonly string[];
  readonly action: string;
  onCancel?(): void;
  /** Rejects with what is wrong. */
  onName(name: string): Promise<void>;
}

function NameForm({ first, others, action, onCancel, onName }: NameFormProps) {
  const t = useText();
  const failureText = useFailureText();
  const id = useId();
  /** The next name can be typed while the last one is on its way. */
  const isForMore = first === '';
  const [name, setName] = useState(first);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useFocusOnce<HTMLInputElement>(first !== '');
  const toast = useToast();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Enter once more, while the name is on its way.
    if (isBusy && (name === first || !isForMore)) return;
    const error = checkCategoryName(name, others);
    if (error) return setWrong(failureText(new Refusal(error)));
    setBusy(true);
    setWrong(null);
    if (isForMore) setName('');
    try {
      await onName(name);
    } catch (failed) {
      // What was typed meanwhile is worth more than what was refused.
      setName((typed) => typed || name);
      setWrong(failureText(failed));
      if (isGone.current) toast(failureText(failed), 'error');
    }
    setBusy(false);
  };
  const change = (text: string) => {
    setName(text);
    const error = checkCategoryName(text, others);
    // A user who has only begun to type is not wrong yet.
    setWrong(error && error !== 'categoryNameLength' ? failureText(new Refusal(error)) : null);
  };

  return (
    <form className="flex-1 py-1" onSubmit={(event) => void submit(event)} noValidate>
      <div className="flex items-center gap-2">
        <label className={`field flex-1 ${wrong ? 'wrong' : ''}`}>
          <input
            ref={input}
            aria-label={t('favorites.name')}
            placeholder={t('favorites.name')}
            aria-invalid={wrong !== null}
            aria-describedby={wrong ? `${id}wrong` : undefined}
            value={name}
            autoComplete="off"
            dir="auto"
            // A change that Enter would not send is not taken.
            readOnly={isBusy && !isForMore}
            onChange={({ target }) => change(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && onCancel) {
                event.preventDefault();
                event.stopPropagation();
                onCancel();
              }
            }}
          />
          <span className="num text-12">
            {t('favorites.nameCount', { count: graphemeCount(tidyCategoryName(name)), max: categoryNameLength.max })}
          </span>
        </label>
        <Button type="submit" kind="primary" aria-busy={isBusy}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('favorites.cancel')}</Button>}
      </div>
      {wrong && (
        <p id={`${id}wrong`} role="alert" className="mt-1 text-12 text-danger">
          {wrong}
        </p>
      )}
    </form>
  );
}
