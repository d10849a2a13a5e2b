// Sessions: opened, renewed, listed, ended. The user is read from the cookie itself; only what ended early must be
// known beside it, and that list is in memory: told by the bus at once, and read again every few seconds in case it was not.
import { sessionCookies, sessionTimes } from '@tidemark/contract/accounts.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Caller, CookieChange, SessionId, UserId } from '@tidemark/contract/wire.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { sessionsEnded } from '#topics/index.ts';
import { deviceOf } from './rules.ts';
import type { EndedSession, SessionStore } from './session-store.ts';
import { hashToken, type SessionClaim, type Tokens } from './tokens.ts';

export type Cookies = Readonly<Record<string, string | undefined>>;
export type Who = Pick<Caller, 'userId' | 'sessionId' | 'refusedSession'>;
export interface Opened {
  readonly sessionId: SessionId;
  readonly sessionExpiresAt: number;
  readonly cookies: readonly CookieChange[];
}

export interface Sessions {
  /** provenAt: when the provider saw for itself who this is. */
  open(accountId: string, caller: Caller, provenAt?: Date | null): Promise<Opened>;
  /** null: another tab has just renewed it. */
  refresh(caller: Caller): Promise<Opened | null>;
  /** The user of the cookies; never asks the database. */
  identify(cookies: Cookies): Who;
  /** As identify, and an unused refresh token is enough: for pages, which cannot renew. */
  identifyForPage(cookies: Cookies): Promise<Who>;
  hasGenuineCookie(cookies: Cookies): boolean;
  end(which: Parameters<SessionStore['end']>[0], reason?: 'revoked' | 'frozen'): Promise<number>;
  /** Ends the session that these cookies are part of, if any. */
  endOf(cookies: Cookies): Promise<void>;
  announce(ended: readonly EndedSession[]): void;
  socketToken(caller: Caller): Promise<{ rtoken: string; expiresAt: number }>;
  socketLogin(rtoken: string, cookies: Cookies): Promise<{ userId: UserId; sessionId: SessionId } | null>;
  onEnded(listener: (sessionIds: readonly SessionId[]) => void): () => void;
  /** Reads the revocation list anew and ends the sessions of frozen accounts. */
  catchUp(): Promise<void>;
  forgetOld(): void;
  start(): Promise<void>;
  stop(): void;
}

export const noCookies: readonly CookieChange[] = Object.values(sessionCookies).map((name) => ({ name, value: null }));

/** A cookie that outlived this cannot be shown any more, so its session need not be remembered. */
const rememberMs = sessionTimes.sessionMs + 60_000;
const nobody: Who = { userId: null, sessionId: null };

export function createSessions({ store, tokens, clock, bus }: { store: SessionStore; tokens: Tokens; clock: Clock; bus: Bus }): Sessions {
  const ended = new Map<SessionId, EndedSession>();
  const listeners = new Set<(sessionIds: readonly SessionId[]) => void>();
  const stops: (() => void)[] = [];

  const learn = (news: readonly EndedSession[]) => {
    const fresh = news.filter(({ sessionId }) => !ended.has(sessionId));
    for (const one of fresh) ended.set(one.sessionId, one);
    if (fresh.length > 0) for (const listener of listeners) listener(fresh.map(({ sessionId }) => sessionId));
  };
  const announce = (news: readonly EndedSession[]) => {
    learn(news);
    if (news.length > 0) bus.publish(sessionsEnded, news);
  };

  const issue = (sessionId: SessionId, userId: UserId) => {
    const now = clock.now();
    const sessionExpiresAt = now + sessionTimes.sessionMs;
    const refreshExpiresAt = now + sessionTimes.refreshMs;
    const session = tokens.issue('session', { sessionId, userId, expiresAt: sessionExpiresAt });
    const refresh = tokens.issue('refresh', { sessionId, userId, expiresAt: refreshExpiresAt });
    const cookies: readonly CookieChange[] = [
      { name: sessionCookies.session, value: session, maxAgeMs: sessionTimes.sessionMs },
      { name: sessionCookies.refresh, value: refresh, maxAgeMs: sessionTimes.refreshMs },
    ];
    return { sessionId, sessionExpiresAt, cookies, refreshHash: hashToken(refresh), expiresAt: new Date(refreshExpiresAt) };
  };

  const claims = (cookies: Cookies): { session: SessionClaim | null; refresh: SessionClaim | null } => ({
    session: tokens.read('session', cookies[sessionCookies.session]),
    refresh: tokens.read('refresh', cookies[sessionCookies.refresh]),
  });
  const refused = (why: NonNullable<Caller['refusedSession']>): Who => ({ ...nobody, refusedSession: why });

  const identify = (cookies: Cookies): Who => {
    const session = tokens.read('session', cookies[sessionCookies.session]);
    const claim = session ?? tokens.read('refresh', cookies[sessionCookies.refresh]);
    if (!claim) return nobody;
    const end = ended.get(claim.sessionId);
    if (end) return refused(end.reason === 'frozen' ? 'accountFrozen' : 'sessionRevoked');
    if (!session || session.expiresAt <= clock.now()) return refused('sessionExpired');
    return { userId: session.userId, sessionId: session.sessionId };
  };

  const sessions: Sessions = {
    announce,
    identify,
    hasGenuineCookie(cookies) {
      const { session, refresh } = claims(cookies);
      return session !== null || refresh !== null;
    },
    async open(accountId, caller, provenAt = null) {
      // Never the session the browser came with: a planted one must not become the user's.
      await sessions.endOf(caller.cookies ?? {});
      const id = newId() as SessionId;
      const { refreshHash, expiresAt, ...opened } = issue(id, accountId as UserId);
      await store.open(
        { id, accountId: accountId as UserId, ip: caller.ip, device: deviceOf(caller.userAgent), refreshHash, expiresAt, provenAt },
        new Date(clock.now()),
      );
      return opened;
    },
    async refresh(caller) {
      const given = caller.cookies?.[sessionCookies.refresh];
      const claim = tokens.read('refresh', given);
      if (!given || !claim) return refuse('notLoggedIn');
      const { sessionId, userId } = claim;
      const known = ended.get(sessionId);
      if (known) return refuse(known.reason === 'frozen' ? 'accountFrozen' : 'sessionRevoked');
      if (claim.expiresAt <= clock.now()) return refuse('sessionExpired');
      const { refreshHash, expiresAt, ...opened } = issue(sessionId, userId);
      const now = new Date(clock.now());
      const outcome = await store.refresh({
        hash: hashToken(given),
        nextHash: refreshHash,
        sessionId,
        ip: caller.ip,
        now,
        expiresAt,
        overlapMs: sessionTimes.refreshOverlapMs,
      });
      if (outcome.kind === 'renewed') return opened;
      if (outcome.kind === 'overlap') return null;
      await sessions.end({ ids: [sessionId] }, outcome.kind === 'frozen' ? 'frozen' : 'revoked');
      return refuse(outcome.kind === 'frozen' ? 'accountFrozen' : 'sessionRevoked');
    },
    async identifyForPage(cookies) {
      const who = identify(cookies);
      if (who.refusedSession !== 'sessionExpired') return who;
      const { refresh } = claims(cookies);
      if (!refresh) return who;
      // While the database is away the page is a visitor's rather than none.
      const isLive = await store.isRefreshLive(hashToken(cookies[sessionCookies.refresh]!), new Date(clock.now())).catch(() => false);
      return isLive ? { userId: refresh.userId, sessionId: refresh.sessionId } : who;
    },
    async end(which, reason = 'revoked') {
      const gone = await store.end(which, reason, new Date(clock.now()));
      announce(gone);
      return gone.length;
    },
    async endOf(cookies) {
      const { session, refresh } = claims(cookies);
      const ids = [...new Set([session, refresh].flatMap((claim) => (claim ? [claim.sessionId] : [])))];
      if (ids.length > 0) await sessions.end({ ids });
    },
    async socketToken(caller) {
      const expiresAt = clock.now() + sessionTimes.socketTokenMs;
      const sessionId = caller.sessionId!;
      const rtoken = tokens.issue('socket', { sessionId, userId: caller.userId!, expiresAt });
      await store.saveSocketToken(hashToken(rtoken), sessionId, new Date(expiresAt));
      return { rtoken, expiresAt };
    },
    async socketLogin(rtoken, cookies) {
      const claim = tokens.read('socket', rtoken);
      if (!claim) return null;
      const { session, refresh } = claims(cookies);
      // A token alone is not enough: the browser that opened the socket must hold the same session.
      const isTheirs = session?.sessionId === claim.sessionId || refresh?.sessionId === claim.sessionId;
      const isTaken = await store.takeSocketToken(hashToken(rtoken), new Date(clock.now()));
      return isTheirs && isTaken && !ended.has(claim.sessionId) ? { userId: claim.userId, sessionId: claim.sessionId } : null;
    },
    onEnded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async catchUp() {
      const frozen = await store.frozenIds();
      if (frozen.length > 0) await sessions.end({ ids: frozen }, 'frozen');
      learn(await store.endedSince(new Date(clock.now() - rememberMs)));
    },
    forgetOld() {
      for (const [sessionId, { endedAt }] of ended) if (endedAt < clock.now() - rememberMs) ended.delete(sessionId);
    },
    async start() {
      stops.push(bus.subscribe(sessionsEnded, learn));
      stops.push(bus.onReconnect(() => void sessions.catchUp().catch(() => {})));
      await sessions.catchUp();
    },
    stop() {
      for (const stop of stops.splice(0)) stop();
    },
  };
  return sessions;
}
