// Whether a user is logged in, as this tab knows it (section 4, Login state). A page that came with a session cookie
// begins as 'checking'; the user info call, made when the page has come to rest, decides.
import type { LoginState, UserInfo } from '@tidemark/contract/users.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { href, localeOfPath } from '@tidemark/contract/pages.ts';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { useSyncExternalStore } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { localStore } from './local-store.ts';

export interface Session {
  readonly state: LoginState;
  readonly user: UserInfo | null;
}

export const visitor: Session = { state: 'visitor', user: null };
export const checking: Session = { state: 'checking', user: null };

let current: Session | null = null;
const listeners = new Set<() => void>();

export const sessionNow = (): Session => current ?? visitor;

export function setSession(next: Session): void {
  current = next;
  if (next.user) isGuessed = false;
  for (const listener of listeners) listener();
}

let isGuessed = false;

/**
 * What the server saw decides until a call has asked. A page from a shared cache knows of no session, though a user may be logged in:
 * where this browser remembers one, the call asks.
 */
export function initSession(hasSession: boolean): void {
  if (current) return;
  isGuessed = !hasSession && localStore.getItem(localCacheKeys.userId) !== null;
  current = hasSession || isGuessed ? checking : visitor;
}

/** Only this browser's memory says so far that there is a session: that there is none is no news. */
export const isSessionGuessed = (): boolean => isGuessed;

export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For every part of the page; renders again when a user logs in or out. */
export function useSession(): Session {
  const root = useRouteLoaderData<{ hasSession: boolean }>('root');
  const before = root?.hasSession ? checking : visitor;
  return useSyncExternalStore(
    watchSession,
    () => current ?? before,
    () => before,
  );
}

/** The login page, which leads back here. */
export function useLoginHref(): string {
  const { pathname, search } = useLocation();
  return loginHrefFor(localeOfPath(pathname), pathname + search);
}

export const loginHrefFor = (locale: Locale, place: string): string => `${href(locale, 'login')}?return=${encodeURIComponent(place)}`;
