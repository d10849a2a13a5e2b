// SQL of personal tokens and of their uses.
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { AccessScope } from '@tidemark/contract/access-scopes.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import { newId } from '#platform/ids.ts';
import { accessToken, accessUse, account } from './tables.ts';

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly AccessScope[];
  readonly hash: string;
  readonly expiresAt: Date;
}

export interface TokenUse {
  readonly call: string;
  readonly scope: AccessScope;
  readonly network: string;
}

export interface TokenUser {
  readonly userId: UserId;
  readonly isFrozen: boolean;
  readonly hasScope: boolean;
}

/** Inside the caller's transaction: a new password leaves no token of the old one. */
export async function endTokensIn(tx: Pick<NodePgDatabase, 'delete'>, accountId: string): Promise<void> {
  await tx.delete(accessToken).where(eq(accessToken.accountId, accountId));
}

export type AccessStore = ReturnType<typeof createAccessStore>;

export function createAccessStore(orm: NodePgDatabase, { tokens, uses }: { tokens: number; uses: number }) {
  return {
    async list(accountId: string) {
      const rows = await orm
        .select()
        .from(accessToken)
        .where(eq(accessToken.accountId, accountId))
        .orderBy(desc(accessToken.createdAt), desc(accessToken.id));
      const used = await orm
        .select()
        .from(accessUse)
        .where(
          inArray(
            accessUse.tokenId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(desc(accessUse.number));
      return rows.map((token) => ({ token, uses: used.filter(({ tokenId }) => tokenId === token.id) }));
    },

    /** null: the account has as many as it may. One that has ended makes room. */
    create: (accountId: string, { scopes, ...token }: NewToken, now: Date): Promise<string | null> =>
      orm.transaction(async (tx) => {
        // One at a time per account, so that two cannot both be the last one allowed.
        await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update');
        await tx.delete(accessToken).where(and(eq(accessToken.accountId, accountId), lt(accessToken.expiresAt, now)));
        if ((await tx.$count(accessToken, eq(accessToken.accountId, accountId))) >= tokens) return null;
        const id = newId();
        await tx.insert(accessToken).values({ id, accountId, ...token, scopes: [...scopes], createdAt: now });
        return id;
      }),

    async revoke(accountId: string, id: string): Promise<void> {
      await orm.delete(accessToken).where(and(eq(accessToken.accountId, accountId), eq(accessToken.id, id)));
    },

    /** The owner of a token, with this use on its list; null: no valid token. Asked at every use: a revoked one is gone. */
    async use(hash: string, { call, scope, network }: TokenUse, now: Date): Promise<TokenUser | null> {
      const at = sql`${now.toISOString()}::timestamptz`;
      const { rows } = await orm.execute<{ userId: UserId; isFrozen: boolean; hasScope: boolean }>(sql`
        with used as (
          update ${accessToken} set use_count = ${accessToken.useCount} + 1, last_used_at = ${at}
          from ${account}
          where ${account.id} = ${accessToken.accountId} and ${eq(accessToken.hash, hash)} and ${gt(accessToken.expiresAt, now)}
          returning ${accessToken.id} as id, ${accessToken.accountId} as user_id, ${accessToken.useCount} as number,
            ${account.frozen} as frozen, ${scope} = any(${accessToken.scopes}) as has_scope
        ), listed as (
          insert into ${accessUse} (token_id, place, number, at, call, network, allowed)
          select id, number % ${uses}::int, number, ${at}, ${call}, ${network}, has_scope and not frozen from used
          on conflict (token_id, place) do update
          set number = excluded.number, at = excluded.at, call = excluded.call, network = excluded.network, allowed = excluded.allowed
        )
        select user_id as "userId", frozen as "isFrozen", has_scope as "hasScope" from used`);
      return rows[0] ?? null;
    },

    async prune(endedBefore: Date): Promise<void> {
      await orm.delete(accessToken).where(lt(accessToken.expiresAt, endedBefore));
    },
  };
}
