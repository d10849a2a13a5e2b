// What the server drew the page from. A part that comes alive late (Suspense) is compared with that, not with newer answers.
import { hashKey, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** By hashed key; an error where the page said that there is no answer. */
const cameWith = new WeakMap<QueryClient, Map<string, unknown>>();

export function rememberPageAnswer(client: QueryClient, key: QueryKey, what: unknown): void {
  let known = cameWith.get(client);
  if (!known) cameWith.set(client, (known = new Map()));
  known.set(hashKey(key), what);
}

export const pageAnswer = (client: QueryClient, key: QueryKey): unknown => cameWith.get(client)?.get(hashKey(key));

export const noChanges = () => () => {};

/** What is known now; where the page comes alive, what the page came with. */
export function useAsCame<T>(known: T, key: QueryKey): T {
  const client = useQueryClient();
  return useSyncExternalStore(
    noChanges,
    () => known,
    () => pageAnswer(client, key) as T,
  );
}
