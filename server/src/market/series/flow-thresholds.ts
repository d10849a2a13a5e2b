// What counts as a whale: a share of the pair's own daily turnover over the seven whole days before. Holds from midnight to midnight, UTC.
import { fundFlowRule, fundFlowThresholds } from '@tidemark/contract/analytics.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { type Candle, type CandleQuery } from '@tidemark/source/candle.ts';
import type { Thresholds } from './trade-buckets.ts';

export interface FlowThresholdsDeps {
  candles(query: CandleQuery): Promise<readonly Candle[]>;
  /** What one unit of the pair's quote currency is worth in USDT; null = not known. */
  usdtPer(symbolId: string): number | null;
}

/** In quote currency, as orders are. */
export const createFlowThresholds =
  ({ candles, usdtPer }: FlowThresholdsDeps) =>
  async (symbolId: string, day: number): Promise<Thresholds | null> => {
    const usdt = usdtPer(symbolId);
    const days = await candles({
      symbolId,
      interval: '1d',
      from: day - fundFlowRule.averageDays * dayMs,
      to: day - 1,
      limit: fundFlowRule.averageDays,
    });
    if (usdt === null || usdt <= 0 || days.length === 0) return null;
    const { whale, dolphin } = fundFlowThresholds((days.reduce((sum, { turnover }) => sum + turnover, 0) / days.length) * usdt);
    return { whale: whale / usdt, dolphin: dolphin / usdt };
  };
