// SQL of many alerts of one user at once: each of these is one transaction under the user's lock, so that whoever asks again after an
// answer that was lost finds all of it or nothing. Only the user's own are ever reached.
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Born } from './minute-seen.ts';
import type { Standing } from './engine/standing.ts';
import { changedNow, storeParts, type AlertRow } from './store-parts.ts';
import { alert } from './tables.ts';

export type Outcome = 'changed' | 'unchanged' | Refusal;
export type Outcomes = ReadonlyMap<number, Outcome>;

/** How an alert that was off begins again. */
export interface Start {
  readonly tick: string;
  readonly timeZone: number;
  readonly standing: Standing;
  readonly born: Born | null;
}

/** A refusal of one of many leaves the others as they are. */
const refusalOf = <T>(decide: () => T): T | Refusal => {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

export type BatchStore = ReturnType<typeof createBatchStore>;

export function createBatchStore(orm: NodePgDatabase, limits: AlertLimits) {
  const { toRow, select, mine, lockUser, openCount, refusalToOpen } = storeParts(limits);
  const among = (ids: readonly number[]) => inArray(alert.id, [...ids]);
  const notFound = () => new Refusal('alertNotFound');

  return {
    async those(userId: string, ids: readonly number[]): Promise<AlertRow[]> {
      return (await select(orm).where(mine(userId, among(ids), isNull(alert.deletedAt)))).map(toRow);
    },

    end: (userId: string, ids: readonly number[], now: Date, action: 'off' | 'delete'): Promise<Outcomes> =>
      orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const known = await tx
          .select({ id: alert.id, deletedAt: alert.deletedAt })
          .from(alert)
          .where(mine(userId, among(ids)));
        const changed = await tx
          .update(alert)
          .set({ ...(action === 'off' ? { isOpen: false } : { deletedAt: now }), updatedAt: now, changedAt: changedNow })
          .where(mine(userId, among(ids), isNull(alert.deletedAt), action === 'off' ? eq(alert.isOpen, true) : undefined))
          .returning({ id: alert.id });
        const outcomes = new Map<number, Outcome>(ids.map((id) => [id, notFound()]));
        for (const { id, deletedAt } of known) if (action === 'delete' || deletedAt === null) outcomes.set(id, 'unchanged');
        for (const { id } of changed) outcomes.set(id, 'changed');
        return outcomes;
      }),

    /** start sees an alert as it is under the lock; what it refuses stays off. */
    turnOn: (userId: string, ids: readonly number[], now: Date, start: (row: AlertRow) => Start): Promise<Outcomes> =>
      orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const rows = await select(tx)
          .where(mine(userId, among(ids), isNull(alert.deletedAt)))
          .orderBy(asc(alert.id));
        const { byLine, total } = await openCount(tx, userId);
        const open = { byLine: new Map(byLine), total };
        const outcomes = new Map<number, Outcome>(ids.map((id) => [id, notFound()]));
        const started: (Start & { readonly id: number })[] = [];
        for (const row of rows.map(toRow)) {
          const begun = row.isOpen ? null : (refusalToOpen(open, row.businessLine) ?? refusalOf(() => start(row)));
          outcomes.set(row.id, begun === null ? 'unchanged' : begun instanceof Refusal ? begun : 'changed');
          if (begun === null || begun instanceof Refusal) continue;
          started.push({ ...begun, id: row.id });
          open.byLine.set(row.businessLine, (open.byLine.get(row.businessLine) ?? 0) + 1);
          open.total++;
        }
        if (started.length === 0) return outcomes;
        const list = sql`jsonb_to_recordset(${JSON.stringify(started)}::jsonb)
          as s(id bigint, tick text, "timeZone" smallint, standing jsonb, born jsonb)`;
        await tx.execute(sql`update alert set is_open = true, tick = s.tick, time_zone = s."timeZone",
          version = (s.standing->>'version')::int, updated_at = ${now}, changed_at = ${changedNow}
          from ${list} where alert.id = s.id and alert.user_id = ${userId}`);
        await tx.execute(sql`update alert_state set standing = s.standing, born = nullif(s.born, 'null'),
          version = (s.standing->>'version')::int, fire_seq = (s.standing->>'fireSeq')::int,
          judged_at = (s.standing->>'judgedAt')::bigint from ${list} where alert_id = s.id`);
        return outcomes;
      }),
  };
}
