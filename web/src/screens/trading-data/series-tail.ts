import type { SeriesTail, TradingPoint } from '@tidemark/contract/trading-data.ts';

/** The told points are the end of the series: they replace whatever is known from their first one on. */
export function joinTail<T extends SeriesTail>(known: T, told: SeriesTail): T | null {
  const [first] = told.points;
  if (!first) return known;
  const at = known.points.findIndex(([ts]) => ts === first[0]);
  if (at < 0) return null;
  const points: readonly TradingPoint[] = [...known.points.slice(0, at), ...told.points];
  const grown = points.length - known.points.length;
  const isTold = (ts: number) => ts >= first[0];
  return { ...known, ...told, points: grown > 0 ? points.slice(grown) : points, partial: [...known.partial.filter((ts) => !isTold(ts)), ...told.partial] };
}
