import { and, asc, count, desc, eq, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { MoverTier, MoverType } from '@tidemark/contract/movers.ts';
import { moverEvent } from '../tables.ts';
import type { Line } from '../universe.ts';

export interface NewEvent {
  readonly id: string;
  readonly at: number;
  readonly type: MoverType;
  readonly tier: MoverTier;
  readonly symbolId: string;
  readonly line: Line;
  readonly price: number;
  readonly change: number | null;
  readonly amountUsdt: number | null;
}

export interface StoredEvent extends NewEvent {
  readonly after1h: number | null;
  readonly after24h: number | null;
}

export interface EventFilter {
  readonly types?: readonly MoverType[] | undefined;
  readonly line?: Line | undefined;
  readonly symbolIds?: readonly string[] | undefined;
}

export interface EventStore {
  /** False = it was there already. */
  save(event: NewEvent): Promise<boolean>;
  page(filter: EventFilter, from: number, size: number): Promise<{ items: StoredEvent[]; total: number }>;
  counts(sinceMs: number, line: Line | undefined): Promise<ReadonlyMap<MoverType, number>>;
  /** Oldest first, the newest of them when there are more than limit. */
  since(sinceMs: number, limit: number): Promise<StoredEvent[]>;
  /** The newest event of each pair and type. */
  newestSince(sinceMs: number): Promise<Pick<NewEvent, 'symbolId' | 'type' | 'tier' | 'at'>[]>;
  /** Events from before the moment of which so many outcomes were looked at, oldest first. */
  due(followed: 0 | 1, beforeMs: number, limit: number): Promise<StoredEvent[]>;
  /** Answers the event as it is now. */
  follow(id: string, outcome: 'after1h' | 'after24h', change: number | null): Promise<StoredEvent | null>;
  forget(beforeMs: number): Promise<void>;
}

type Row = typeof moverEvent.$inferSelect;
const toEvent = ({ followed: _, at, type, tier, line, ...rest }: Row): StoredEvent => ({
  ...rest,
  at: at.getTime(),
  type: type as MoverType,
  tier: tier as MoverTier,
  line: line as Line,
});

export function createEventStore(orm: NodePgDatabase): EventStore {
  const where = ({ types, line, symbolIds }: EventFilter): SQL | undefined =>
    and(
      types && types.length > 0 ? inArray(moverEvent.type, [...types]) : undefined,
      line === undefined ? undefined : eq(moverEvent.line, line),
      symbolIds === undefined ? undefined : symbolIds.length > 0 ? inArray(moverEvent.symbolId, [...symbolIds]) : sql`false`,
    );
  return {
    async save({ at, ...event }) {
      const saved = await orm
        .insert(moverEvent)
        .values({ ...event, at: new Date(at) })
        .onConflictDoNothing()
        .returning({ id: moverEvent.id });
      return saved.length > 0;
    },
    async page(filter, from, size) {
      const [rows, [counted]] = await Promise.all([
        orm.select().from(moverEvent).where(where(filter)).orderBy(desc(moverEvent.at), desc(moverEvent.id)).limit(size).offset(from),
        orm.select({ total: count() }).from(moverEvent).where(where(filter)),
      ]);
      return { items: rows.map(toEvent), total: counted!.total };
    },
    async counts(sinceMs, line) {
      const rows = await orm
        .select({ type: moverEvent.type, count: count() })
        .from(moverEvent)
        .where(and(gte(moverEvent.at, new Date(sinceMs)), line === undefined ? undefined : eq(moverEvent.line, line)))
        .groupBy(moverEvent.type);
      return new Map(rows.map(({ type, count: found }) => [type as MoverType, found]));
    },
    async since(sinceMs, limit) {
      const rows = await orm
        .select()
        .from(moverEvent)
        .where(gte(moverEvent.at, new Date(sinceMs)))
        .orderBy(desc(moverEvent.at))
        .limit(limit);
      return rows.map(toEvent).reverse();
    },
    async newestSince(sinceMs) {
      const rows = await orm
        .selectDistinctOn([moverEvent.symbolId, moverEvent.type], {
          symbolId: moverEvent.symbolId,
          type: moverEvent.type,
          tier: moverEvent.tier,
          at: moverEvent.at,
        })
        .from(moverEvent)
        .where(gte(moverEvent.at, new Date(sinceMs)))
        .orderBy(moverEvent.symbolId, moverEvent.type, desc(moverEvent.at));
      return rows.map(({ symbolId, type, tier, at }) => ({ symbolId, type: type as MoverType, tier: tier as MoverTier, at: at.getTime() }));
    },
    async due(followed, beforeMs, limit) {
      const rows = await orm
        .select()
        .from(moverEvent)
        .where(and(eq(moverEvent.followed, followed), lte(moverEvent.at, new Date(beforeMs))))
        .orderBy(asc(moverEvent.at))
        .limit(limit);
      return rows.map(toEvent);
    },
    async follow(id, outcome, change) {
      const [row] = await orm
        .update(moverEvent)
        .set({ [outcome]: change, followed: outcome === 'after1h' ? 1 : 2 })
        .where(eq(moverEvent.id, id))
        .returning();
      return row ? toEvent(row) : null;
    },
    async forget(beforeMs) {
      await orm.delete(moverEvent).where(lt(moverEvent.at, new Date(beforeMs)));
    },
  };
}
