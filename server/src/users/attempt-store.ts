import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { attempt } from './tables.ts';

export interface AttemptRule {
  readonly free: number;
  readonly maxWaitMs: number;
}

export interface AttemptStore {
  /** Counts one more; or, while there is a wait, counts nothing and says until when. */
  spend(key: string, rule: AttemptRule, time: { now: number; forgottenBefore: number }): Promise<number | null>;
  settle(forget: string, giveBack: readonly string[]): Promise<void>;
  prune(before: Date): Promise<void>;
}

export function createAttemptStore(orm: NodePgDatabase): AttemptStore {
  return {
    async spend(key, { free, maxWaitMs }, { now, forgottenBefore }) {
      const at = new Date(now);
      const count = sql`case when ${attempt.lastAt} < ${new Date(forgottenBefore).toISOString()}::timestamptz then 1
        else ${attempt.count} + 1 end`;
      const waitMs = sql`case when (${count}) <= ${free}::int then 0 
        else least(${maxWaitMs}::float8, 1000 * power(2, least(30, (${count}) - ${free}::int))) end`;
      const counted = await orm
        .insert(attempt)
        .values({ key, count: 1, waitUntil: at, lastAt: at })
        .onConflictDoUpdate({
          target: attempt.key,
          set: { count, waitUntil: sql`${at.toISOString()}::timestamptz + (${waitMs}) * interval '1 ms'`, lastAt: at },
          // The row is locked while this is decided, so of many at once only as many get through as there are tries.
          setWhere: sql`${attempt.waitUntil} <= ${at.toISOString()}::timestamptz`,
        })
        .returning({ key: attempt.key });
      if (counted.length > 0) return null;
      const [row] = await orm.select({ waitUntil: attempt.waitUntil }).from(attempt).where(eq(attempt.key, key));
      return row?.waitUntil.getTime() ?? null;
    },
    async settle(forget, giveBack) {
      await orm.delete(attempt).where(eq(attempt.key, forget));
      if (giveBack.length === 0) return;
      await orm
        .update(attempt)
        .set({ count: sql`greatest(0, ${attempt.count} - 1)` })
        .where(inArray(attempt.key, [...giveBack]));
    },
    async prune(before) {
      await orm.delete(attempt).where(lt(attempt.lastAt, before));
    },
  };
}
