// Whether somebody is logged in, as this tab knows it (section 4, Login state). A page that came with a session cookie
// begins as 'checking'; the user info call, made when the page has come to rest, decides.
import type { LoginState, UserInfo } from '@tidemark/contract/users.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { href, localeOfPath } from '@tidemark/contract/pages.ts';
import { useSyncExternalStore } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';

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
  for (const listener of listeners) listener();
}

/** What the server saw decides until somebody has asked. */
export function initSession(hasSession: boolean): void {
  current ??= hasSession ? checking : visitor;
}

export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For every part of the page; renders again when somebody comes or goes. */
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
