// The chart as a picture to keep: drawn anew at a fixed size, with its name, axes and legend, in the colours of the page.
import { axisOn, axisSideOf, barRoom, barWidth, drawnValues, partsOf, type ChartColour, type ChartLine } from './chart-line.ts';
import type { PlotProps } from './plot.tsx';
import { shareOf, type Axis } from './scale.ts';
import { timeTicksOf } from './time-ticks.ts';
import { widened } from './view-window.ts';

const size = { width: 1200, height: 630 };
const plot = { left: 90, top: 96, right: 1110, bottom: 570 };

export function downloadPicture(name: string, chart: PlotProps, near: Element): void {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const style = getComputedStyle(near);
  draw(pen, chart, (token) => style.getPropertyValue(`--${token}`) || style.color, style.fontFamily);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${name}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
  });
}

function draw(
  pen: CanvasRenderingContext2D,
  { label, times, lines, formatTime, range, guides, posts = [] }: PlotProps,
  colour: (token: string) => string,
  font: string,
): void {
  const axes = {
    end: axisOn(lines, 'end', range),
    start: axisOn(lines, 'start'),
  };
  const [first = 0, last = 1] = [times[0], times.at(-1)];
  const shown = widened({ from: first, to: last }, barRoom(times, lines));
  const x = (time: number) => plot.left + (plot.right - plot.left) * shareOf(shown, time);
  const y = (axis: Axis, value: number) => plot.bottom - (plot.bottom - plot.top) * shareOf(axis, value);
  pen.fillStyle = colour('surface');
  pen.fillRect(0, 0, size.width, size.height);
  const write = (
    text: string,
    at: [x: number, y: number],
    {
      token = 'text-3',
      px = 14,
      align = 'left',
      weight = 400,
    }: { token?: string; px?: number; align?: CanvasTextAlign; weight?: number } = {},
  ) => {
    pen.font = `${weight} ${px}px ${font}`;
    pen.fillStyle = colour(token);
    pen.textAlign = align;
    pen.fillText(text, ...at);
  };
  write(label, [plot.left, 40], { token: 'text', px: 22, weight: 600 });
  let along = plot.left;
  for (const line of lines) {
    pen.fillStyle = colour(line.colour);
    pen.fillRect(along, 62, line.belowColour ? 7 : 14, 8);
    if (line.belowColour) {
      pen.fillStyle = colour(line.belowColour);
      pen.fillRect(along + 7, 62, 7, 8);
    }
    write(line.label, [along + 20, 70], { token: 'text-2' });
    along += 44 + pen.measureText(line.label).width;
  }

  pen.lineWidth = 1;
  for (const side of ['end', 'start'] as const) {
    const axis = axes[side];
    const line = lines.find((one) => axisSideOf(one) === side);
    if (!axis || !line) continue;
    for (const tick of axis.ticks) {
      if (side === 'end')
        stroke(pen, colour('grid'), [
          [plot.left, y(axis, tick)],
          [plot.right, y(axis, tick)],
        ]);
      write((line.formatTick ?? line.format)(tick), [side === 'end' ? plot.right + 8 : plot.left - 8, y(axis, tick) + 5], {
        align: side === 'end' ? 'left' : 'right',
        token: 'axis',
      });
    }
  }
  for (const guide of axes.end ? (guides ?? []) : [])
    stroke(
      pen,
      colour('text-3'),
      [
        [plot.left, y(axes.end!, guide)],
        [plot.right, y(axes.end!, guide)],
      ],
      [4, 4],
    );
  for (const { at, text } of posts) {
    stroke(
      pen,
      colour('text-3'),
      [
        [x(at), plot.top],
        [x(at), plot.bottom],
      ],
      [4, 4],
    );
    write(text, [x(at) + 4, plot.bottom - 6], { token: 'axis' });
  }
  for (const time of timeTicksOf(first, last))
    write(formatTime(time, 'tick'), [x(time), plot.bottom + 28], { align: 'center', token: 'axis' });

  pen.lineWidth = 2.5;
  for (const line of lines) {
    const axis = axes[axisSideOf(line)];
    if (axis) drawLine(pen, line, times, colour, x, (value) => y(axis, value));
  }
}

function drawLine(
  pen: CanvasRenderingContext2D,
  line: ChartLine,
  times: readonly number[],
  colourOf: (token: ChartColour) => string,
  x: (time: number) => number,
  y: (value: number) => number,
): void {
  if (line.kind === 'bars') {
    const { share, most } = barWidth(line);
    const wide = Math.max(1, Math.min(most, ((plot.right - plot.left) / Math.max(1, times.length)) * share));
    for (const { colour, values } of partsOf(line)) {
      pen.fillStyle = colourOf(colour);
      values.forEach((value, i) => {
        if (value === null) return;
        pen.globalAlpha = line.pale?.has(i) ? 0.45 : 1;
        pen.fillRect(x(times[i]!) - wide / 2, Math.min(y(0), y(value)), wide, Math.abs(y(value) - y(0)));
      });
    }
    pen.globalAlpha = 1;
    return;
  }
  const colour = colourOf(line.colour);
  let stretch: [number, number][] = [];
  const end = () => {
    stroke(pen, colour, stretch, line.isDashed ? [8, 6] : []);
    stretch = [];
  };
  drawnValues(line).forEach((value, i) => {
    if (value === null) return end();
    const point: [number, number] = [x(times[i]!), y(value)];
    const before = stretch.at(-1);
    if (line.kind === 'steps' && before) stretch.push([point[0], before[1]]);
    stretch.push(point);
  });
  end();
}

function stroke(pen: CanvasRenderingContext2D, colour: string, points: readonly (readonly [number, number])[], dash: number[] = []): void {
  pen.strokeStyle = colour;
  pen.setLineDash(dash);
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.stroke();
  pen.setLineDash([]);
}
