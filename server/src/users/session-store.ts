// SQL of sessions, their refresh tokens, socket tokens and the revocation list.
import { and, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import { account, accountSession, endedSession, refreshToken, socketToken } from './tables.ts';

export type EndReason = 'revoked' | 'frozen';
export interface EndedSession {
  readonly sessionId: SessionId;
  readonly reason: EndReason;
  readonly endedAt: number;
}
export interface SessionRow {
  readonly id: string;
  readonly ip: string;
  readonly device: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly provenAt: Date | null;
}
export interface NewSession {
  readonly id: SessionId;
  readonly accountId: UserId;
  readonly ip: string;
  readonly device: string;
  readonly refreshHash: string;
  readonly expiresAt: Date;
  readonly provenAt: Date | null;
}

export type RefreshOutcome =
  | { readonly kind: 'renewed' }
  /** The same token again, just now: another tab was faster. */
  | { readonly kind: 'overlap' }
  /** The same token again, later: another client has a copy. */
  | { readonly kind: 'reused' }
  | { readonly kind: 'frozen' }
  | { readonly kind: 'gone' };

export interface RefreshStep {
  readonly hash: string;
  readonly nextHash: string;
  readonly sessionId: SessionId;
  readonly ip: string;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly overlapMs: number;
}

type Orm = Pick<NodePgDatabase, 'insert' | 'select' | 'update' | 'delete'>;

/** Ends sessions inside the caller's transaction. What is deleted here is on the revocation list in the same commit. */
export async function endSessionsIn(
  tx: Orm,
  which: { accountId: string; except?: string } | { ids: readonly string[]; accountId?: string },
  reason: EndReason,
  now: Date,
): Promise<EndedSession[]> {
  const chosen = [
    ...(which.accountId === undefined ? [] : [eq(accountSession.accountId, which.accountId)]),
    ...('ids' in which ? [inArray(accountSession.id, [...which.ids])] : []),
    ...('except' in which && which.except !== undefined ? [ne(accountSession.id, which.except)] : []),
  ];
  const gone = await tx
    .delete(accountSession)
    .where(and(...chosen))
    .returning({ sessionId: accountSession.id });
  if (gone.length === 0) return [];
  await tx
    .insert(endedSession)
    .values(gone.map(({ sessionId }) => ({ sessionId, reason, endedAt: now })))
    .onConflictDoNothing();
  return gone.map(({ sessionId }) => ({ sessionId: sessionId as SessionId, reason, endedAt: now.getTime() }));
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(orm: NodePgDatabase) {
  return {
    open: ({ id, accountId, ip, device, refreshHash, expiresAt, provenAt }: NewSession, now: Date) =>
      orm.transaction(async (tx) => {
        await tx.insert(accountSession).values({ id, accountId, ip, device, createdAt: now, lastSeenAt: now, expiresAt, provenAt });
        await tx.insert(refreshToken).values({ hash: refreshHash, sessionId: id, expiresAt });
      }),

    refresh: ({ hash, nextHash, sessionId, ip, now, expiresAt, overlapMs }: RefreshStep): Promise<RefreshOutcome> =>
      orm.transaction(async (tx) => {
        const [used] = await tx
          .update(refreshToken)
          .set({ usedAt: now })
          .where(
            and(
              eq(refreshToken.hash, hash),
              eq(refreshToken.sessionId, sessionId),
              isNull(refreshToken.usedAt),
              gt(refreshToken.expiresAt, now),
            ),
          )
          .returning({ sessionId: refreshToken.sessionId });
        if (!used) {
          const [before] = await tx
            .select({ usedAt: refreshToken.usedAt })
            .from(refreshToken)
            .where(and(eq(refreshToken.hash, hash), eq(refreshToken.sessionId, sessionId)));
          if (!before?.usedAt) return { kind: 'gone' };
          return { kind: now.getTime() - before.usedAt.getTime() <= overlapMs ? 'overlap' : 'reused' };
        }
        const [owner] = await tx
          .select({ frozen: account.frozen })
          .from(accountSession)
          .innerJoin(account, eq(account.id, accountSession.accountId))
          .where(eq(accountSession.id, sessionId));
        if (!owner) return { kind: 'gone' };
        if (owner.frozen) return { kind: 'frozen' };
        await tx.update(accountSession).set({ lastSeenAt: now, expiresAt, ip }).where(eq(accountSession.id, sessionId));
        await tx.insert(refreshToken).values({ hash: nextHash, sessionId, expiresAt });
        return { kind: 'renewed' };
      }),

    /** Whose session an unused refresh token stands for; does not use it up. */
    async isRefreshLive(hash: string, now: Date): Promise<boolean> {
      const rows = await orm
        .select({ hash: refreshToken.hash })
        .from(refreshToken)
        .where(and(eq(refreshToken.hash, hash), isNull(refreshToken.usedAt), gt(refreshToken.expiresAt, now)));
      return rows.length > 0;
    },

    list: (accountId: UserId, now: Date): Promise<SessionRow[]> =>
      orm
        .select({
          id: accountSession.id,
          ip: accountSession.ip,
          device: accountSession.device,
          createdAt: accountSession.createdAt,
          lastSeenAt: accountSession.lastSeenAt,
          provenAt: accountSession.provenAt,
        })
        .from(accountSession)
        .where(and(eq(accountSession.accountId, accountId), gt(accountSession.expiresAt, now)))
        .orderBy(desc(accountSession.lastSeenAt), desc(accountSession.id))
        .limit(200),

    end: (which: Parameters<typeof endSessionsIn>[1], reason: EndReason, now: Date): Promise<EndedSession[]> =>
      orm.transaction((tx) => endSessionsIn(tx, which, reason, now)),

    async whichLive(ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
      const rows = await orm
        .select({ id: accountSession.id })
        .from(accountSession)
        .where(and(inArray(accountSession.id, [...ids]), gt(accountSession.expiresAt, now)));
      return new Set(rows.map(({ id }) => id));
    },

    /** Sessions whose account was frozen since. */
    async frozenIds(): Promise<string[]> {
      const rows = await orm
        .select({ id: accountSession.id })
        .from(accountSession)
        .innerJoin(account, eq(account.id, accountSession.accountId))
        .where(eq(account.frozen, true));
      return rows.map((row) => row.id);
    },

    async endedSince(since: Date): Promise<EndedSession[]> {
      const rows = await orm.select().from(endedSession).where(gt(endedSession.endedAt, since));
      return rows.map((row) => ({
        sessionId: row.sessionId as SessionId,
        reason: row.reason as EndReason,
        endedAt: row.endedAt.getTime(),
      }));
    },

    async saveSocketToken(hash: string, sessionId: SessionId, expiresAt: Date): Promise<void> {
      await orm.insert(socketToken).values({ hash, sessionId, expiresAt });
    },

    /** True for one caller only; a session that ended took its tokens along. */
    async takeSocketToken(hash: string, now: Date): Promise<boolean> {
      const taken = await orm.delete(socketToken).where(eq(socketToken.hash, hash)).returning({ expiresAt: socketToken.expiresAt });
      return taken.some(({ expiresAt }) => expiresAt > now);
    },

    async prune(now: Date, endedBefore: Date): Promise<void> {
      await orm.delete(accountSession).where(lt(accountSession.expiresAt, now));
      await orm.delete(refreshToken).where(lt(refreshToken.expiresAt, now));
      await orm.delete(socketToken).where(lt(socketToken.expiresAt, now));
      await orm.delete(endedSession).where(lt(endedSession.endedAt, endedBefore));
    },
  };
}
