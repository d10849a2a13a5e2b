// The lines on a canvas, drawn by uPlot. Loaded only after the page stands; axes, crosshair and words are HTML around it.
import UPlot from 'uplot';
import { axisSideOf, drawnValues, type ChartLine } from './chart-line.ts';
import type { Axis } from './scale.ts';

export interface CanvasLines {
  draw(picture: Picture): void;
  destroy(): void;
}

export interface Picture {
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly axes: Readonly<Record<'end' | 'start', Axis | null>>;
}

/** Keeps the canvas in the size of its box and in the colours of the theme. */
export function createCanvasLines(box: HTMLElement): CanvasLines {
  let plot: UPlot | null = null;
  let picture: Picture | null = null;

  const redraw = () => {
    plot?.destroy();
    plot = picture && picture.times.length > 0 ? createPlot(box, picture) : null;
  };
  const size = new ResizeObserver(() => {
    if (plot) plot.setSize({ width: box.clientWidth, height: box.clientHeight });
    else redraw();
  });
  const theme = new MutationObserver(redraw);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  size.observe(box);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-updown', 'data-vision'] });
  scheme.addEventListener('change', redraw);

  return {
    draw(next) {
      picture = next;
      redraw();
    },
    destroy() {
      size.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', redraw);
      plot?.destroy();
    },
  };
}

function createPlot(box: HTMLElement, { times, lines, axes }: Picture): UPlot | null {
  if (box.clientWidth === 0) return null;
  const colourOf = createPalette(box);
  const scales: Record<string, UPlot.Scale> = { x: { time: false, range: [times[0]!, times.at(-1)!] } };
  for (const side of ['end', 'start'] as const) {
    const axis = axes[side];
    if (axis) scales[side] = { range: [axis.from, axis.to] };
  }
  const parts = lines.flatMap(partsOf);
  const series: UPlot.Series[] = parts.map(({ line, isPale }) => {
    const colour = isPale ? withAlpha(colourOf(line.colour), 0.45) : colourOf(line.colour);
    return {
      scale: axisSideOf(line),
      stroke: line.kind === 'bars' ? undefined : colour,
      width: line.kind === 'bars' ? 0 : 1.5,
      fill: line.kind === 'bars' ? colour : line.hasArea ? withAlpha(colour, 0.08) : undefined,
      dash: line.isDashed ? [4, 3] : undefined,
      points: { show: false },
      paths: line.kind === 'bars' ? UPlot.paths.bars?.({ size: [0.8, 28] }) : line.kind === 'steps' ? UPlot.paths.stepped?.({ align: 1 }) : undefined,
    };
  });
  return new UPlot(
    { width: box.clientWidth, height: box.clientHeight, padding: [0, 0, 0, 0], legend: { show: false }, cursor: { show: false }, axes: [{ show: false }, { show: false }], scales, series: [{}, ...series] },
    [times as number[], ...parts.map(({ values }) => values as (number | null)[])],
    box,
  );
}

interface Part {
  readonly line: ChartLine;
  readonly values: readonly (number | null)[];
  readonly isPale: boolean;
}

/** A bar that is still forming is a part of its own, in a paler colour. */
function partsOf(line: ChartLine): Part[] {
  const values = drawnValues(line);
  if (!line.isForming) return [{ line, values, isPale: false }];
  const last = values.length - 1;
  return [
    { line, values: values.map((value, i) => (i === last ? null : value)), isPale: false },
    { line, values: values.map((value, i) => (i === last ? value : null)), isPale: true },
  ];
}

/** A canvas does not understand tokens; the browser tells what each is in this theme. */
function createPalette(box: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = document.createElement('span');
    probe.style.color = `var(--${token})`;
    box.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

const withAlpha = (colour: string, alpha: number): string => colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);
