// Open interest of a month: area and axes, without a crosshair; the page of the whole network has one.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApiQueries } from '#api/use-api.tsx';
import { useChartDays } from '#features/figures/use-chart-days.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { chosenUnit } from '#i18n/chosen-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { axisOf } from '#ui/chart/scale.ts';
import { StaticLines } from '#ui/chart/static-lines.tsx';
import type { InterestDays } from './overview-queries.ts';

export function InterestChart({ times, dollars }: InterestDays) {
  const t = useText();
  const format = useFormat();
  const day = useChartDays();
  const { currency: wanted } = usePreferences();
  const { data } = useQuery(useApiQueries().rates());
  // The steps of the axis are round in the currency that is read, so the values are turned into it first.
  const { currency, rate } = chosenUnit(wanted, data?.rates);
  const values = useMemo(() => dollars.map((amount) => amount * rate), [dollars, rate]);
  const axis = useMemo(() => axisOf(values), [values]);
  const money = (value: number) => format.money(value, currency);
  const lines = useMemo(() => [{ id: 'interest', label: '', colour: 'cat-1', values, format: String, hasArea: true } as const], [values]);
  const [first, last] = [times[0]!, times.at(-1)!];
  if (!axis) return null;
  return (
    <div
      className="chart-plot ov-interest"
      role="img"
      aria-label={`${t('overview.openInterest')}, ${day(first)} – ${day(last)}: ${money(values[0]!)} – ${money(values.at(-1)!)}`}
    >
      <div className="chart-area">
        <i className="chart-grid" />
        <StaticLines times={times} lines={lines} axes={{ end: axis, start: null }} shown={{ from: first, to: last }} />
      </div>
      <div className="chart-y end" aria-hidden="true">
        {axis.ticks.toReversed().map((tick) => (
          <span key={tick}>{money(tick)}</span>
        ))}
      </div>
      <div className="chart-x" aria-hidden="true">
        <span>{day(first)}</span>
        <span>{day(last)}</span>
      </div>
    </div>
  );
}
