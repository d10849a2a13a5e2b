// What was asked of the server and not answered when the page was left; the next page of the same person sends it again.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { InputToSend } from '@tidemark/contract/wire.ts';
import { ApiError } from '#api/client.ts';
import type { LocalStore } from './local-list.ts';

const names = [
  'addFavorites',
  'removeFavorites',
  'sortFavorites',
  'changeFavoriteCategories',
  'addCategory',
  'updateCategory',
  'deleteCategory',
  'sortCategories',
  'shareFavorites',
  'unshareFavorites',
] as const;
type Name = (typeof names)[number];
export type FavoriteCall = { [N in Name]: readonly [name: N, input: InputToSend<Calls[N]>] }[Name];

const key = 'favoritesPending';

/** Only this page writes it: any other content is passed over. */
export function readPending(store: LocalStore, owner: string): readonly FavoriteCall[] {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as { owner?: unknown; calls?: unknown } | null;
    return kept?.owner === owner && Array.isArray(kept.calls) ? kept.calls.filter(isCall) : [];
  } catch {
    return [];
  }
}

export const writePending = (store: LocalStore, owner: string, calls: readonly FavoriteCall[]): void =>
  calls.length > 0 ? store.setItem(key, JSON.stringify({ owner, calls })) : store.removeItem(key);

const isCall = (value: unknown): value is FavoriteCall =>
  Array.isArray(value) && (names as readonly unknown[]).includes(value[0]) && typeof value[1] === 'object' && value[1] !== null;

/** No answer, or not now: unlike a refusal, that may be different the next time. */
export const mayComeThroughLater = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.error === 'offline' || error.error === 'timeout' || error.error === 'connectionUnstable' || error.error === 'tooManyRequests');
