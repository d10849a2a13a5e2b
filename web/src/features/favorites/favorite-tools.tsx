// Everything that is done to a list as a whole. What needs an account says so to visitors, and leads there.
import { fileNameOf } from '@tidemark/contract/brand.ts';
import type { Category } from '@tidemark/contract/favorite-steps.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { useLoginHref } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { writeCsv, type ListedPair } from './csv.ts';
import { useFavorites } from './favorites-store.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ListEditor } from './list-editor.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { useAllPairs } from './use-all-pairs.ts';

interface FavoriteToolsProps {
  /** The list that is shown; undefined: All. */
  readonly category: Category | undefined;
  /** The pairs the page knows by name. */
  readonly listed: readonly ListedPair[];
  onDeleted(groupId: string): void;
}

type Open = 'manage' | 'edit' | 'share' | 'import' | 'login' | null;

export function FavoriteTools({ category, listed, onDeleted }: FavoriteToolsProps) {
  const t = useText();
  const { name: site } = useBrand();
  const { owner, favorites, isReady } = useFavorites();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const allPairs = useAllPairs(open === 'import');
  const isEmpty = (category ?? favorites).symbolIds.length === 0;
  const forOwner = (what: Open) => setOpen(owner === null ? 'login' : what);

  return (
    <div className="list-actions">
      <Button disabled={!isReady} onClick={() => forOwner('manage')}>
        {t('favorites.manage')}
      </Button>
      <Button kind="quiet" disabled={!isReady || isEmpty} onClick={() => setOpen('edit')}>
        {t('favorites.edit')}
      </Button>
      <Button kind="quiet" disabled={!isReady || isEmpty} onClick={() => forOwner('share')}>
        {t('favorites.share')}
      </Button>
      <Button kind="quiet" disabled={!isReady} onClick={() => setOpen('import')}>
        {t('favorites.import')}
      </Button>
      <Button
        kind="quiet"
        disabled={!isReady || favorites.symbolIds.length === 0}
        onClick={() =>
          save(
            fileNameOf(site, 'favorites.csv'),
            writeCsv(favorites, (id) => listed.find(({ symbolId }) => symbolId === id)),
          )
        }
      >
        {t('favorites.export')}
      </Button>

      <CategoryDialog isOpen={open === 'manage'} onClose={close} onDeleted={onDeleted} />
      <ListEditor isOpen={open === 'edit'} groupId={category?.id} onClose={close} />
      <ShareDialog isOpen={open === 'share'} groupId={category?.id} name={category?.name ?? t('favorites.all')} onClose={close} />
      <ImportDialog isOpen={open === 'import'} all={allPairs} onClose={close} />
      <LoginDialog isOpen={open === 'login'} onClose={close} />
    </div>
  );
}

function LoginDialog({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  const t = useText();
  const loginHref = useLoginHref();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('favorites.logIn')} closeLabel={t('action.close')}>
      <p>{t('favorites.loginForCategories')}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{t('favorites.cancel')}</Button>
        <Link className="btn primary" to={loginHref}>
          {t('favorites.logIn')}
        </Link>
      </div>
    </Dialog>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
