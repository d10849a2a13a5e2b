// SQL of the saved views of lists.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { newId } from '#platform/ids.ts';
import { account, listView } from './tables.ts';

export type ViewRow = typeof listView.$inferSelect;
export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore(orm: NodePgDatabase) {
  return {
    list: (accountId: string): Promise<ViewRow[]> =>
      orm.select().from(listView).where(eq(listView.accountId, accountId)).orderBy(asc(listView.name)),

    /** null: the account has as many as it may. Replacing one of the same name is always possible. */
    save: (accountId: string, view: Pick<ViewRow, 'name' | 'address'>, most: number, now: Date): Promise<ViewRow | null> =>
      orm.transaction(async (tx) => {
        // One at a time per account, so that two saves cannot both be the last one allowed.
        await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update');
        const known = await tx.select({ name: listView.name }).from(listView).where(eq(listView.accountId, accountId));
        if (known.length >= most && !known.some(({ name }) => name === view.name)) return null;
        const [row] = await tx
          .insert(listView)
          .values({ id: newId(), accountId, ...view, savedAt: now })
          .onConflictDoUpdate({ target: [listView.accountId, listView.name], set: { address: sql`excluded.address`, savedAt: now } })
          .returning();
        return row!;
      }),

    async remove(accountId: string, id: string): Promise<void> {
      await orm.delete(listView).where(and(eq(listView.accountId, accountId), eq(listView.id, id)));
    },
  };
}
