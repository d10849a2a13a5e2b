// In which categories a pair is. Only what is changed here travels, so what another device did meanwhile stays.
import { useQueryClient } from '@tanstack/react-query';
import { groupIdsOf } from '@tidemark/contract/favorite-steps.ts';
import { useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { favoritesStore, useFavorites } from './favorites-store.ts';
import { pairName } from './pair-name.ts';
import { useAttempt } from './use-failure-text.ts';

export function CategoryPicker({ symbolId, onClose }: { readonly symbolId: string | null; onClose(): void }) {
  const t = useText();
  const queryClient = useQueryClient();
  return (
    <Dialog
      isOpen={symbolId !== null}
      onClose={onClose}
      title={symbolId === null ? '' : t('favorites.chooseFor', { pair: pairName(queryClient, symbolId) })}
      closeLabel={t('action.close')}
    >
      {symbolId !== null && <Choices symbolId={symbolId} onClose={onClose} />}
    </Dialog>
  );
}

function Choices({ symbolId, onClose }: { readonly symbolId: string; onClose(): void }) {
  const t = useText();
  const attempt = useAttempt();
  const { favorites } = useFavorites();
  const [known] = useState(() => groupIdsOf(favorites, symbolId));
  const [chosen, setChosen] = useState<readonly string[]>(known);
  const save = async () => {
    if (await attempt(() => favoritesStore().changeCategories({ symbolId, groupIds: chosen, knownGroupIds: known }))) onClose();
  };
  return (
    <>
      <ul className="grid">
        {favorites.categories.map(({ id, name, symbolIds }) => (
          <li key={id}>
            <label className="flex min-h-10 items-center gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) => setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
              />
              <bdi className="flex-1">{name}</bdi>
              <span className="num text-12 text-ink-3">{symbolIds.length}</span>
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{t('favorites.cancel')}</Button>
        <Button kind="primary" onClick={() => void save()}>
          {t('favorites.save')}
        </Button>
      </div>
    </>
  );
}
