// How long the past of a far source is kept, by the length of its periods.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';

const year = 365;

/** Short periods have many rows that are soon read no more; the exchange still has them for a reader who asks. null = for ever. */
export const keptDays: Readonly<Record<CandleInterval, number | null>> = {
  '1m': 30,
  '3m': 60,
  '5m': 90,
  '15m': 180,
  '30m': year,
  '1h': 2 * year,
  '2h': 2 * year,
  '4h': 5 * year,
  '6h': 5 * year,
  '12h': 5 * year,
  '1d': null,
  '3d': null,
  '1w': null,
  '1M': null,
};

export const keptSince = (period: CandleInterval, nowMs: number): number => {
  const days = keptDays[period];
  return days === null ? -Infinity : nowMs - days * dayMs;
};
