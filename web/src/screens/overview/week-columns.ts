import { dayMs } from '@tidemark/contract/time.ts';

export interface WeekCoin {
  readonly symbolId: string;
  readonly baseSymbol: string;
}

export interface WeekColumn {
  readonly at: number;
  /** The place of its figure in the line of a week, counted from the end: 1 is the newest price. */
  readonly fromEnd: number;
}

/** A column for each day of a line of a week, which ends with the newest price; the one before it stands at the last round time. */
export function weekColumns(now: number, points: number): readonly WeekColumn[] {
  const stepMs = (7 * dayMs) / points;
  const perDay = dayMs / stepMs;
  const last = Math.floor(now / stepMs) * stepMs;
  const columns: WeekColumn[] = [];
  for (let back = 0; back + 2 <= points; back += perDay) columns.unshift({ at: last - back * stepMs, fromEnd: back + 2 });
  return now > last ? [...columns, { at: now, fromEnd: 1 }] : columns;
}
