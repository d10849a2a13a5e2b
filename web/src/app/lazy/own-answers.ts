import type { QueryKey } from '@tanstack/react-query';
import type { CallName } from '@tidemark/contract/calls.ts';

/** Every read that needs a log-in. The table of calls in the browser does not tell who may make them, so their names stand here. */
export const ownCalls = [
  'alertUnreadFlag',
  'favoriteCategoryIds',
  'getPreference',
  'listAccessTokens',
  'listAlertLog',
  'listAlerts',
  'listCategories',
  'listChannels',
  'listFavorites',
  'listSessions',
  'listViews',
  'socketToken',
  'userInfo',
] as const satisfies readonly CallName[];

const names: ReadonlySet<unknown> = new Set(ownCalls);

/** Whether an answer of the cache belongs to the user who asked for it. */
export const isOwnAnswer = ({ queryKey: [name] }: { readonly queryKey: QueryKey }): boolean => names.has(name);
