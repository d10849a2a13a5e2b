// Section 5: 'Remove from favorites?'. Out of All means out of every category, and says which.
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { favoritesStore, useFavorites } from './favorites-store.ts';
import { pairName } from './pair-name.ts';
import { useAttempt } from './use-failure-text.ts';

interface RemoveDialogProps {
  /** null: nothing is asked. */
  readonly symbolIds: readonly string[] | null;
  onClose(): void;
  onRemoved?(symbolIds: readonly string[]): void;
}

export function RemoveDialog({ symbolIds, onClose, onRemoved }: RemoveDialogProps) {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const { favorites } = useFavorites();
  const ids = symbolIds ?? [];
  const pair = ids.length === 1 ? pairName(queryClient, ids[0]!) : null;
  const names = favorites.categories.filter((category) => category.symbolIds.some((id) => ids.includes(id))).map(({ name }) => name);

  const remove = () => {
    onClose();
    void attempt(async () => {
      const undo = await favoritesStore().remove(ids);
      onRemoved?.(ids);
      toast(pair === null ? t('favorites.removedMany', { count: ids.length }) : t('favorites.removed', { pair }), 'done', [
        { label: t('favorites.undo'), onClick: () => void attempt(undo) },
      ]);
    });
  };

  return (
    <Dialog isOpen={symbolIds !== null} onClose={onClose} title={t('favorites.removeQuestion')} closeLabel={t('action.close')}>
      <p>{pair === null ? t('favorites.removeSome', { count: ids.length }) : t('favorites.removeOne', { pair })}</p>
      {names.length > 0 && <p className="mt-2 text-13 text-ink-2">{t('favorites.removeEverywhere', { names: names.join(', ') })}</p>}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{t('favorites.cancel')}</Button>
        <Button kind="primary" onClick={remove}>
          {t('favorites.remove')}
        </Button>
      </div>
    </Dialog>
  );
}
