import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { ApiError, type Api } from '#api/client.ts';
import { localStore } from './local-store.ts';
import { sessionNow, setSession, visitor } from './session.ts';

/**
 * Section 4, Login state: success marks the user logged in; failure clears the cached user id and finishes the check. A server that cannot
 * say leaves it open. over: what is known meanwhile is newer than the answer, which then decides nothing.
 */
export async function checkSession(api: Api, over: AbortSignal): Promise<'loggedIn' | 'visitor' | 'open'> {
  try {
    const { userInfo } = await api.call('userInfo', {});
    if (over.aborted) return 'open';
    localStore.setItem(localCacheKeys.userId, userInfo.userId);
    setSession({ state: 'loggedIn', user: userInfo });
    return 'loggedIn';
  } catch (error) {
    if (error instanceof ApiError && (error.error === 'unavailable' || error.error === 'busy')) return 'open';
    // The refusal itself may have ended the session on its way here.
    if (over.aborted && sessionNow().state !== 'visitor') return 'open';
    localStore.removeItem(localCacheKeys.userId);
    setSession(visitor);
    return 'visitor';
  }
}
