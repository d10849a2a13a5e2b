import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { ApiError, type Api } from '#api/client.ts';
import { localStore } from './local-store.ts';
import { setSession, visitor } from './session.ts';

/**
 * Section 4, Login state: success marks the user logged in; failure clears the cached user id and finishes the check. A server that cannot
 * say leaves it open.
 */
export async function checkSession(api: Api): Promise<'loggedIn' | 'visitor' | 'open'> {
  try {
    const { userInfo } = await api.call('userInfo', {});
    localStore.setItem(localCacheKeys.userId, userInfo.userId);
    setSession({ state: 'loggedIn', user: userInfo });
    return 'loggedIn';
  } catch (error) {
    if (error instanceof ApiError && (error.error === 'unavailable' || error.error === 'busy')) return 'open';
    localStore.removeItem(localCacheKeys.userId);
    setSession(visitor);
    return 'visitor';
  }
}
