// The answers that travel with a page from the server's query cache to the browser's. As one text: a browser reads JSON many times
// faster than it rebuilds the same thing value by value, and it does so while somebody waits for the page to come alive.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { rememberPageAnswer } from '#api/page-answers.ts';

type Answer = readonly [key: QueryKey, data: unknown, updatedAt: number];

/** A call that failed is not among them; its part of the page asks again. */
export function dehydrateQueries(client: QueryClient): string {
  const queries = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success');
  return JSON.stringify(queries.map(({ queryKey, state }): Answer => [queryKey, state.data, state.dataUpdatedAt]));
}

/** What is there already is as new, or newer. */
export function hydrateQueries(client: QueryClient, packed: string | null | undefined): void {
  if (!packed) return;
  for (const [key, data, updatedAt] of JSON.parse(packed) as readonly Answer[]) {
    if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt });
    rememberPageAnswer(client, key, client.getQueryData(key));
  }
}
