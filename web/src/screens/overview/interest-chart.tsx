// Open interest of a month: area and axes, without a crosshair; the page of the whole network has one.
import { useMemo } from 'react';
import { useApiQueries } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { useChartDays } from '#features/figures/use-chart-days.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { chosenUnit } from '#i18n/chosen-unit.ts';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { AxisLabels, Grid, TimeLabels } from '#ui/chart/axis-marks.tsx';
import { axisOn } from '#ui/chart/chart-line.ts';
import { StaticLines } from '#ui/chart/static-lines.tsx';
import type { InterestDays } from './overview-queries.ts';

export function InterestChart({ times, dollars }: Pick<InterestDays, 'times' | 'dollars'>) {
  const t = useText();
  const format = useFormat();
  const day = useChartDays();
  const { shortDay } = useDayFormat();
  const { currency: wanted } = usePreferences();
  const { data } = usePageQuery(useApiQueries().rates());
  // The labels of the axis are round in the currency that is read.
  const { currency, rate } = chosenUnit(wanted, data?.rates);
  const lines = useMemo(() => {
    const money = (value: number) => format.money(value * rate, currency);
    return [{ id: 'interest', label: '', colour: 'cat-1', values: dollars, rate, format: money, hasArea: true }] as const;
  }, [dollars, rate, currency, format]);
  const axis = useMemo(() => axisOn(lines, 'end'), [lines]);
  const { format: money } = lines[0];
  const [first, last] = [times[0]!, times.at(-1)!];
  if (!axis) return null;
  return (
    <div
      className="chart-plot ov-interest"
      role="img"
      aria-label={`${t('overview.openInterest')}, ${day(first)} – ${day(last)}: ${money(dollars[0]!)} – ${money(dollars.at(-1)!)}`}
    >
      <div className="chart-area">
        <Grid axis={axis} />
        <StaticLines times={times} lines={lines} axes={{ end: axis, start: null }} shown={{ from: first, to: last }} />
      </div>
      <AxisLabels side="end" axis={axis} format={money} />
      <TimeLabels shown={{ from: first, to: last }} room={0} formatTime={(ms) => shortDay(ms, 'UTC')} />
    </div>
  );
}
