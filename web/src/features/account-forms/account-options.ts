import { callQuery } from '#api/queries.ts';
import type { Api } from '#api/client.ts';
import type { Load } from '#page/page.ts';

/** Which ways into an account this site offers. */
export const accountOptions = (api: Api) => callQuery(api, 'accountOptions', {});

/** For the doors: nothing else is needed, and without it the page still works. */
export const loadAccountOptions: Load = async ({ api, queryClient }) => {
  await queryClient.prefetchQuery(accountOptions(api));
};
