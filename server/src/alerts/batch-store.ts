// SQL of many alerts of one user at once: each of these is one transaction under the user's lock, so that a client that repeats a
// call whose answer was lost finds all of it done or nothing. Only the user's own alerts are ever reached.
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { maxConfiguredAlerts, type AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Born } from './minute-seen.ts';
import { normal } from './normal.ts';
import type { Standing } from './engine/standing.ts';
import { partitionOf } from './partition.ts';
import type { NewAlert } from './store.ts';
import { changedNow, storeParts, type AlertRow, type Tx } from './store-parts.ts';
import { alert, alertState } from './tables.ts';

export type Outcome = 'changed' | 'unchanged' | Refusal;
export type Outcomes = ReadonlyMap<number, Outcome>;

/** How an alert that was off begins again. */
export interface Start {
  readonly tick: string;
  readonly timeZone: number;
  readonly standing: Standing;
  readonly born: Born | null;
}

/** An alert of a file. */
export interface Wanted extends Omit<NewAlert, 'standing' | 'born'> {
  readonly isOpen: boolean;
  /** How it begins, or why it cannot begin now. */
  readonly start: Pick<Start, 'standing' | 'born'> | Refusal;
}
export type Imported = 'made' | 'there' | Refusal;

/** Values that make two alerts one, however they are spelled. */
type Same = Pick<NewAlert, 'businessLine' | 'symbolId' | 'type' | 'source' | 'price' | 'priceUp' | 'priceDown'>;
const sameKey = ({ businessLine, symbolId, type, source, price, priceUp, priceDown }: Same): string =>
  [businessLine, symbolId, type, source, ...[price, priceUp, priceDown].map((value) => normal(value) ?? '')].join(' ');
type Kept = Pick<Wanted, 'isOpen' | 'frequency' | 'channels' | 'note'>;
/** Whether an alert has all that a line asks for: an open one also serves a line that says off, one with a note a line without. */
const isThere = (kept: Kept, wanted: Kept): boolean =>
  (kept.isOpen || !wanted.isOpen) &&
  kept.frequency === wanted.frequency &&
  String(kept.channels) === String(wanted.channels) &&
  (wanted.note === null || kept.note === wanted.note);
/** So many rows are one statement. */
const insertAtOnce = 250;

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
  const most = limits.configured ?? maxConfiguredAlerts;
  const among = (ids: readonly number[]) => inArray(alert.id, [...ids]);
  /** Counts along what is decided to be opened. */
  const openRoom = async (tx: Tx, userId: string) => {
    const { byLine, total } = await openCount(tx, userId);
    const open = { byLine: new Map(byLine), total };
    return {
      refusal: (line: number) => refusalToOpen(open, line),
      take(line: number): void {
        open.byLine.set(line, (open.byLine.get(line) ?? 0) + 1);
        open.total++;
      },
    };
  };
  const notFound = () => new Refusal('alertNotFound');

  /** What is to become of each, in their order; those that are to be made carry how they begin. */
  const decide = async (tx: Tx, userId: string, wanted: readonly Wanted[]) => {
    const keys = wanted.map(({ clientKey }) => clientKey);
    const madeBefore = await tx
      .select({ clientKey: alert.clientKey, deletedAt: alert.deletedAt })
      .from(alert)
      .where(mine(userId, inArray(alert.clientKey, keys)));
    const kept = await tx
      .select()
      .from(alert)
      .where(mine(userId, isNull(alert.deletedAt)));
    const byKey = new Map(madeBefore.map((row) => [row.clientKey, row]));
    const same = new Map<string, Kept>(kept.map((row) => [sameKey(row), row]));
    const room = await openRoom(tx, userId);
    let count = kept.length;
    return wanted.map((one): Imported => {
      const [before, twin] = [byKey.get(one.clientKey), same.get(sameKey(one))];
      // Deleted since it was made: sending the file again does not bring it back.
      if (before) return before.deletedAt === null ? 'there' : notFound();
      if (twin) return isThere(twin, one) ? 'there' : new Refusal('alertDuplicate');
      if (one.start instanceof Refusal) return one.start;
      if (count >= most) return new Refusal('alertTimesLimit');
      const refusal = one.isOpen ? room.refusal(one.businessLine) : null;
      if (refusal) return refusal;
      if (one.isOpen) room.take(one.businessLine);
      same.set(sameKey(one), one);
      count++;
      return 'made';
    });
  };

  const insert = async (tx: Tx, userId: string, rows: readonly Wanted[], now: Date): Promise<void> => {
    for (let at = 0; at < rows.length; at += insertAtOnce) {
      const piece = rows
        .slice(at, at + insertAtOnce)
        .map(({ start, ...values }) => ({ values, start: start as Exclude<typeof start, Refusal> }));
      const made = await tx
        .insert(alert)
        .values(
          piece.map(({ values, start }) => ({
            ...values,
            userId,
            version: start.standing.version,
            partition: partitionOf(values.symbolId),
            createdAt: now,
            updatedAt: now,
            changedAt: changedNow,
          })),
        )
        .returning({ id: alert.id, clientKey: alert.clientKey });
      const startOf = new Map(piece.map(({ values, start }) => [values.clientKey, start]));
      await tx.insert(alertState).values(
        made.map(({ id, clientKey }) => {
          const { standing, born } = startOf.get(clientKey)!;
          return { alertId: id, version: standing.version, fireSeq: standing.fireSeq, judgedAt: standing.judgedAt, standing, born };
        }),
      );
    }
  };

  return {
    /** In the order in which they were made. */
    async all(userId: string): Promise<AlertRow[]> {
      return (
        await select(orm)
          .where(mine(userId, isNull(alert.deletedAt)))
          .orderBy(asc(alert.id))
          .limit(most)
      ).map(toRow);
    },

    /** What making them would come to; nothing is made. */
    foresee: (userId: string, wanted: readonly Wanted[]): Promise<Imported[]> => decide(orm, userId, wanted),

    make: (userId: string, wanted: readonly Wanted[], now: Date): Promise<Imported[]> =>
      orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const outcomes = await decide(tx, userId, wanted);
        await insert(
          tx,
          userId,
          wanted.filter((_, at) => outcomes[at] === 'made'),
          now,
        );
        return outcomes;
      }),

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
        const room = await openRoom(tx, userId);
        const outcomes = new Map<number, Outcome>(ids.map((id) => [id, notFound()]));
        const started: (Start & { readonly id: number })[] = [];
        for (const row of rows.map(toRow)) {
          const begun = row.isOpen ? null : (room.refusal(row.businessLine) ?? refusalOf(() => start(row)));
          outcomes.set(row.id, begun === null ? 'unchanged' : begun instanceof Refusal ? begun : 'changed');
          if (begun === null || begun instanceof Refusal) continue;
          started.push({ ...begun, id: row.id });
          room.take(row.businessLine);
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
