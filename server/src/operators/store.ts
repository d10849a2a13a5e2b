import { and, desc, eq, gt, lt, ne, notLike, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OperatorRole } from '@tidemark/contract/operators.ts';
import { operator, operatorLog, operatorSession } from './tables.ts';

export type Person = typeof operator.$inferSelect;
export type LogRow = typeof operatorLog.$inferSelect;
export type Store = ReturnType<typeof createStore>;

export function createStore(orm: NodePgDatabase) {
  return {
    async byName(name: string): Promise<Person | null> {
      const [row] = await orm.select().from(operator).where(eq(operator.name, name));
      return row ?? null;
    },
    async hasAny(): Promise<boolean> {
      return (await orm.select({ id: operator.id }).from(operator).limit(1)).length > 0;
    },
    async byId(id: string): Promise<Person | null> {
      const [row] = await orm.select().from(operator).where(eq(operator.id, id));
      return row ?? null;
    },
    async byVouched(vouchedAs: string): Promise<Person | null> {
      const [row] = await orm.select().from(operator).where(eq(operator.vouchedAs, vouchedAs));
      return row ?? null;
    },
    async setRole(id: string, role: OperatorRole): Promise<void> {
      await orm.update(operator).set({ role }).where(eq(operator.id, id));
    },
    /** From before they were sealed. */
    withPlainSecret: () => orm.select({ id: operator.id, secret: operator.secret }).from(operator).where(notLike(operator.secret, 'v1.%')),
    async replaceSecret(id: string, plain: string, sealed: string): Promise<void> {
      await orm
        .update(operator)
        .set({ secret: sealed })
        .where(and(eq(operator.id, id), eq(operator.secret, plain)));
    },
    /** False: the name is taken. */
    async add(row: typeof operator.$inferInsert): Promise<boolean> {
      return (await orm.insert(operator).values(row).onConflictDoNothing().returning({ id: operator.id })).length > 0;
    },
    async setAccess(id: string, passwordHash: string, secret: string): Promise<void> {
      await orm.transaction(async (tx) => {
        await tx.update(operator).set({ passwordHash, secret, lastStep: 0, isDisabled: false }).where(eq(operator.id, id));
        await tx.delete(operatorSession).where(eq(operatorSession.operatorId, id));
      });
    },
    /** False: it would leave the site without an owner. Owners are locked, so that two do not take each other out at once. */
    change: (id: string, role: OperatorRole, isDisabled: boolean): Promise<boolean> =>
      orm.transaction(async (tx) => {
        const owners = await tx
          .select({ id: operator.id })
          .from(operator)
          .where(and(eq(operator.role, 'owner'), eq(operator.isDisabled, false)))
          .orderBy(operator.id)
          .for('update');
        const staysOwner = role === 'owner' && !isDisabled;
        if (!staysOwner && owners.every((owner) => owner.id === id)) return false;
        await tx.update(operator).set({ role, isDisabled }).where(eq(operator.id, id));
        if (isDisabled) await tx.delete(operatorSession).where(eq(operatorSession.operatorId, id));
        return true;
      }),
    people: () =>
      orm
        .select({
          id: operator.id,
          name: operator.name,
          role: operator.role,
          isDisabled: operator.isDisabled,
          // As a number: an aggregate knows nothing of the column's type.
          lastSeenAt: sql<string | null>`extract(epoch from max(${operatorSession.seenAt})) * 1000`,
        })
        .from(operator)
        .leftJoin(operatorSession, eq(operatorSession.operatorId, operator.id))
        .groupBy(operator.id)
        .orderBy(operator.name),

    /** True for one of all who bring the same code, also when they come at the same moment. */
    async spendStep(id: string, step: number): Promise<boolean> {
      const spent = await orm
        .update(operator)
        .set({ lastStep: step })
        .where(and(eq(operator.id, id), lt(operator.lastStep, step), eq(operator.isDisabled, false)))
        .returning({ id: operator.id });
      return spent.length > 0;
    },
    async openSession(tokenHash: string, operatorId: string, now: Date): Promise<void> {
      await orm.insert(operatorSession).values({ tokenHash, operatorId, openedAt: now, seenAt: now });
    },
    async session(tokenHash: string, { openedAfter, seenAfter }: { openedAfter: Date; seenAfter: Date }) {
      const [row] = await orm
        .select({ person: operator, seenAt: operatorSession.seenAt })
        .from(operatorSession)
        .innerJoin(operator, eq(operator.id, operatorSession.operatorId))
        .where(
          and(
            eq(operatorSession.tokenHash, tokenHash),
            gt(operatorSession.openedAt, openedAfter),
            gt(operatorSession.seenAt, seenAfter),
            eq(operator.isDisabled, false),
          ),
        );
      return row ?? null;
    },
    async seen(tokenHash: string, now: Date): Promise<void> {
      await orm.update(operatorSession).set({ seenAt: now }).where(eq(operatorSession.tokenHash, tokenHash));
    },
    async endSession(tokenHash: string): Promise<void> {
      await orm.delete(operatorSession).where(eq(operatorSession.tokenHash, tokenHash));
    },
    async pruneSessions(openedBefore: Date): Promise<void> {
      await orm.delete(operatorSession).where(lt(operatorSession.openedAt, openedBefore));
    },

    async note(row: typeof operatorLog.$inferInsert): Promise<void> {
      await orm.insert(operatorLog).values(row);
    },
    async takeBackNote(id: string): Promise<void> {
      await orm.delete(operatorLog).where(eq(operatorLog.id, id));
    },
    async entry(id: string): Promise<LogRow | null> {
      const [row] = await orm.select().from(operatorLog).where(eq(operatorLog.id, id));
      return row ?? null;
    },
    log: ({ before, action, target }: { before?: string; action?: string; target?: string }, max: number): Promise<LogRow[]> =>
      orm
        .select()
        .from(operatorLog)
        .where(
          and(
            before === undefined ? undefined : lt(operatorLog.id, before),
            action === undefined ? undefined : eq(operatorLog.action, action),
            target === undefined ? undefined : eq(operatorLog.target, target),
          ),
        )
        .orderBy(desc(operatorLog.id))
        .limit(max),
    /** False: another operator was faster. */
    async markUndone(id: string, who: string | null): Promise<boolean> {
      const free = who === null ? ne(operatorLog.undoneBy, '') : sql`${operatorLog.undoneBy} is null`;
      const marked = await orm
        .update(operatorLog)
        .set({ undoneBy: who })
        .where(and(eq(operatorLog.id, id), free))
        .returning({ id: operatorLog.id });
      return marked.length > 0;
    },
  };
}
