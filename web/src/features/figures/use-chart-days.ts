import { useCallback } from 'react';
import { useFormat } from '#i18n/format.ts';

/** Days of a chart, in UTC on both sides: a day there is a day of the market. */
export function useChartDays(): (ms: number) => string {
  const format = useFormat();
  return useCallback((ms: number) => format.time(ms, 'date', 'UTC'), [format]);
}
