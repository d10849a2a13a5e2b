// Several periods as one longer period.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candleStart, intervalMs } from '@tidemark/source/candle.ts';
import { seriesPointOf, type SeriesPoint } from '@tidemark/source/source.ts';

/** Sums; where one of the parts is not known, the whole is partial. */
export function joinParts(parts: readonly SeriesPoint[], base: CandleInterval, period: CandleInterval, nowMs: number): SeriesPoint[] {
  return [...Map.groupBy(parts, ({ ts }) => candleStart(period, ts))].map(([ts, inside]) => {
    const sums: Record<string, number> = {};
    for (const { values } of inside) for (const [field, value] of Object.entries(values)) sums[field] = (sums[field] ?? 0) + value;
    const over = Math.min(nowMs, ts + intervalMs[period]) - ts;
    const isPartial = inside.some((part) => part.isPartial) || inside.length < Math.floor(over / intervalMs[base]);
    return seriesPointOf(ts, sums as unknown as SeriesPoint['values'], isPartial);
  });
}
