// How each field of a metric reads.
import { dayMs } from '@tidemark/contract/time.ts';
import type { FieldUnit } from '@tidemark/contract/trading-data.ts';
import { useMemo } from 'react';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFineFormat } from '#i18n/fine-format.ts';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';

export type Figure = (value: number) => string;
export interface Figures {
  figureOf(metric: string, field: string, unit: FieldUnit): Figure;
  /** So many of what a figure reads are one of its values. */
  rateOf(unit: FieldUnit): number;
}
/** Under a chart of two sides both are counted upwards from zero. */
export const twoSided =
  (figure: Figure): Figure =>
  (value) =>
    figure(Math.abs(value));

/** Shares of people and of coins carry no sign; rates and growth do. */
const unsigned = new Set(['longShortAccounts', 'largeAccounts', 'largePositions', 'dominance']);

export function useFigures(): Figures {
  const format = useFormat();
  const fine = useFineFormat();
  const { money, rate } = useInUnit();
  return useMemo(
    () => ({
      figureOf(metric, field, unit) {
        if (unit === 'usd') return money;
        if (unit === 'quote' || unit === 'base' || unit === 'contracts') return (value) => format.money(value);
        if (unit === 'price') return (value) => format.price(value);
        if (unit === 'ratio') return fine.ratio;
        if (unsigned.has(metric)) return fine.share;
        if (field === 'annual') return fine.yearly;
        return metric === 'fundingRate' ? fine.rate : (value) => format.change(value).text;
      },
      rateOf: (unit) => (unit === 'usd' ? rate : 1),
    }),
    [format, fine, money, rate],
  );
}

export type FormatTime = (ms: number, form: 'tick' | 'full') => string;

/** In UTC, as settlements and buckets are. Where days are short, their beginnings are named and the hours between them. */
export function useChartTime(spanMs: number): FormatTime {
  const format = useFormat();
  const { minute, shortDay } = useDayFormat();
  return useMemo(() => {
    const hasHours = spanMs <= 5 * dayMs;
    return (ms, form) => {
      if (form === 'full') return `${format.time(ms, 'dateTime', 'UTC')} UTC`;
      return hasHours && ms % dayMs !== 0 ? minute(ms, 'UTC') : shortDay(ms, 'UTC');
    };
  }, [format, minute, shortDay, spanMs]);
}
