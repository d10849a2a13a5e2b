// The plot: grid, lines, axes, crosshair. Left-to-right in every language. Labels are HTML, so that text never scales.
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { AxisLabels, Grid, Posts, TimeLabels, type Post } from './axis-marks.tsx';
import { axisOn, axisSideOf, barRoom, type ChartLine } from './chart-line.ts';
import { shareOf, type Axis } from './scale.ts';
import { StaticLines } from './static-lines.tsx';
import { useCrosshair } from './use-crosshair.ts';
import { useViewWindow } from './use-view-window.ts';
import { placesWithin, type ViewWindow } from './view-window.ts';
import type { CanvasLines, Picture } from './canvas-lines.ts';

export interface PlotProps {
  readonly label: string;
  /** ms, rising. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** 'tick' stands under the plot, 'full' in the crosshair. */
  formatTime(ms: number, form: 'tick' | 'full'): string;
  /** Fixes the axis at the end, e.g. 0 to 100. Always the same object. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  /** A dashed line across: zero, a half, a threshold. */
  readonly guides?: readonly number[] | undefined;
  /** A dashed line down at a moment, with a word on it. */
  readonly posts?: readonly Post[] | undefined;
  /** What is to be said of a place besides its values. */
  readonly notes?: ReadonlyMap<number, string> | undefined;
  /** Moments at which something happened, as points on the axis at the end. */
  readonly marks?: readonly { readonly at: number; readonly value: number }[] | undefined;
}

export function Plot({ label, times, lines, formatTime, range, guides, posts, notes, marks }: PlotProps) {
  const area = useRef<HTMLDivElement>(null);
  const room = useMemo(() => barRoom(times, lines), [times, lines]);
  const view = useViewWindow(times, area, room);
  const { from, to } = view.shown;
  // The axis fits what is in sight.
  const axes = useMemo(() => {
    const { first, last } = placesWithin(times, { from, to });
    return {
      end: axisOn(lines, 'end', range, first, last),
      start: axisOn(lines, 'start', undefined, first, last),
    };
  }, [times, lines, range, from, to]);
  const crosshair = useCrosshair(times, view);
  const { box, isDrawn } = useCanvas(times, lines, { axes, from, to });
  const index = crosshair.index !== null && times[crosshair.index]! >= from && times[crosshair.index]! <= to ? crosshair.index : null;
  const said = index === null ? label : describe(index, times, lines, formatTime, notes);
  const handlers = {
    ...crosshair.handlers,
    ...view.handlers,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      view.handlers.onPointerDown(event);
      crosshair.handlers.onPointerDown(event);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      view.handlers.onPointerMove(event);
      crosshair.handlers.onPointerMove(event);
    },
  };

  return (
    <div className={axes.start ? 'chart-plot two' : 'chart-plot'}>
      {axes.start && <LineLabels side="start" axis={axes.start} lines={lines} />}
      <div ref={area} className="chart-area">
        <Grid axis={axes.end ?? axes.start} />
        {axes.end &&
          guides
            ?.filter((guide) => guide >= axes.end!.from && guide <= axes.end!.to)
            .map((guide) => <i key={guide} className="chart-guide" style={{ insetBlockEnd: `${100 * shareOf(axes.end!, guide)}%` }} />)}
        {posts && <Posts posts={posts} shown={view.shown} />}
        {!isDrawn && <StaticLines times={times} lines={lines} axes={axes} shown={view.shown} />}
        <div ref={box} className="chart-canvas" aria-hidden="true" />
        {axes.end &&
          marks
            ?.filter(({ at }) => at >= from && at <= to)
            .map(({ at, value }) => (
              <i
                key={at}
                className="chart-mark"
                style={{
                  left: `${100 * shareOf({ from, to }, at)}%`,
                  bottom: `${100 * Math.min(1, Math.max(0, shareOf(axes.end!, value)))}%`,
                }}
              />
            ))}
        <div
          className="chart-cursor"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, times.length - 1)}
          aria-valuenow={index ?? Math.max(0, times.length - 1)}
          aria-valuetext={said}
          {...handlers}
        />
        {index !== null && (
          <Marks
            index={index}
            times={times}
            lines={lines}
            axes={axes}
            shown={view.shown}
            formatTime={formatTime}
            note={notes?.get(index)}
          />
        )}
      </div>
      {axes.end && <LineLabels side="end" axis={axes.end} lines={lines} />}
      {/* Charts of bars label the same stretch as charts of lines beside them. */}
      <TimeLabels shown={view.shown} room={room} formatTime={formatTime} />
    </div>
  );
}

function LineLabels({ side, axis, lines }: { side: 'end' | 'start'; axis: Axis; lines: readonly ChartLine[] }) {
  const line = lines.find((one) => axisSideOf(one) === side)!;
  return <AxisLabels side={side} axis={axis} format={line.formatTick ?? line.format} colour={side === 'start' ? line.colour : undefined} />;
}

interface MarksProps {
  readonly index: number;
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly axes: Readonly<Record<'end' | 'start', Axis | null>>;
  readonly shown: ViewWindow;
  readonly note: string | undefined;
  formatTime: PlotProps['formatTime'];
}

function Marks({ index, times, lines, axes, shown, formatTime, note }: MarksProps) {
  const across = 100 * shareOf(shown, times[index]!);
  // The plot runs left to right in every language, so sides are physical here.
  const tip = across > 50 ? { right: `calc(${100 - across}% + 12px)` } : { left: `calc(${across}% + 12px)` };
  return (
    <>
      <i className="chart-cross" style={{ left: `${across}%` }} />
      {lines.map((line) => {
        const axis = axes[axisSideOf(line)];
        const value = line.values[index];
        if (!axis || value === null || value === undefined || line.kind === 'bars') return null;
        return (
          <i
            key={line.id}
            className="chart-point"
            style={{ left: `${across}%`, bottom: `${100 * shareOf(axis, value)}%`, background: `var(--${line.colour})` }}
          />
        );
      })}
      <div className="chart-tip" style={tip} aria-hidden="true">
        <b>{formatTime(times[index]!, 'full')}</b>
        {note && <em>{note}</em>}
        {lines.map((line) => (
          <span key={line.id}>
            <span>{line.label}</span>
            <span className="num">{valueText(line, index)}</span>
          </span>
        ))}
      </div>
    </>
  );
}

export const valueText = (line: ChartLine, index: number): string => {
  const value = line.values[index];
  return value === null || value === undefined ? '--' : line.format(value);
};

const describe = (
  index: number,
  times: readonly number[],
  lines: readonly ChartLine[],
  formatTime: PlotProps['formatTime'],
  notes: PlotProps['notes'],
): string =>
  [
    formatTime(times[index]!, 'full'),
    ...lines.map((line) => `${line.label} ${valueText(line, index)}`),
    ...(notes?.has(index) ? [notes.get(index)!] : []),
  ].join(', ');

/** The still picture stays until the canvas has drawn the same. */
function useCanvas(
  times: readonly number[],
  lines: readonly ChartLine[],
  { axes, from, to }: { axes: MarksProps['axes']; from: number; to: number },
) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<CanvasLines | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const newest = useRef<Picture>({ times, lines, axes, shown: { from, to } });
  newest.current = { times, lines, axes, shown: { from, to } };

  useEffect(() => {
    let isHere = true;
    void import('./canvas-lines.ts').then(
      ({ createCanvasLines }) => {
        if (!isHere || !box.current) return;
        canvas.current = createCanvasLines(box.current);
        canvas.current.draw(newest.current);
        setDrawn(true);
      },
      // Without the canvas the still picture goes on showing the truth.
      () => {},
    );
    return () => {
      isHere = false;
      canvas.current?.destroy();
      canvas.current = null;
    };
  }, []);
  useEffect(() => canvas.current?.draw({ times, lines, axes, shown: { from, to } }), [times, lines, axes, from, to]);
  return { box, isDrawn };
}
