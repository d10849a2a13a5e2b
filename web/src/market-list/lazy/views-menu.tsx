import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listViewRule, type ListView } from '@tidemark/contract/list-views.ts';
import { swapLocale } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { withCoin } from '#features/market-table/list-url.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useLoginHref, useSession } from '#session/session.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { useToast } from '#ui/toast.tsx';

/** Order, filter, columns and category of a list, kept under a name for the next visit on any device. */
export function ViewsMenu() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { user } = useSession();
  const loginHref = useLoginHref();
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-haspopup="dialog"
        aria-label={t('lists.views')}
        title={t('lists.views')}
        onClick={() => setOpen(true)}
      >
        <Icon name="bookmark" />
        <span className="max-pc:sr-only">{t('lists.views.short')}</span>
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('lists.views')} closeLabel={t('action.close')}>
        {user ? (
          <Views onLeave={() => setOpen(false)} />
        ) : (
          <div className="grid justify-items-start gap-3">
            <p className="text-13 text-ink-2">{t('lists.views.login')}</p>
            <Link className="btn primary" to={loginHref}>
              {t('nav.login')}
            </Link>
          </div>
        )}
      </Dialog>
    </>
  );
}

function Views({ onLeave }: { onLeave(): void }) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const [name, setName] = useState('');
  const views = callQuery(api, 'listViews', {});
  const { data } = useQuery(views);
  const [isSaving, setSaving] = useState(false);
  const failureText = useWriteFailure();
  const here = swapLocale(pathname, 'en') + (search && `?${withCoin(new URLSearchParams(search), null)}`);

  /** What was done is said; what was refused says why. The list is read again in either case. */
  const change = async (act: () => Promise<string>) => {
    setSaving(true);
    try {
      toast(await act());
    } catch (error) {
      toast(failureText(error), 'error');
    }
    setSaving(false);
    await queryClient.invalidateQueries({ queryKey: views.queryKey });
  };
  const save = () =>
    change(async () => {
      const view = await api.call('saveListView', { name: name.trim(), address: here });
      // The next one may be under way.
      setName((now) => (now === name ? '' : now));
      return t('lists.views.saved', { name: view.name });
    });
  const remove = (view: ListView) =>
    change(async () => {
      await api.call('deleteListView', { viewId: view.viewId });
      return t('lists.views.removed', { name: view.name });
    });

  return (
    <>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) void save();
        }}
      >
        <label className="grid flex-1 gap-1 text-12 text-ink-2">
          {t('lists.views.name')}
          <span className="field">
            <input value={name} maxLength={listViewRule.nameLength} autoComplete="off" onChange={({ target }) => setName(target.value)} />
          </span>
        </label>
        <Button kind="primary" type="submit" disabled={!name.trim() || isSaving}>
          {t('lists.views.save')}
        </Button>
      </form>
      {data?.items.length === 0 && <p className="mt-4 text-13 text-ink-2">{t('lists.views.none')}</p>}
      <ul className="mt-3 grid">
        {data?.items.map((view) => (
          <li key={view.viewId} className="flex items-center gap-2 border-t border-line py-1">
            <Link className="link min-w-0 flex-1 truncate py-1" to={inLanguage(view.address, locale)} onClick={onLeave}>
              <bdi>{view.name}</bdi>
            </Link>
            <IconButton icon="close" label={t('lists.views.remove', { name: view.name })} onClick={() => void remove(view)} />
          </li>
        ))}
      </ul>
    </>
  );
}

const inLanguage = (address: string, locale: Parameters<typeof swapLocale>[1]): string => {
  const [pathname = '', query] = address.split('?');
  return swapLocale(pathname, locale) + (query ? `?${query}` : '');
};
