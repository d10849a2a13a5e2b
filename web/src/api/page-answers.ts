// What the server drew the page from. A part that comes alive late (Suspense) is compared with that, whatever is known by then.
import { hashKey, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** By hashed key. */
const cameWith = new WeakMap<QueryClient, Map<string, unknown>>();

export function rememberPageAnswer(client: QueryClient, key: QueryKey, data: unknown): void {
  let answers = cameWith.get(client);
  if (!answers) cameWith.set(client, (answers = new Map()));
  answers.set(hashKey(key), data);
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
