// Closed candles in Postgres. What is there is never written over: of two accounts of a closed candle the first one stands.
import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Database } from '#platform/db/database.ts';
import { keptSince, pruneOld } from '../history/kept-days.ts';
import { candle as table } from '../tables.ts';

export interface CandleStore {
  /** Those opening within [from, to], oldest first. */
  range(symbolId: string, interval: CandleInterval, from: number, to: number): Promise<readonly Candle[]>;
  add(symbolId: string, interval: CandleInterval, candles: readonly Candle[], nowMs: number): Promise<void>;
  /** Takes out what is older than it is kept; answers how many. */
  prune(nowMs: number): Promise<number>;
}

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
    prune: (nowMs) => pruneOld({ orm }, table, table.interval, nowMs),
  };
}
