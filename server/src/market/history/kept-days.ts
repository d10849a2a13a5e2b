// How long the past of a far source is kept, by the length of its periods.
import { candleIntervals, type CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/db/database.ts';

const year = 365;
/** After a long rest much is old at once: no statement may run for minutes. */
const prunedAtOnce = 20_000;

/** Short periods are many and soon looked at by nobody; the exchange still has them for whoever does. null = for ever. */
export const keptDays: Readonly<Record<CandleInterval, number | null>> = {
  '1m': 30,
  '3m': 60,
  '5m': 90,
  '15m': 180,
  '30m': year,
  '1h': 2 * year,
  '2h': 2 * year,
  '4h': 5 * year,
  '6h': 5 * year,
  '12h': 5 * year,
  '1d': null,
  '3d': null,
  '1w': null,
  '1M': null,
};

export const keptSince = (period: CandleInterval, nowMs: number): number => {
  const days = keptDays[period];
  return days === null ? -Infinity : nowMs - days * dayMs;
};

/** Takes out what is older than it is kept; answers how many. */
export async function pruneOld(
  { orm }: Pick<Database, 'orm'>,
  table: PgTable & { readonly ts: AnyPgColumn },
  period: AnyPgColumn,
  nowMs: number,
): Promise<number> {
  let pruned = 0;
  for (const each of candleIntervals) {
    const since = keptSince(each, nowMs);
    if (since === -Infinity) continue;
    const old: SQL = sql`select ctid from ${table} where ${period} = ${each} and ${table.ts} < ${since} limit ${prunedAtOnce}`;
    let count: number;
    do {
      count = (await orm.execute(sql`delete from ${table} where ctid = any(array(${old}))`)).rowCount ?? 0;
      pruned += count;
    } while (count === prunedAtOnce);
  }
  return pruned;
}
