// A week of closes as a page needs it: a shape to draw and which way it went. It travels with every rendered row, so it is
// one short text instead of forty numbers with all their digits.

export interface WeekLine {
  /** Heights from 0 (low) to 100 (high), oldest first, parted by spaces. */
  readonly levels: string;
  readonly direction: -1 | 0 | 1;
}

/** Null when there is nothing to draw. */
export function parseWeekLine(closes: readonly string[] | undefined): WeekLine | null {
  const values = (closes ?? []).map(Number);
  if (values.length < 2 || !values.every(Number.isFinite)) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const levels = values.map((value) => (span ? Math.round(((value - low) / span) * 100) : 50)).join(' ');
  return { levels, direction: Math.sign(values.at(-1)! - values[0]!) as -1 | 0 | 1 };
}
