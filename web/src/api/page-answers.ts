// What the server drew the page from. A part that comes alive late (Suspense) is compared with that, whatever is known by then.
import { hashKey, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** By hashed key. */
const cameWith = new WeakMap<QueryClient, Map<string, unknown>>();
const refusedWith = new WeakMap<QueryClient, Map<string, Error>>();

const remember = <T>(all: WeakMap<QueryClient, Map<string, T>>, client: QueryClient, key: QueryKey, what: T): void => {
  let known = all.get(client);
  if (!known) all.set(client, (known = new Map()));
  known.set(hashKey(key), what);
};

export const rememberPageAnswer = (client: QueryClient, key: QueryKey, data: unknown): void => remember(cameWith, client, key, data);
export const rememberPageRefusal = (client: QueryClient, key: QueryKey, error: Error): void => remember(refusedWith, client, key, error);

export const pageRefusal = (client: QueryClient, key: QueryKey): Error | undefined => refusedWith.get(client)?.get(hashKey(key));
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
