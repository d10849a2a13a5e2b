// Coming and going. Both load the page anew: what was rendered, subscribed and cached for one person is never shown to the next.
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import type { Api } from '#api/client.ts';
import { localStore } from './local-store.ts';
import { readChoice, writeChoice } from './local-choice.ts';
import { endPush, renewPush } from './push.ts';
import { setSession, visitor } from './session.ts';
import { postToTabs } from './tabs.ts';

/** After a login: what was chosen here joins the account without loss before the next page is painted. */
export async function enter(api: Api, returnTo: string): Promise<void> {
  try {
    const { userInfo } = await api.call('userInfo', {});
    if (localStore.getItem(localCacheKeys.userId) !== userInfo.userId) {
      writeChoice(await api.call('updatePreference', { ...readChoice(), keepChosen: true }));
      localStore.setItem(localCacheKeys.userId, userInfo.userId);
    } else await renewPush(api);
  } catch {
    // The session is open all the same; the next page finds out the rest.
  }
  postToTabs('loggedIn');
  location.assign(returnTo);
}

/** Section 6: logout clears the token and refreshes the page. Rejects where that is not certain: the session may still be open. */
export async function logOut(api: Api): Promise<void> {
  await api.call('logout', {});
  await left();
  location.reload();
}

/** The session of this browser is over, by one's own will. Every tab is told before anything is waited for: what asks on leads home. */
export async function left(): Promise<void> {
  localStore.removeItem(localCacheKeys.userId);
  postToTabs('loggedOut');
  setSession(visitor);
  await endPush();
}
