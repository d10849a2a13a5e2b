// SQL of what alerts did and of where notices go: the log, its deliveries, browsers that take push.
import { and, count, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type DeliveryReason, type DeliveryStatus } from '@tidemark/contract/alerts.ts';
import { alertFrequency, noticeChannel } from '@tidemark/contract/alert-rules.ts';
import type { PushSubscription } from '#platform/push/push.ts';
import type { VapidKeys } from '#platform/push/web-push.ts';
import { alert, alertDelivery, alertLog, alertState, pushSubscription, vapidKey } from './tables.ts';

/** note: of its alert, as it is now; null where that is gone. */
export type LogRow = typeof alertLog.$inferSelect & { readonly note: string | null };
export type DeliveryRow = Pick<typeof alertDelivery.$inferSelect, 'channel' | 'status' | 'reason' | 'sentAt' | 'acknowledgedAt'>;
export interface LogFilter {
  readonly businessLine?: number | undefined;
  readonly alertId?: number | undefined;
  readonly symbolId?: string | undefined;
  readonly isRead?: boolean | undefined;
}
export interface Outcome {
  readonly status: DeliveryStatus;
  readonly reason: DeliveryReason | null;
}

export type LogStore = ReturnType<typeof createLogStore>;

const maxBrowsers = 20;
/** A statement takes well under a second for so many. */
const pruneAtOnce = 5_000;

export function createLogStore(orm: NodePgDatabase) {
  const mine = (userId: string, { businessLine, alertId, symbolId, isRead }: LogFilter) =>
    and(
      eq(alertLog.userId, userId),
      businessLine === undefined ? undefined : eq(alertLog.businessLine, businessLine),
      alertId === undefined ? undefined : eq(alertLog.alertId, alertId),
      symbolId === undefined ? undefined : eq(alertLog.symbolId, symbolId),
      isRead === undefined ? undefined : eq(alertLog.isRead, isRead),
    );
  const isTrial = and(isNull(alertDelivery.logId), isNull(alertDelivery.about));
  const browsersOf = async (userId: string): Promise<number> =>
    (await orm.select({ browsers: count() }).from(pushSubscription).where(eq(pushSubscription.userId, userId)))[0]!.browsers;

  /** The log is the station: what is not held back is there from the moment it is written. */
  const stationOf = ({ suppressedBy, createdAt, readAt }: Pick<LogRow, 'suppressedBy' | 'createdAt' | 'readAt'>): DeliveryRow[] =>
    suppressedBy === null
      ? [
          {
            channel: noticeChannel.station,
            status: readAt === null ? 'sent' : 'acknowledged',
            reason: null,
            sentAt: createdAt,
            acknowledgedAt: readAt,
          },
        ]
      : [];

  /** With their deliveries. */
  const removeLog = async (ids: SQL): Promise<void> => {
    await orm.execute(
      sql`with gone as (delete from ${alertLog} where id in (${ids}) returning id)
        delete from ${alertDelivery} where log_id in (select id from gone)`,
    );
  };

  return {
    async list(
      userId: string,
      filter: LogFilter,
      page: { limit: number; offset: number },
    ): Promise<{ rows: (LogRow & { deliveries: DeliveryRow[] })[]; total: number }> {
      const where = mine(userId, filter);
      const [found, [counted]] = await Promise.all([
        orm
          .select({ log: alertLog, note: alert.note })
          .from(alertLog)
          .leftJoin(alert, eq(alert.id, alertLog.alertId))
          .where(where)
          .orderBy(desc(alertLog.id))
          .limit(page.limit)
          .offset(page.offset),
        orm.select({ total: count() }).from(alertLog).where(where),
      ]);
      const rows = found.map(({ log, note }) => Object.assign(log, { note }));
      const deliveries =
        rows.length === 0
          ? []
          : await orm
              .select()
              .from(alertDelivery)
              .where(
                inArray(
                  alertDelivery.logId,
                  rows.map(({ id }) => id),
                ),
              );
      const byLog = Map.groupBy(deliveries, ({ logId }) => logId!);
      const deliveriesOf = (row: LogRow): DeliveryRow[] =>
        [...(byLog.get(row.id) ?? []), ...stationOf(row)].sort((a, b) => a.channel - b.channel);
      return { rows: rows.map((row) => Object.assign(row, { deliveries: deliveriesOf(row) })), total: counted!.total };
    },

    async unread(userId: string): Promise<number> {
      const [row] = await orm
        .select({ unread: count() })
        .from(alertLog)
        .where(mine(userId, { isRead: false }));
      return row!.unread;
    },

    /** Reading a message in the station is its acknowledgement there. */
    async markRead(
      userId: string,
      filter: { ids?: readonly number[] | undefined; businessLine?: number | undefined },
      isRead: boolean,
      now: Date,
    ): Promise<number> {
      const rows = await orm
        .update(alertLog)
        .set({ isRead, ...(isRead ? { readAt: sql`coalesce(${alertLog.readAt}, ${now})` } : {}) })
        .where(
          and(
            mine(userId, { businessLine: filter.businessLine, isRead: !isRead }),
            filter.ids === undefined ? undefined : inArray(alertLog.id, [...filter.ids]),
          ),
        )
        .returning({ id: alertLog.id });
      return rows.length;
    },

    async addTrial(userId: string, channel: number, outcome: Outcome, liveMs: number): Promise<number> {
      const now = sql`clock_timestamp()`;
      const [row] = await orm
        .insert(alertDelivery)
        .values({
          logId: null,
          userId,
          channel,
          ...outcome,
          createdAt: now,
          dueAt: now,
          expiresAt: sql`clock_timestamp() + ${liveMs} * interval '1 millisecond'`,
        })
        .returning({ id: alertDelivery.id });
      return row!.id;
    },

    async outcomeOf(deliveryId: number): Promise<Outcome | null> {
      const [row] = await orm
        .select({ status: alertDelivery.status, reason: alertDelivery.reason })
        .from(alertDelivery)
        .where(eq(alertDelivery.id, deliveryId));
      return (row as Outcome | undefined) ?? null;
    },

    /** How long ago the last one was; null: there is none. */
    async msSinceTrial(userId: string, channel: number): Promise<number | null> {
      const [row] = await orm
        .select({ ms: sql<number>`extract(epoch from clock_timestamp() - ${alertDelivery.createdAt})::float8 * 1000` })
        .from(alertDelivery)
        .where(and(eq(alertDelivery.userId, userId), eq(alertDelivery.channel, channel), isTrial))
        .orderBy(desc(alertDelivery.id))
        .limit(1);
      return row?.ms ?? null;
    },

    /** A browser belongs to the user who subscribed it last. */
    async subscribe(userId: string, sessionId: string, { endpoint, keys }: PushSubscription, now: Date): Promise<number> {
      await orm
        .insert(pushSubscription)
        .values({ endpoint, userId, sessionId, ...keys, createdAt: now })
        .onConflictDoUpdate({ target: pushSubscription.endpoint, set: { userId, sessionId, ...keys, createdAt: now } });
      const kept = orm
        .select({ endpoint: pushSubscription.endpoint })
        .from(pushSubscription)
        .where(eq(pushSubscription.userId, userId))
        .orderBy(desc(pushSubscription.createdAt))
        .limit(maxBrowsers);
      await orm.delete(pushSubscription).where(and(eq(pushSubscription.userId, userId), sql`${pushSubscription.endpoint} not in ${kept}`));
      return browsersOf(userId);
    },

    async unsubscribe(userId: string, endpoint: string): Promise<number> {
      await orm.delete(pushSubscription).where(and(eq(pushSubscription.userId, userId), eq(pushSubscription.endpoint, endpoint)));
      return browsersOf(userId);
    },

    browsersOf,

    async forgetSessions(sessionIds: readonly string[]): Promise<void> {
      await orm.delete(pushSubscription).where(inArray(pushSubscription.sessionId, [...sessionIds]));
    },

    /** For the export: where pushes go, without the keys that only a sender needs. */
    subscriptionsOf: (userId: string): Promise<{ endpoint: string; createdAt: Date }[]> =>
      orm
        .select({ endpoint: pushSubscription.endpoint, createdAt: pushSubscription.createdAt })
        .from(pushSubscription)
        .where(eq(pushSubscription.userId, userId))
        .orderBy(desc(pushSubscription.createdAt)),
    /** Trial notices. */
    trialsOf: (userId: string): Promise<(DeliveryRow & { createdAt: Date })[]> =>
      orm
        .select({
          channel: alertDelivery.channel,
          status: alertDelivery.status,
          reason: alertDelivery.reason,
          sentAt: alertDelivery.sentAt,
          acknowledgedAt: alertDelivery.acknowledgedAt,
          createdAt: alertDelivery.createdAt,
        })
        .from(alertDelivery)
        .where(and(eq(alertDelivery.userId, userId), isTrial))
        .orderBy(desc(alertDelivery.id)),

    /** The keys of this database; the given ones if it has none yet. */
    async vapidKeys(fresh: VapidKeys): Promise<VapidKeys> {
      await orm
        .insert(vapidKey)
        .values({ id: 1, ...fresh })
        .onConflictDoNothing();
      const [row] = await orm.select({ publicKey: vapidKey.publicKey, privateKey: vapidKey.privateKey }).from(vapidKey);
      return row!;
    },

    /**
     * In pieces, oldest first: after a long standstill no single statement would end in its time. An alert that fired for the only time
     * goes with the row that tells of it, unless it was switched on again since. Answers how many rows of the log went.
     */
    async prune(before: Date, piece = pruneAtOnce): Promise<number> {
      let removed = 0;
      for (let count = piece; count === piece; removed += count) {
        const { rows } = await orm.execute<{ count: number }>(sql`
          with old as materialized (
            select id, alert_id from (select id, alert_id, created_at from ${alertLog} order by id limit ${piece}) first
              where created_at < ${before}
          ), gone as (
            delete from ${alertLog} where id in (select id from old)
          ), carried as (
            delete from ${alertDelivery} where log_id in (select id from old)
          ), over as (
            delete from ${alert} a using ${alertState} s
            where a.id in (select alert_id from old) and s.alert_id = a.id and a.frequency = ${alertFrequency.onceOnly} and not a.is_open
              and s.fired_at < ${before}
          )
          select count(*)::int as count from old`);
        count = rows[0]!.count;
      }
      const trials = sql`select ctid from ${alertDelivery} where log_id is null and created_at < ${before} limit ${piece}`;
      while (((await orm.execute(sql`delete from ${alertDelivery} where ctid = any(array(${trials}))`)).rowCount ?? 0) === piece);
      return removed;
    },

    async forget(userIds: readonly string[]): Promise<void> {
      await removeLog(sql`select id from ${alertLog} where ${inArray(alertLog.userId, [...userIds])}`);
      await orm.delete(alertDelivery).where(inArray(alertDelivery.userId, [...userIds]));
      await orm.delete(pushSubscription).where(inArray(pushSubscription.userId, [...userIds]));
    },
  };
}
