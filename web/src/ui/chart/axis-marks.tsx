// What stands around a plot: lines across it, and labels of values and times. Labels are HTML, so that text never scales.
import type { ChartColour } from './chart-line.ts';
import { shareOf, type Axis } from './scale.ts';
import { timeTicksOf } from './time-ticks.ts';
import type { ViewWindow } from './view-window.ts';

export const Grid = ({ axis }: { axis: Axis | null }) => (
  <i className="chart-grid" aria-hidden="true">
    {axis?.ticks.map((tick) => (
      <i key={tick} style={{ bottom: `${100 * shareOf(axis, tick)}%` }} />
    ))}
  </i>
);

interface AxisLabelsProps {
  readonly side: 'end' | 'start';
  readonly axis: Axis;
  /** Of a second unit, so that it is seen which line it belongs to. */
  readonly colour?: ChartColour | undefined;
  format(value: number): string;
}

export const AxisLabels = ({ side, axis, colour, format }: AxisLabelsProps) => (
  <div
    className={`chart-y ${side}`}
    style={colour && { color: `color-mix(in srgb, var(--${colour}) 75%, var(--text))` }}
    aria-hidden="true"
  >
    {axis.ticks.toReversed().map((tick) => (
      <span key={tick} style={{ bottom: `${100 * shareOf(axis, tick)}%` }}>
        {format(tick)}
      </span>
    ))}
  </div>
);

export interface Post {
  readonly at: number;
  readonly text: string;
}

export const Posts = ({ posts, shown }: { posts: readonly Post[]; shown: ViewWindow }) => (
  <i className="chart-posts" aria-hidden="true">
    {posts
      .filter(({ at }) => at >= shown.from && at <= shown.to)
      .map(({ at, text }) => (
        <i key={at} style={{ left: `${100 * shareOf(shown, at)}%` }}>
          <bdi>{text}</bdi>
        </i>
      ))}
  </i>
);

interface TimeLabelsProps {
  readonly shown: ViewWindow;
  /** What of the stretch on either side is there for the outermost bars only. */
  readonly room: number;
  formatTime(ms: number, form: 'tick' | 'full'): string;
}

export function TimeLabels({ shown, room, formatTime }: TimeLabelsProps) {
  const labels = timeTicksOf(shown.from + room, shown.to - room).map((at) => ({ at, text: formatTime(at, 'tick') }));
  // Where times are written shorter than they are apart, one of each text is enough.
  return <LabelsAcross shown={shown} labels={labels.filter(({ text }, i) => text !== labels[i - 1]?.text)} />;
}

export const LabelsAcross = ({
  shown,
  labels,
}: {
  shown: ViewWindow;
  labels: readonly { readonly at: number; readonly text: string }[];
}) => (
  <div className="chart-x placed" aria-hidden="true">
    {labels.map(({ at, text }) => {
      const across = 100 * shareOf(shown, at);
      // The first and the last keep within the plot.
      return (
        <span key={at} style={{ left: `${across}%`, translate: `-${across}%` }}>
          {text}
        </span>
      );
    })}
  </div>
);
