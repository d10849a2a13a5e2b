import { useQuery } from '@tanstack/react-query';
import type { Favorites } from '@tidemark/contract/favorite-steps.ts';
import { useEffect } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useSession } from '#session/session.ts';
import { toFavorites } from './create-favorites-store.ts';
import { favoritesStore, useFavorites } from './favorites-store.ts';

/** What to draw: the store once it knows, before that what came with the page; null while neither is there. */
export function useShownFavorites(): { readonly favorites: Favorites | null; readonly hasFailed: boolean } {
  const { state } = useSession();
  const { favorites, isReady, hasFailed } = useFavorites();
  const { data } = useQuery({ ...callQuery(useApi(), 'listCategories', {}), enabled: false });
  // A visitor's list is in this browser: no need to wait for the rest of the page.
  useEffect(() => {
    if (state === 'visitor') void favoritesStore().open(null);
  }, [state]);
  if (isReady) return { favorites, hasFailed };
  return { favorites: data && state !== 'visitor' ? toFavorites(data) : null, hasFailed };
}
