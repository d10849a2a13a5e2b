// Where a press of any star on the page is answered, and where the favorites of this tab are kept in step with the account, the
// other tabs and the other devices. Arrives after the page; shows nothing until there is a question for the user.
import 'virtual:words/favorites';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { answerStars, showStars } from '#session/stars.ts';
import { useLive } from '#live/use-quote.tsx';
import { useSession } from '#session/session.ts';
import { onTabMessage } from '#session/tabs.ts';
import { useToast } from '#ui/toast.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { favoritesStore } from './favorites-store.ts';
import type { Merged } from './merge-local.ts';
import { pairName } from './pair-name.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { useAttempt } from './use-failure-text.ts';

export function FavoritesHost() {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<string | null>(null);
  useOwner();
  useNews();

  const press = useEffectEvent((symbolId: string, isKept = false) => {
    const store = favoritesStore();
    const { favorites, owner } = store.state();
    if (favorites.symbolIds.includes(symbolId)) return isKept ? undefined : setRemoving(symbolId);
    void attempt(async () => {
      await store.add([symbolId]);
      const undo = { label: t('favorites.undo'), onClick: () => void attempt(() => store.remove([symbolId])) };
      const choose = { label: t('favorites.choose'), onClick: () => setChoosing(symbolId) };
      toast(
        t('favorites.added', { pair: pairName(queryClient, symbolId) }),
        'done',
        owner !== null && favorites.categories.length > 0 ? [undo, choose] : [undo],
      );
    });
  });
  useEffect(() => {
    const store = favoritesStore();
    const show = () => {
      const { favorites, isReady } = store.state();
      showStars(favorites.symbolIds, isReady);
    };
    let undo: (() => void)[] | null = [];
    // Before it is known whose favorites these are, presses wait where they are kept though the page is left.
    void store.opened.then(() => {
      if (!undo) return;
      // Shown after they are answered: stars that were pressed stay lit.
      undo.push(
        answerStars((symbolId, isKept) => press(symbolId, isKept)),
        store.watch(show),
      );
      show();
    });
    return () => {
      undo?.forEach((fn) => fn());
      undo = null;
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
    if (merged.left.length > 0)
      toast(t('favorites.notMerged', { count: merged.left.length, limit: favoritesStore().state().limits.totalLimit }), 'error');
  });
  const userId = user?.userId;
  useEffect(() => {
    if (state === 'checking') return;
    // Without a connection nothing is lost: what could not be joined now is joined with the next page or reconnection.
    favoritesStore()
      .open(userId ?? null)
      .then(
        (merged) => tell(merged),
        () => {},
      );
  }, [state, userId]);

  const { socket } = useLive();
  useEffect(() => {
    if (!socket || userId === undefined) return;
    return socket.subscribe({ topic: 'favorites' }, ({ action, data }) => {
      const [news] = data as readonly { version?: number }[];
      const store = favoritesStore();
      // A snapshot says: there may have been news before this subscription.
      void store
        .refresh(action === 'update' ? news?.version : undefined)
        .then(() => (action === 'snapshot' ? store.merge() : null))
        .then(
          (merged) => tell(merged),
          () => {},
        );
    });
  }, [socket, userId]);
}

/** Another tab changed something. */
function useNews(): void {
  useEffect(() => onTabMessage((news) => news === 'favorites' && void favoritesStore().refresh()), []);
}
