// SQL of the alerts of a user. Everything is asked for together with its owner, so that no user can reach another's.
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { maxConfiguredAlerts, type AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Born } from './minute-seen.ts';
import { partitionOf } from './partition.ts';
import type { Standing } from './engine/standing.ts';
import { changedNow, storeParts, type AlertRow, type Tx } from './store-parts.ts';
import { alert, alertState, alertUser } from './tables.ts';

export type AlertValues = Pick<typeof alert.$inferSelect, 'type' | 'source' | 'frequency' | 'price' | 'priceUp' | 'priceDown' | 'channels'>;
export interface NewAlert
  extends
    AlertValues,
    Pick<typeof alert.$inferSelect, 'clientKey' | 'businessLine' | 'contractLine' | 'symbolId' | 'tick' | 'timeZone' | 'note'> {
  readonly standing: Standing;
  readonly born: Born | null;
}
/** What an edit makes of an alert. Without a standing the alert goes on as it stood. */
export interface Edit extends Partial<AlertValues> {
  readonly isOpen: boolean;
  readonly note?: string | null;
  readonly tick?: string;
  readonly timeZone?: number;
  readonly standing?: Standing;
  readonly born?: Born | null;
}
/** A statement takes well under a second for so many. */
const pruneAtOnce = 2_000;
/** Within this time every engine has read what changed. */
export const forgetAfterMs = 15_000;

export type Store = ReturnType<typeof createStore>;

export function createStore(orm: NodePgDatabase, limits: AlertLimits) {
  const { toRow, select, mine, lockUser, openCount, refusalToOpen, saveStanding } = storeParts(limits);
  const refuseOpen = async (tx: Tx, userId: string, line: number): Promise<void> => {
    const refusal = refusalToOpen(await openCount(tx, userId), line);
    if (refusal !== null) throw refusal;
  };

  const hasTwin = async (
    tx: Tx,
    row: Pick<AlertRow, 'userId' | 'businessLine' | 'symbolId' | 'type' | 'source' | 'price' | 'priceUp' | 'priceDown'>,
    exceptId: number,
  ): Promise<boolean> => {
    const same = (column: typeof alert.price, value: string | null) => sql`${column} is not distinct from ${value}::numeric`;
    const [twin] = await tx
      .select({ id: alert.id })
      .from(alert)
      .where(
        mine(
          row.userId,
          eq(alert.businessLine, row.businessLine),
          eq(alert.symbolId, row.symbolId),
          eq(alert.type, row.type),
          eq(alert.source, row.source),
          same(alert.price, row.price),
          same(alert.priceUp as never, row.priceUp),
          same(alert.priceDown as never, row.priceDown),
          isNull(alert.deletedAt),
          sql`${alert.id} <> ${exceptId}`,
        ),
      )
      .limit(1);
    return twin !== undefined;
  };

  const byKey = async (tx: Tx, userId: string, clientKey: string): Promise<AlertRow | null> => {
    const [row] = await select(tx).where(mine(userId, eq(alert.clientKey, clientKey)));
    return row ? toRow(row) : null;
  };

  const find = async (userId: string, id: number): Promise<AlertRow | null> => {
    const [row] = await select(orm).where(mine(userId, eq(alert.id, id), isNull(alert.deletedAt)));
    return row ? toRow(row) : null;
  };

  return {
    /** The alert that a create with this key has made. */
    byClientKey: (userId: string, clientKey: string) => byKey(orm, userId, clientKey),

    find,

    async list(
      userId: string,
      filter: { businessLine?: number | undefined; symbolId?: string | undefined; isOpen?: boolean | undefined },
      page: { limit: number; offset: number },
    ): Promise<{ rows: AlertRow[]; total: number }> {
      const where = mine(
        userId,
        isNull(alert.deletedAt),
        filter.businessLine === undefined ? undefined : eq(alert.businessLine, filter.businessLine),
        filter.symbolId === undefined ? undefined : eq(alert.symbolId, filter.symbolId),
        filter.isOpen === undefined ? undefined : eq(alert.isOpen, filter.isOpen),
      );
      const [rows, [counted]] = await Promise.all([
        select(orm).where(where).orderBy(desc(alert.id)).limit(page.limit).offset(page.offset),
        orm.select({ total: count() }).from(alert).where(where),
      ]);
      return { rows: rows.map(toRow), total: counted!.total };
    },

    openCount: (userId: string) => openCount(orm, userId),

    create: (userId: string, { standing, born, ...values }: NewAlert, now: Date): Promise<AlertRow> =>
      orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        // Sent twice at once: the second finds what the first made.
        const known = await byKey(tx, userId, values.clientKey);
        if (known) return known;
        await refuseOpen(tx, userId, values.businessLine);
        const configured = await tx.$count(alert, mine(userId, isNull(alert.deletedAt)));
        if (configured >= (limits.configured ?? maxConfiguredAlerts)) refuse('alertTimesLimit');
        const [made] = await tx
          .insert(alert)
          .values({
            ...values,
            userId,
            isOpen: true,
            version: standing.version,
            partition: partitionOf(values.symbolId),
            createdAt: now,
            updatedAt: now,
            changedAt: changedNow,
          })
          .onConflictDoNothing()
          .returning();
        if (!made) return refuse('alertDuplicate');
        await tx
          .insert(alertState)
          .values({ alertId: made.id, version: standing.version, fireSeq: standing.fireSeq, judgedAt: standing.judgedAt, standing, born });
        return { ...made, standing, firedCount: 0, firedAt: null };
      }),

    /** decide sees the alert as it is under the lock; what it throws leaves no trace. */
    change: (userId: string, id: number, now: Date, decide: (row: AlertRow) => Edit): Promise<AlertRow> =>
      orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const [found] = await select(tx)
          .where(mine(userId, eq(alert.id, id), isNull(alert.deletedAt)))
          .for('update');
        const before = found ? toRow(found) : refuse('alertNotFound');
        const { standing, born = null, ...edit } = decide(before);
        if (edit.isOpen && !before.isOpen) await refuseOpen(tx, userId, before.businessLine);
        const after = { ...before, ...edit };
        if (await hasTwin(tx, after, id)) refuse('alertDuplicate');
        const [changed] = await tx
          .update(alert)
          .set({ ...edit, version: standing?.version ?? before.version, updatedAt: now, changedAt: changedNow })
          .where(eq(alert.id, id))
          .returning();
        if (standing) await saveStanding(tx, id, standing, born);
        return { ...changed!, standing: standing ?? before.standing, firedCount: before.firedCount, firedAt: before.firedAt };
      }),

    /** No judge reads the note, so the alert goes on as it stood and no engine hears of it. version: the one that was seen. */
    async annotate(userId: string, id: number, version: number, note: string | null, now: Date): Promise<AlertRow> {
      const [noted] = await orm
        .update(alert)
        .set({ note, updatedAt: now })
        .where(mine(userId, eq(alert.id, id), eq(alert.version, version), isNull(alert.deletedAt)))
        .returning({ id: alert.id });
      const row = await find(userId, id);
      return row === null ? refuse('alertNotFound') : noted ? row : refuse('alertChanged');
    },

    remove: (userId: string, ids: readonly number[], now: Date): Promise<number> =>
      orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const gone = await tx
          .update(alert)
          .set({ deletedAt: now, updatedAt: now, changedAt: changedNow })
          .where(mine(userId, inArray(alert.id, [...ids]), isNull(alert.deletedAt)))
          .returning({ id: alert.id });
        return gone.length;
      }),

    async deleted(userId: string, ids: readonly number[], since: Date): Promise<AlertRow[]> {
      return (await select(orm).where(mine(userId, inArray(alert.id, [...ids]), gt(alert.deletedAt, since)))).map(toRow);
    },

    /** startAnew answers how a restored alert stands; null leaves it deleted. */
    restore: (
      userId: string,
      ids: readonly number[],
      since: Date,
      now: Date,
      startAnew: (row: AlertRow) => Pick<Edit, 'isOpen' | 'standing' | 'born'> | null,
    ): Promise<number> =>
      orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const rows = await select(tx)
          .where(mine(userId, inArray(alert.id, [...ids]), gt(alert.deletedAt, since)))
          .orderBy(asc(alert.id))
          .for('update');
        let restored = 0;
        for (const row of rows.map(toRow)) {
          const start = startAnew(row);
          if (start === null || (await hasTwin(tx, row, row.id))) continue;
          if (start.isOpen && refusalToOpen(await openCount(tx, userId), row.businessLine) !== null) continue;
          const { standing, born = null, ...edit } = start;
          await tx
            .update(alert)
            .set({ ...edit, deletedAt: null, version: standing?.version ?? row.version, updatedAt: now, changedAt: changedNow })
            .where(eq(alert.id, row.id));
          if (standing) await saveStanding(tx, row.id, standing, born);
          restored++;
        }
        return restored;
      }),

    /** The user lives in another time zone; answers how many alerts of theirs did not know. */
    async setTimeZone(userId: string, timeZone: number): Promise<number> {
      const moved = await orm
        .update(alert)
        .set({ timeZone, changedAt: changedNow })
        .where(mine(userId, sql`${alert.timeZone} <> ${timeZone}`))
        .returning({ id: alert.id });
      return moved.length;
    },

    /** The users who have alerts, in the order of their ids. */
    async owners(after: string | null, limit: number): Promise<string[]> {
      const rows = await orm
        .select({ userId: alertUser.userId })
        .from(alertUser)
        .where(after === null ? undefined : gt(alertUser.userId, after))
        .orderBy(asc(alertUser.userId))
        .limit(limit);
      return rows.map(({ userId }) => userId);
    },

    /** The zones that alerts of these users are counted in. */
    timeZonesOf: (userIds: readonly string[]): Promise<{ userId: string; timeZone: number }[]> =>
      orm
        .selectDistinct({ userId: alert.userId, timeZone: alert.timeZone })
        .from(alert)
        .where(inArray(alert.userId, [...userIds])),

    /** Deleted alerts go for good when no user can bring them back any more; one whose note the log still shows goes with the log. */
    async prune(deletedBefore: Date, firedBefore: Date, piece = pruneAtOnce): Promise<void> {
      const hasFired = sql`select 1 from ${alertState} s where s.alert_id = id and s.fired_at >= ${firedBefore}`;
      const isShown = sql`note is not null and exists (${hasFired})`;
      const gone = sql`select ctid from ${alert} where deleted_at < ${deletedBefore} and not (${isShown}) limit ${piece}`;
      while (((await orm.execute(sql`delete from ${alert} where ctid = any(array(${gone}))`)).rowCount ?? 0) === piece);
    },

    /**
     * Of accounts that are gone. Engines hear of what changed and not of what is gone, so an alert is marked first and removed by the next
     * call that comes after they have heard; true: some are only marked.
     */
    forget: (userIds: readonly string[], now: Date): Promise<boolean> =>
      orm.transaction(async (tx) => {
        const theirs = inArray(alert.userId, [...userIds]);
        await tx.delete(alert).where(and(theirs, lte(alert.deletedAt, new Date(now.getTime() - forgetAfterMs))));
        await tx
          .update(alert)
          .set({ deletedAt: now, changedAt: changedNow })
          .where(and(theirs, isNull(alert.deletedAt)));
        await tx.delete(alertUser).where(inArray(alertUser.userId, [...userIds]));
        return (await tx.select({ id: alert.id }).from(alert).where(theirs).limit(1)).length > 0;
      }),
  };
}
