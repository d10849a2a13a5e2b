import { callQuery } from '#api/queries.ts';
import { accountOptions } from '#features/account-forms/account-options.ts';
import type { Load } from '#page/page.ts';

/** A visitor has preferences too; only what belongs to an account needs one. */
export const loadAccount: Load = async ({ api, queryClient, hasSession }) => {
  if (!hasSession) return;
  await Promise.all([
    queryClient.prefetchQuery(callQuery(api, 'userInfo', {})),
    queryClient.prefetchQuery(callQuery(api, 'listSessions', {})),
    queryClient.prefetchQuery(callQuery(api, 'listAccessTokens', {})),
    queryClient.prefetchQuery(callQuery(api, 'listChannels', {})),
    queryClient.prefetchQuery(accountOptions(api)),
  ]);
};
