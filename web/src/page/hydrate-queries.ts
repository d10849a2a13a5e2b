// The answers that travel with a page from the server's query cache to the browser's. As one text: a browser reads JSON many times
// faster than it rebuilds the same thing value by value, and it does so while the user waits for the page to come alive.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, isLacking } from '#api/api-error.ts';
import { rememberPageAnswer } from '#api/page-answers.ts';

type Answer = readonly [key: QueryKey, data: unknown, updatedAt: number];
/** What the source does not have is said by the page, too. */
type Lack = readonly [key: QueryKey, refused: Pick<ApiError, 'message' | 'code' | 'action'>];

/** A call that failed in another way is not among them; its part of the page asks again. */
export function dehydrateQueries(client: QueryClient): string {
  const packed = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { status, data, dataUpdatedAt, error } }): (Answer | Lack)[] => {
      if (status === 'success') return [[queryKey, data, dataUpdatedAt]];
      return isLacking(error) ? [[queryKey, { message: error.message, code: error.code, action: error.action }]] : [];
    });
  return JSON.stringify(packed);
}

/** What is there already is as new, or newer. */
export function hydrateQueries(client: QueryClient, packed: string | null | undefined): void {
  if (!packed) return;
  for (const one of JSON.parse(packed) as readonly (Answer | Lack)[]) {
    const [key] = one;
    if (one.length === 2) {
      const [, { message, ...how }] = one;
      refuse(client, key, new ApiError(message, { ...how, error: 'sourceLacksData' }));
      continue;
    }
    const [, data, updatedAt] = one;
    if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt });
    rememberPageAnswer(client, key, client.getQueryData(key));
  }
}

function refuse(client: QueryClient, queryKey: QueryKey, error: ApiError): void {
  if (client.getQueryState(queryKey) !== undefined) return;
  client.getQueryCache().build(client, { queryKey }).setState({ status: 'error', error, errorUpdateCount: 1 });
  rememberPageAnswer(client, queryKey, error);
}
