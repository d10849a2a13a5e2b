// What became of 100 by the picks, beside BTC that was simply held.
import { pickCurveDays, type PickCurvePoint } from '@tidemark/contract/picks.ts';
import { useMemo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { Plot } from '#ui/chart/plot.tsx';

export function RecordCurve({ curve }: { curve: readonly PickCurvePoint[] }) {
  const t = useText();
  const format = useFormat();
  const chart = useMemo(() => {
    const write = (value: number) => format.price(value, { precision: 1 });
    const line = (id: 'picks' | 'btc', label: string, colour: ChartLine['colour']): ChartLine => ({
      id,
      label,
      colour,
      values: curve.map((point) => Number(point[id])),
      format: write,
    });
    return {
      times: curve.map(({ at }) => at),
      lines: [line('picks', t('picks.column.net'), 'cat-1'), line('btc', t('picks.column.btc'), 'text-3')],
    };
  }, [curve, format, t]);
  const last = curve.at(-1)!;
  const label = t('picks.curve', { days: pickCurveDays });
  return (
    <figure className="picks-curve">
      <figcaption>
        <span className="picks-note">{label}</span>
        <ul>
          {chart.lines.map(({ id, label: name, colour, format: write }) => (
            <li key={id}>
              <i style={{ background: `var(--${colour})` }} /> {name} <b className="num">{write(Number(last[id as 'picks' | 'btc']))}</b>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart">
        <Plot label={label} times={chart.times} lines={chart.lines} formatTime={(ms) => format.time(ms, 'date', 'UTC')} />
      </div>
    </figure>
  );
}
