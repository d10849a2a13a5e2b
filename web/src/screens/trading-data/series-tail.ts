import { annualFunding, type FundingRow, type FundingTail, type SeriesTail, type TradingPoint } from '@tidemark/contract/trading-data.ts';

/** The points of the tail are the end of the series: they replace all known points from their first one on. */
export function joinTail<T extends SeriesTail>(known: T, tail: SeriesTail): T | null {
  const [first] = tail.points;
  if (!first) return known;
  const at = known.points.findIndex(([ts]) => ts === first[0]);
  if (at < 0) return null;
  const points: readonly TradingPoint[] = [...known.points.slice(0, at), ...tail.points];
  const grown = points.length - known.points.length;
  const isInTail = (ts: number) => ts >= first[0];
  return {
    ...known,
    ...tail,
    points: grown > 0 ? points.slice(grown) : points,
    partial: [...known.partial.filter((ts) => !isInTail(ts)), ...tail.partial],
  };
}

export interface FundingAnswer {
  readonly items: readonly FundingRow[];
  readonly total: number;
  readonly asOf: number;
}

/** Every row with its newest figures, in the order they are told in; a contract that is not known yet has to be asked for. */
export function joinFunding(known: FundingAnswer, { rows, asOf }: FundingTail): FundingAnswer | null {
  const bySymbol = new Map(known.items.map((row) => [row.symbolId, row]));
  const items: FundingRow[] = [];
  for (const [symbolId, rate, nextAt, openInterestUsd] of rows) {
    const row = bySymbol.get(symbolId);
    if (!row) return null;
    items.push({ ...row, rate, annual: String(annualFunding(Number(rate), row.intervalHours)), nextAt, openInterestUsd });
  }
  return { items, total: items.length, asOf };
}
