/** By the calendar of the reader: where clocks are changed, a day has 23 or 25 hours. */
export function nearDayOf(ms: number, nowMs: number): 'today' | 'yesterday' | null {
  const now = new Date(nowMs);
  const day = new Date(ms).toDateString();
  if (day === now.toDateString()) return 'today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12);
  return day === yesterday.toDateString() ? 'yesterday' : null;
}
