// Looks after the session of this tab: asks who is logged in, logs the socket in, keeps the preferences of the account and of
// this browser together, and listens to the other tabs. Shows nothing but what alerts bring.
import { useQueryClient } from '@tanstack/react-query';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { parsePreferences } from '@tidemark/contract/site.ts';
import type { UserPreference } from '@tidemark/contract/users.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { readChoice, type Choice } from '#session/local-choice.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { useApi } from '#api/use-api.tsx';
import { useLive } from '#live/use-quote.tsx';
import { checkSession } from '#session/check-session.ts';
import { localStore } from '#session/local-store.ts';
import { parseCookies, restoreCookies } from '#session/cookies.ts';
import { chosenNotices, noticesChanged, setNotices, useNoticePreference } from '#session/notice-preference.ts';
import { checking, setSession, useSession, visitor } from '#session/session.ts';
import { onTabMessage, postToTabs } from '#session/tabs.ts';
import { endOfWrite } from '#page/write-end.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { useToast } from '#ui/toast.tsx';
import { AlertsOfPage } from './alerts-of-page.tsx';
import { isOwnAnswer } from './own-answers.ts';
import { createPreferenceSync } from './preference-sync.ts';

const retryMs = 10_000;

export function SessionSync() {
  useSessionCheck();
  useOwnAnswers();
  useSocketLogin();
  useSharedPreferences();
  return <AlertsOfPage />;
}

/** A check that failed for want of a connection is made again when there is one. */
function useSessionCheck() {
  const api = useApi();
  const { state } = useSession();
  useEffect(() => {
    if (state !== 'checking') return;
    let next: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    const check = () =>
      void checkSession(api, over.signal).then((outcome) => {
        if (outcome === 'open' && !over.signal.aborted) next = setTimeout(check, retryMs);
        if (outcome === 'visitor' && !navigator.onLine) window.addEventListener('online', () => setSession(checking), { once: true });
      });
    check();
    return () => {
      over.abort();
      clearTimeout(next);
    };
  }, [api, state]);
  useEffect(
    () =>
      onTabMessage((news) => {
        if (news === 'loggedIn') setSession(checking);
        if (news === 'loggedOut') {
          localStore.removeItem(localCacheKeys.userId);
          setSession(visitor);
        }
      }),
    [],
  );
}

/** This tab is not loaded anew when another one logs out or in: what was cached for one user is never shown to the next. */
function useOwnAnswers() {
  const queryClient = useQueryClient();
  const { state, user } = useSession();
  const userId = user?.userId ?? null;
  const before = useRef<string>(null);
  useEffect(() => {
    if (state === 'checking') return;
    const isOther = before.current !== null && before.current !== userId;
    before.current = userId;
    // What is asked for without a session leads home.
    if (state === 'visitor') queryClient.removeQueries({ predicate: isOwnAnswer });
    else if (isOther) void queryClient.resetQueries({ predicate: isOwnAnswer });
    // A visitor fills in the form of an alert, too, and may do less there.
    if (isOther) void queryClient.resetQueries({ queryKey: ['alertParameters'] });
  }, [queryClient, state, userId]);
}

/** Section 4, Socket: a login step after open. Another user, or none any more, gets another connection. */
function useSocketLogin() {
  const api = useApi();
  const { socket } = useLive();
  const userId = useSession().user?.userId;
  useEffect(() => {
    if (!socket || userId === undefined) return;
    socket.setLogin(async () => (await api.call('socketToken', {})).rtoken);
    return () => socket.setLogin(null);
  }, [api, socket, userId]);
}

function useSharedPreferences() {
  const api = useApi();
  const locale = useLocale();
  const { socket } = useLive();
  const userId = useSession().user?.userId;
  const { updown, currency, changeBase, theme, vision, set } = usePreferences();
  const notices = useNoticePreference();
  const known = useRef<Choice>(null);
  const look = useRef({ theme, vision });

  const adopt = useEffectEvent((change: Choice) => {
    known.current = { ...known.current, ...change };
    const { timeZone, updown: colours, fiat, ...rest } = change;
    if (timeZone !== undefined && timeZone !== changeBase) set('changeBase', timeZone);
    if (colours && colours !== updown) set('updown', colours);
    if (fiat && fiat !== currency) set('currency', fiat);
    const changed = Object.entries(rest).filter(([name, value]) => notices[name as keyof typeof notices] !== value);
    if (changed.length > 0) setNotices(Object.fromEntries(changed));
  });
  const t = useText();
  const toast = useToast();
  const failureText = useWriteFailure();
  const tellUnsaved = useEffectEvent((error: unknown) =>
    toast(endOfWrite(error) === 'refused' ? failureText(error) : t('writes.keptHere'), 'error'),
  );
  const sync = useMemo(
    () =>
      createPreferenceSync({
        api,
        readChoice,
        adopt: (change) => adopt(change),
        storage: localStore,
        notSaved: (error) => tellUnsaved(error),
        retryLater: (work) => void setTimeout(work, retryMs),
      }),
    [api],
  );

  const lastKnownUser = useRef<string | null>(localStore.getItem(localCacheKeys.userId));
  useEffect(() => {
    if (userId === undefined) return;
    const isFirst = lastKnownUser.current !== userId;
    lastKnownUser.current = userId;
    // A session that did not begin with our login form is met here for the first time.
    void sync.join(userId, isFirst).then((isAnswered) => isAnswered && localStore.setItem(localCacheKeys.userId, userId));
    const stopListening = socket?.subscribe({ topic: 'preferences' }, (frame) => frame.action === 'update' && void sync.refresh());
    return () => {
      stopListening?.();
      sync.leave();
    };
  }, [sync, socket, userId]);

  // Every choice made in this tab, by any part of the page, goes to the account and to the other tabs.
  useEffect(() => {
    const chosen = readChoice();
    const before = known.current ?? chosen;
    const change = Object.fromEntries(Object.entries(chosen).filter(([name, value]) => before[name as keyof UserPreference] !== value));
    const isLookChanged = look.current.theme !== theme || look.current.vision !== vision;
    known.current = { ...before, ...chosen };
    look.current = { theme, vision };
    const isChanged = Object.keys(change).length > 0;
    if (isChanged) sync.chosen(change);
    if (isChanged || isLookChanged) postToTabs('preferences');
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is shown says when to read what is kept
  }, [changeBase, updown, currency, notices, theme, vision, sync]);

  const reread = useEffectEvent(() => {
    const given = parsePreferences(parseCookies(document.cookie), locale);
    look.current = { theme: given.theme, vision: given.vision };
    if (given.theme !== theme) set('theme', given.theme);
    if (given.vision !== vision) set('vision', given.vision);
    adopt({ timeZone: given.changeBase, updown: given.updown, fiat: given.currency });
    known.current = { ...known.current, ...chosenNotices() };
    noticesChanged();
  });
  useEffect(() => onTabMessage((news) => news === 'preferences' && reread()), []);
  // Before anything is told to the account: a choice that ended with its cookie was not taken back by the user.
  useLayoutEffect(() => {
    if (restoreCookies()) reread();
  }, []);
}
