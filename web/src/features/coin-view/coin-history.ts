// What a price did before: changes over spans, the range of a year, the highest and the lowest ever. What the candles do not reach
// back to is not known, and so is null.
import { candleAt, type CandleRow } from '@tidemark/contract/market.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';

const yearMs = 365 * dayMs;

/** Spans that daily candles tell; an hour and a day are told by others. */
const longSpans = { '7d': 7 * dayMs, '30d': 30 * dayMs, '90d': 90 * dayMs, '1y': yearMs } as const;
type LongSpan = keyof typeof longSpans;

export interface CoinHistory {
  /** The price an hour ago. */
  readonly hourAgo: string | null;
  /** The price that many days ago. */
  readonly before: Readonly<Record<LongSpan, string | null>>;
  readonly yearHigh: string | null;
  readonly yearLow: string | null;
  readonly allTimeHigh: string | null;
  readonly allTimeLow: string | null;
}

/** The last close at or before a moment; null where the candles begin later. */
function closeAt(candles: readonly CandleRow[], intervalMs: number, at: number): string | null {
  return candles.findLast((row) => row[candleAt.openTime] + intervalMs <= at)?.[candleAt.close] ?? null;
}

interface PastCandles {
  readonly minutes: readonly CandleRow[];
  readonly days: readonly CandleRow[];
  readonly months: readonly CandleRow[];
}

/** Of the candles that tell the last hour. */
const minutesMs = 5 * 60_000;

export function historyOf({ minutes, days, months }: PastCandles, now: number, listedAt: number | null): CoinHistory {
  const year = days.filter((row) => row[candleAt.openTime] > now - yearMs - dayMs);
  const reaches = (rows: readonly CandleRow[], by: number) => rows.length > 0 && rows[0]![candleAt.openTime] <= by;
  // A younger coin has its range since it is listed; where the past is cut off, the range is not known.
  const isYearKnown = reaches(days, now - yearMs + dayMs) || (listedAt !== null && reaches(days, listedAt + dayMs));
  const isAllKnown = listedAt !== null && reaches(months, listedAt);
  return {
    hourAgo: closeAt(minutes, minutesMs, now - hourMs),
    before: {
      '7d': closeAt(days, dayMs, now - longSpans['7d']),
      '30d': closeAt(days, dayMs, now - longSpans['30d']),
      '90d': closeAt(days, dayMs, now - longSpans['90d']),
      '1y': closeAt(days, dayMs, now - longSpans['1y']),
    },
    yearHigh: isYearKnown ? extremeOf(year, 'high') : null,
    yearLow: isYearKnown ? extremeOf(year, 'low') : null,
    allTimeHigh: isAllKnown ? extremeOf(months, 'high') : null,
    allTimeLow: isAllKnown ? extremeOf(months, 'low') : null,
  };
}

function extremeOf(rows: readonly CandleRow[], side: 'high' | 'low'): string | null {
  const prices = rows.map((row) => row[candleAt[side]]);
  const sign = side === 'high' ? 1 : -1;
  return prices.toSorted((a, b) => sign * (Number(b) - Number(a)))[0] ?? null;
}
