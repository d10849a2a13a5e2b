// The lines as the server draws them: there before any script, of the same size and at the same place as what follows.
import { Fragment, memo } from 'react';
import { axisSideOf, barWidth, drawnValues, partsOf, type ChartLine } from './chart-line.ts';
import { shareOf, type Axis } from './scale.ts';
import type { ViewWindow } from './view-window.ts';

const width = 600;
const height = 200;
/** A first impression needs no more, and the page stays small. */
const maxPoints = 160;

interface StaticLinesProps {
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly axes: Readonly<Record<'end' | 'start', Axis | null>>;
  readonly shown: ViewWindow;
}

export const StaticLines = memo(function StaticLines({ times, lines, axes, shown }: StaticLinesProps) {
  return (
    <svg className="chart-still" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {lines.map((line) => {
        const axis = axes[axisSideOf(line)];
        if (!axis) return null;
        if (line.kind === 'bars')
          return partsOf(line).map(({ colour, values }) => (
            <path key={`${line.id} ${colour}`} d={barsOf(times, line, values, axis, shown)} fill={`var(--${colour})`} />
          ));
        const d = lineOf(times, line, axis, shown);
        const colour = `var(--${line.colour})`;
        return (
          <Fragment key={line.id}>
            {line.hasArea && <path d={lineOf(times, line, axis, shown, true)} fill={colour} fillOpacity="0.08" />}
            <path d={d} fill="none" stroke={colour} strokeWidth="1.5" strokeDasharray={line.isDashed ? '4 3' : undefined} />
          </Fragment>
        );
      })}
    </svg>
  );
});

const short = (value: number): string => String(Math.round(value * 10) / 10);

const xOf = (times: readonly number[], index: number, shown: ViewWindow): number => width * shareOf(shown, times[index]!);

/** isArea: each piece goes down to the bottom of the plot at both of its ends. */
function lineOf(times: readonly number[], line: ChartLine, axis: Axis, shown: ViewWindow, isArea = false): string {
  const every = Math.max(1, Math.ceil(times.length / maxPoints));
  let path = '';
  let isOpen = false;
  for (let i = 0; i < times.length; i++) {
    if (i % every !== 0 && i !== times.length - 1) continue;
    const value = drawnValues(line)[i];
    if (value === null || value === undefined) {
      if (isOpen && isArea) path += `V${height}z`;
      isOpen = false;
      continue;
    }
    const x = short(xOf(times, i, shown));
    const y = short(height * (1 - shareOf(axis, value)));
    path += !isOpen ? (isArea ? `M${x} ${height}V${y}` : `M${x} ${y}`) : line.kind === 'steps' ? `H${x}V${y}` : `L${x} ${y}`;
    isOpen = true;
  }
  return isOpen && isArea ? `${path}V${height}z` : path;
}

function barsOf(times: readonly number[], line: ChartLine, values: readonly (number | null)[], axis: Axis, shown: ViewWindow): string {
  const { share, most } = barWidth(line);
  const wide = Math.max(0.5, Math.min(most, (width / Math.max(times.length, 1)) * share));
  const zero = height * (1 - shareOf(axis, 0));
  return values
    .map((value, i) =>
      value === null || times[i] === undefined
        ? ''
        : `M${short(xOf(times, i, shown) - wide / 2)} ` +
          `${short(zero)}h${short(wide)}V${short(height * (1 - shareOf(axis, value)))}h${short(-wide)}z`,
    )
    .join('');
}
