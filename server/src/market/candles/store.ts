// Closed candles in Postgres. A stored row is never written over: of two accounts of a closed candle the first one stands.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Database } from '#platform/db/database.ts';
import { readColumns } from '#platform/db/read-columns.ts';
import type { Fence } from '../history/fence.ts';
import { createKeptTable, isKept, type KeptTable } from '../history/kept-table.ts';
import { candle as former, keptCandle } from '../tables.ts';

export interface CandleStore extends Pick<KeptTable, 'turnMonths' | 'moveSome'> {
  /** Those opening within [from, to], oldest first. */
  range(symbolId: string, interval: CandleInterval, from: number, to: number): Promise<readonly Candle[]>;
  add(symbolId: string, interval: CandleInterval, candles: readonly Candle[], nowMs: number): Promise<void>;
}

export function createCandleStore({ orm, pool }: Pick<Database, 'orm' | 'pool'>, source: string, fence: Fence): CandleStore {
  const { turnMonths, moveSome, makeRoom, isMoved, add } = createKeptTable(
    { orm },
    {
      table: keptCandle,
      former,
      period: keptCandle.interval,
      key: [keptCandle.source, keptCandle.symbolId, keptCandle.interval, keptCandle.ts],
      fence,
    },
  );
  return {
    turnMonths,
    moveSome,
    async range(symbolId, interval, from, to) {
      const [ts, open, high, low, close, volume, turnover] = await readColumns(
        pool,
        ['ts', 'open', 'high', 'low', 'close', 'volume', 'turnover'],
        `from ${isMoved() ? 'kept_candle' : 'every_candle'} where source = $1 and symbol_id = $2 and interval = $3 and ts between $4 and $5
         order by ts`,
        [source, symbolId, interval, from, to],
      );
      return Array.from(ts!, (at, i) => ({
        ts: at,
        open: open![i]!,
        high: high![i]!,
        low: low![i]!,
        close: close![i]!,
        volume: volume![i]!,
        turnover: turnover![i]!,
      }));
    },
    async add(symbolId, interval, candles, nowMs) {
      // One figure that is none would cost the others their place.
      const rows = candles.flatMap((candle) =>
        Object.values(candle).every(Number.isFinite) && isKept(interval, candle.ts, nowMs)
          ? [{ ...candle, source, symbolId, interval }]
          : [],
      );
      if (rows.length === 0) return;
      await makeRoom(rows.map(({ ts }) => ({ period: interval, ts })));
      await add(rows);
    },
  };
}
