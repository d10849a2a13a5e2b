// The one book of this tab, and how components read it.
import { favoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import { noFavorites } from '@tidemark/contract/favorite-steps.ts';
import { useSyncExternalStore } from 'react';
import { browserApp } from '#page/browser.ts';
import { localStore } from '#session/local-store.ts';
import { tellTabs } from '#session/tabs.ts';
import { createBook, type Book, type BookState } from './book.ts';

let book: Book | undefined;
export const favoritesBook = (): Book => (book ??= openBook());

function openBook(): Book {
  const opened = createBook({ api: browserApp().api, store: localStore, tellTabs: () => tellTabs('favorites') });
  // The first comes before the browser cuts requests, the second also where there is no first.
  for (const going of ['beforeunload', 'pagehide']) addEventListener(going, () => opened.leave());
  return opened;
}

const beforeAlive: BookState = { owner: null, favorites: noFavorites, limits: favoriteLimits, isReady: false, hasFailed: false };

export const useFavorites = (): BookState => useSyncExternalStore((fn) => favoritesBook().watch(fn), () => favoritesBook().state(), () => beforeAlive);
