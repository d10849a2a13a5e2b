// Lists that are made by their change stand in the order of the figures that they show: the server's order is as old as its last
// message, and a figure beside it is not.
import type { RankList, RankRow, RankWindow } from '@tidemark/contract/analytics.ts';
import { changeOf, type LiveFigures } from './live-change.ts';

const signs: Partial<Record<RankList, 1 | -1>> = { gainers: -1, favorites: -1, losers: 1 };

/** Rows whose change is not known stay behind. */
export function orderByChange(
  rows: readonly RankRow[],
  { list, window }: { readonly list: RankList; readonly window: RankWindow },
  latest: (symbolId: string) => LiveFigures | undefined,
): readonly RankRow[] {
  const sign = signs[list];
  if (!sign) return rows;
  const figure = new Map(
    rows.map((row) => {
      const change = changeOf(row.quote, latest(row.symbolId), window === '24h' ? undefined : row.change);
      return [row, change === null ? Infinity : sign * change];
    }),
  );
  // Infinity less Infinity is nothing to sort by.
  return rows.toSorted((a, b) => (figure.get(a) === figure.get(b) ? 0 : figure.get(a)! - figure.get(b)!));
}
