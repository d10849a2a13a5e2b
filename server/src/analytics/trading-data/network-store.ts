// Points of the whole network in Postgres: written once, when their period is over or their moment has come, and never changed.
import { dayMs } from '@tidemark/contract/time.ts';
import { and, asc, desc, eq, gte, lte, lt, max } from 'drizzle-orm';
import { networkHourlyDays } from '@tidemark/contract/trading-data.ts';
import type { Database } from '#platform/db/database.ts';
import { networkPoint as table } from '../tables.ts';
import type { NetworkSums, Stretch } from './network-points.ts';

export interface NetworkRow {
  readonly ts: number;
  readonly values: readonly (number | null)[];
}

export interface NetworkStore {
  /** Those within [from, to]; when there are more than limit, the newest of them. Oldest first. */
  range(
    metric: string,
    period: Stretch['period'],
    query: { from?: number | undefined; to?: number | undefined; limit: number },
  ): Promise<readonly NetworkRow[]>;
  newest(period: Stretch['period']): Promise<number | null>;
  add(period: Stretch['period'], sums: NetworkSums): Promise<void>;
  prune(nowMs: number): Promise<void>;
}

/** Postgres takes 65,535 values in a statement. */
const rowsAtOnce = 5_000;

/** kind: what else is kept by the hour and the day, apart from the points of the network itself. */
export function createNetworkStore({ orm }: Pick<Database, 'orm'>, kind = ''): NetworkStore {
  return {
    async range(metric, period, { from, to, limit }) {
      const newestFirst = orm
        .select({ ts: table.ts, values: table.values })
        .from(table)
        .where(
          and(
            eq(table.metric, metric),
            eq(table.period, kind + period),
            from === undefined ? undefined : gte(table.ts, from),
            to === undefined ? undefined : lte(table.ts, to),
          ),
        )
        .orderBy(desc(table.ts))
        .limit(limit)
        .as('newest');
      return orm.select().from(newestFirst).orderBy(asc(newestFirst.ts));
    },
    async newest(period) {
      const [row] = await orm
        .select({ ts: max(table.ts) })
        .from(table)
        .where(eq(table.period, kind + period));
      return row?.ts ?? null;
    },
    async add(period, sums) {
      const rows = [...sums].flatMap(([ts, metrics]) =>
        Object.entries(metrics).map(([metric, values]) => ({ metric, period: kind + period, ts, values: [...values] })),
      );
      // All or nothing: the newest point says up to where the work is done.
      await orm.transaction(async (tx) => {
        for (let i = 0; i < rows.length; i += rowsAtOnce)
          await tx
            .insert(table)
            .values(rows.slice(i, i + rowsAtOnce))
            .onConflictDoNothing();
      });
    },
    async prune(nowMs) {
      await orm.delete(table).where(and(eq(table.period, `${kind}1h`), lt(table.ts, nowMs - 2 * networkHourlyDays * dayMs)));
    },
  };
}
