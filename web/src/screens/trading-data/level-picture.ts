// From the answer of liquidation levels to what is drawn and listed.
import type { Calls } from '@tidemark/contract/calls.ts';
import { levelPeriods, levelRows } from '@tidemark/contract/liquidations.ts';
import { tradingPeriodMs } from '@tidemark/contract/trading-data.ts';
import type { Output } from '@tidemark/contract/wire.ts';

type Answer = Output<Calls['liquidationLevels']>;

export interface LevelPicture {
  readonly times: readonly number[];
  readonly prices: readonly number[];
  readonly columns: Answer['columns'];
  readonly rows: number;
  readonly from: number;
  readonly to: number;
  readonly lowest: number;
  readonly highest: number;
  /** Dollars of the cell that is drawn in the full colour. */
  readonly most: number;
  /** The row of the newest column that holds most. */
  readonly brightest: number;
}

/** A level of now, with all between it and the price. */
export interface Level {
  readonly side: 'long' | 'short';
  readonly price: number;
  /** From the price, as a share of it. */
  readonly distance: number;
  readonly usd: number;
  readonly cumulative: number;
}

/** null: there is nothing to be drawn. */
export function levelPicture({ available, range, lowest, rowHeight, times, prices, columns }: Answer): LevelPicture | null {
  if (!available || lowest === null || rowHeight === null || columns.every((column) => column === null)) return null;
  const newest = columns.at(-1) ?? [];
  return {
    times,
    prices: prices.map(Number),
    columns,
    rows: levelRows,
    from: times[0]!,
    to: times.at(-1)! + tradingPeriodMs[levelPeriods[range]],
    lowest: Number(lowest),
    highest: Number(lowest) + levelRows * Number(rowHeight),
    most: columns.reduce((most, column) => Math.max(most, ...(column ?? [])), 0),
    brightest: Math.max(0, newest.indexOf(Math.max(...newest))),
  };
}

/** Most cells hold something: by the square of it, those that hold much stand out. */
export const brightnessOf = (usd: number, { most }: Pick<LevelPicture, 'most'>): number => (most > 0 ? (usd / most) ** 2 : 0);

/** The nearest on either side first: shorts above the price, then longs below it. */
export function levelsOf({ columns, prices, lowest, highest, rows }: LevelPicture): { readonly long: Level[]; readonly short: Level[] } {
  const [newest, price] = [columns.at(-1) ?? [], prices.at(-1)!];
  const height = (highest - lowest) / rows;
  const levels = { long: [] as Level[], short: [] as Level[] };
  const add = (side: 'long' | 'short', row: number) => {
    const usd = newest[row] ?? 0;
    if (usd === 0) return;
    // Where the price gets to it first.
    const edge = lowest + height * (side === 'long' ? row + 1 : row);
    const known = levels[side];
    const reached = side === 'long' ? Math.min(edge, price) : Math.max(edge, price);
    known.push({ side, price: reached, distance: reached / price - 1, usd, cumulative: (known.at(-1)?.cumulative ?? 0) + usd });
  };
  const at = Math.min(rows - 1, Math.max(0, Math.floor((price - lowest) / height)));
  for (let row = at; row >= 0; row--) add('long', row);
  for (let row = at + 1; row < rows; row++) add('short', row);
  return levels;
}
