// Closed candles in Postgres. What is there is never written over: of two accounts of a closed candle the first one stands.
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import { candleIntervals, type CandleInterval } from '@tidemark/contract/market.ts';
import type { Database } from '#platform/db/database.ts';
import type { Candle } from '../candle.ts';
import { candle as table } from '../tables.ts';

export interface CandleStore {
  /** Those opening within [from, to], oldest first. */
  range(symbolId: string, interval: CandleInterval, from: number, to: number): Promise<readonly Candle[]>;
  add(symbolId: string, interval: CandleInterval, candles: readonly Candle[], nowMs: number): Promise<void>;
  /** Takes out what is older than it is kept; answers how many. */
  prune(nowMs: number): Promise<number>;
}

const dayMs = 86_400_000;
const year = 365;
/** After a long rest much is old at once: no statement may run for minutes. */
const prunedAtOnce = 20_000;

/** Short candles are many and soon looked at by nobody; the exchange still has them for whoever does. null = for ever. */
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

const keptSince = (interval: CandleInterval, nowMs: number): number => {
  const days = keptDays[interval];
  return days === null ? -Infinity : nowMs - days * dayMs;
};

export function createCandleStore({ orm }: Pick<Database, 'orm'>, source: string): CandleStore {
  return {
    async range(symbolId, interval, from, to) {
      const { ts, open, high, low, close, volume, turnover } = table;
      return orm
        .select({ ts, open, high, low, close, volume, turnover })
        .from(table)
        .where(and(eq(table.source, source), eq(table.symbolId, symbolId), eq(table.interval, interval), gte(ts, from), lte(ts, to)))
        .orderBy(asc(ts));
    },
    async add(symbolId, interval, candles, nowMs) {
      const since = keptSince(interval, nowMs);
      const rows = candles.flatMap((candle) => (candle.ts >= since ? [{ ...candle, source, symbolId, interval }] : []));
      if (rows.length > 0) await orm.insert(table).values(rows).onConflictDoNothing();
    },
    async prune(nowMs) {
      let pruned = 0;
      for (const interval of candleIntervals) {
        const since = keptSince(interval, nowMs);
        if (since === -Infinity) continue;
        const old = sql`select ctid from ${table} where ${table.interval} = ${interval} and ${table.ts} < ${since} limit ${prunedAtOnce}`;
        let count: number;
        do {
          count = (await orm.execute(sql`delete from ${table} where ctid = any(array(${old}))`)).rowCount ?? 0;
          pruned += count;
        } while (count === prunedAtOnce);
      }
      return pruned;
    },
  };
}
