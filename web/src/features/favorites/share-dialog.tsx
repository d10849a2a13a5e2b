import { shareTokenOf } from '@tidemark/contract/favorite-steps.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useRef, useState } from 'react';
import { useLocale, useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { favoritesStore, useFavorites } from './favorites-store.ts';
import { useAttempt } from './use-failure-text.ts';

interface ShareDialogProps {
  readonly isOpen: boolean;
  readonly groupId: string | undefined;
  readonly name: string;
  onClose(): void;
}

export function ShareDialog({ isOpen, groupId, name, onClose }: ShareDialogProps) {
  const t = useText();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('favorites.shareTitle', { name })} closeLabel={t('action.close')}>
      <p className="mb-4 text-13 text-ink-2">{t('favorites.shareHelp')}</p>
      <Link groupId={groupId} />
    </Dialog>
  );
}

function Link({ groupId }: { readonly groupId: string | undefined }) {
  const t = useText();
  const locale = useLocale();
  const toast = useToast();
  const attempt = useAttempt();
  const { favorites } = useFavorites();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const token = shareTokenOf(favorites, groupId);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    const isDone = await attempt(work);
    setBusy(false);
    return isDone;
  };

  if (token === null)
    return (
      <Button kind="primary" disabled={isBusy} onClick={() => void run(() => favoritesStore().share(groupId))}>
        {t('favorites.shareMake')}
      </Button>
    );
  const link = location.origin + href(locale, 'sharedList', { token });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast(t('favorites.copied'));
    } catch {
      // Not allowed here: then it is at least marked, to be copied by hand.
      field.current?.select();
    }
  };
  const stop = async () => {
    if (await run(() => favoritesStore().unshare(groupId))) toast(t('favorites.shareStopped'));
  };
  return (
    <div className="grid gap-4">
      <div className="flex gap-2">
        <label className="field flex-1">
          <input
            ref={field}
            readOnly
            value={link}
            aria-label={t('favorites.shareLink')}
            dir="ltr"
            onFocus={({ target }) => target.select()}
          />
        </label>
        <Button kind="primary" onClick={() => void copy()}>
          {t('favorites.copy')}
        </Button>
      </div>
      <Button className="justify-self-start" disabled={isBusy} onClick={() => void stop()}>
        {t('favorites.shareStop')}
      </Button>
    </div>
  );
}
