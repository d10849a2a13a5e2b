// The one store of favorites of this tab, and how components read it.
import { favoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import { noFavorites } from '@tidemark/contract/favorite-steps.ts';
import { useSyncExternalStore } from 'react';
import { browserApp } from '#page/browser.ts';
import { localStore } from '#session/local-store.ts';
import { postToTabs } from '#session/tabs.ts';
import { createFavoritesStore, type FavoritesStore, type FavoritesState } from './create-favorites-store.ts';

let store: FavoritesStore | undefined;
export const favoritesStore = (): FavoritesStore => (store ??= openStore());

function openStore(): FavoritesStore {
  const opened = createFavoritesStore({ api: browserApp().api, store: localStore, postToTabs: () => postToTabs('favorites') });
  // The first comes before the browser cuts requests, the second also where there is no first.
  for (const going of ['beforeunload', 'pagehide']) addEventListener(going, () => opened.leave());
  return opened;
}

const beforeAlive: FavoritesState = { owner: null, favorites: noFavorites, limits: favoriteLimits, isReady: false, hasFailed: false };

export const useFavorites = (): FavoritesState =>
  useSyncExternalStore(
    (fn) => favoritesStore().watch(fn),
    () => favoritesStore().state(),
    () => beforeAlive,
  );
