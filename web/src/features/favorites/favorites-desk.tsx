// Where a press of any star on the page is answered, and where the favorites of this tab are kept in step with the account, the
// other tabs and the other devices. Arrives after the page; shows nothing until somebody is asked something.
import 'virtual:words/favorites';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { answerStars, showStars } from '#live/stars.ts';
import { useLive } from '#live/use-quote.tsx';
import { useSession } from '#session/session.ts';
import { hearTabs } from '#session/tabs.ts';
import { useToast } from '#ui/toast.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { favoritesBook } from './favorites-book.ts';
import type { Merged } from './merge-local.ts';
import { pairName } from './pair-name.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { useAttempt } from './use-told.ts';

export function FavoritesDesk() {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<string | null>(null);
  useOwner();
  useNews();

  const press = useEffectEvent((symbolId: string) => {
    const book = favoritesBook();
    const { favorites, owner } = book.state();
    if (favorites.symbolIds.includes(symbolId)) return setRemoving(symbolId);
    void attempt(async () => {
      await book.add([symbolId]);
      const undo = { label: t('favorites.undo'), onClick: () => void attempt(() => book.remove([symbolId])) };
      const choose = { label: t('favorites.choose'), onClick: () => setChoosing(symbolId) };
      toast(t('favorites.added', { pair: pairName(queryClient, symbolId) }), 'done', owner !== null && favorites.categories.length > 0 ? [undo, choose] : [undo]);
    });
  });
  useEffect(() => {
    const book = favoritesBook();
    const show = () => showStars(book.state().favorites.symbolIds);
    show();
    const unwatch = book.watch(show);
    const leave = answerStars((symbolId) => press(symbolId));
    return () => {
      unwatch();
      leave();
    };
  }, []);

  return (
    <>
      <RemoveDialog symbolIds={removing === null ? null : [removing]} onClose={() => setRemoving(null)} />
      <CategoryPicker symbolId={choosing} onClose={() => setChoosing(null)} />
    </>
  );
}

/** Whose favorites are shown follows the session; what a visitor starred goes along into the account. */
function useOwner(): void {
  const t = useText();
  const toast = useToast();
  const { state, user } = useSession();
  const tell = useEffectEvent((merged: Merged | null) => {
    if (!merged) return;
    if (merged.added > 0) toast(t('favorites.merged', { count: merged.added }));
    if (merged.left.length > 0) toast(t('favorites.notMerged', { count: merged.left.length, limit: favoritesBook().state().limits.totalLimit }), 'error');
  });
  const userId = user?.userId;
  useEffect(() => {
    if (state === 'checking') return;
    // Without a connection nothing is lost: what could not be joined now is joined with the next page or reconnection.
    favoritesBook().open(userId ?? null).then((merged) => tell(merged), () => {});
  }, [state, userId]);

  const { socket } = useLive();
  useEffect(() => {
    if (!socket || userId === undefined) return;
    return socket.subscribe({ topic: 'favorites' }, ({ action, data }) => {
      const [news] = data as readonly { version?: number }[];
      const book = favoritesBook();
      // A snapshot says: there may have been news while nobody listened.
      void book
        .refresh(action === 'update' ? news?.version : undefined)
        .then(() => (action === 'snapshot' ? book.merge() : null))
        .then((merged) => tell(merged), () => {});
    });
  }, [socket, userId]);
}

/** Another tab changed something. */
function useNews(): void {
  useEffect(() => hearTabs((news) => news === 'favorites' && void favoritesBook().refresh()), []);
}
