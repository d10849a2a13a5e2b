// A page comes alive part by part (Suspense): when a later part is compared with what the server wrote, an earlier one may already have
// asked for what the server did not get in time, and have its answer. React then finds another text than the page has, and draws the
// part anew (its error 418). A query read by such parts shows them what came with the page; right after, what is known by then.
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { noChanges, pageAnswer } from './page-answers.ts';

const failed = Symbol('failed');

export const usePageQuery = ((options, ...rest) => {
  const client = useQueryClient();
  const result = useQuery(options, ...rest);
  const known = result.data === undefined && result.isError ? failed : result.data;
  const key = options.queryKey as QueryKey;
  const shown = useSyncExternalStore(
    noChanges,
    () => known,
    () => {
      const came = pageAnswer(client, key);
      if (came instanceof Error) return failed;
      // Nothing happened since, so what is made of the answer (select, placeholders) is the same, too.
      if (client.getQueryData(key) === came && known !== failed) return known;
      return came === undefined ? undefined : (options.select?.(came as never) ?? came);
    },
  );
  if (shown === known) return result;
  return shown === failed
    ? { ...result, data: undefined, error: pageAnswer(client, key), isError: true }
    : { ...result, data: shown, isError: false };
}) as typeof useQuery;
