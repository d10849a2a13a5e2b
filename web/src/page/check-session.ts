import { localCacheKeys } from '@tidemark/contract/site.ts';
import { ApiError, type Api } from '#api/client.ts';
import { putSession, visitor } from './session.ts';

/** Local storage that may be closed to us; then nothing is remembered. */
export const localStore: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => attempt(() => localStorage.setItem(key, value)),
  removeItem: (key) => attempt(() => localStorage.removeItem(key)),
};

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Section 4, Login state: success marks the user logged in; failure clears the cached user id and finishes the check. A server that cannot say leaves it open. */
export async function checkSession(api: Api): Promise<'loggedIn' | 'visitor' | 'open'> {
  try {
    const { userInfo } = await api.call('userInfo', {});
    localStore.setItem(localCacheKeys.userId, userInfo.userId);
    putSession({ state: 'loggedIn', user: userInfo });
    return 'loggedIn';
  } catch (error) {
    if (error instanceof ApiError && error.error === 'unavailable') return 'open';
    localStore.removeItem(localCacheKeys.userId);
    putSession(visitor);
    return 'visitor';
  }
}
