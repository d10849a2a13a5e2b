// The lines on a canvas, drawn by uPlot. Loaded only after the page stands; axes, crosshair and words are HTML around it.
import UPlot from 'uplot';
import { axisSideOf, barWidth, partsOf, type ChartColour, type ChartLine } from './chart-line.ts';
import type { Axis } from './scale.ts';
import type { ViewWindow } from './view-window.ts';

export interface CanvasLines {
  draw(picture: Picture): void;
  destroy(): void;
}

export interface View {
  readonly shown: ViewWindow;
  readonly axes: Readonly<Record<'end' | 'start', Axis | null>>;
}

export interface Picture extends View {
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
}

/** Keeps the canvas in the size of its box and in the colours of the theme. */
export function createCanvasLines(box: HTMLElement): CanvasLines {
  let plot: UPlot | null = null;
  let picture: Picture | null = null;

  const redraw = () => {
    plot?.destroy();
    plot = picture && picture.times.length > 0 ? createPlot(box, picture, () => picture!) : null;
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
      const before = picture;
      picture = next;
      const isMoved = before !== null && before.times === next.times && before.lines === next.lines;
      if (!plot || before === null || next.times.length === 0 || !(isMoved || shapeOf(next) === shapeOf(before))) return redraw();
      // The same lines, another stretch of them, cost no more than the drawing.
      if (!isMoved) plot.setData(dataOf(next), false);
      plot.setScale('x', { min: next.shown.from, max: next.shown.to });
    },
    destroy() {
      size.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', redraw);
      plot?.destroy();
    },
  };
}

function createPlot(box: HTMLElement, { times, lines, axes, shown }: Picture, now: () => View): UPlot | null {
  if (box.clientWidth === 0) return null;
  const colourOf = createPalette(box);
  const scales: Record<string, UPlot.Scale> = {
    x: { time: false, min: shown.from, max: shown.to, range: () => [now().shown.from, now().shown.to] },
  };
  for (const side of ['end', 'start'] as const) {
    const axis = axes[side];
    // Asked again whenever the stretch moves.
    if (axis) scales[side] = { range: () => [(now().axes[side] ?? axis).from, (now().axes[side] ?? axis).to] };
  }
  const parts = lines.flatMap(stripesOf);
  const series: UPlot.Series[] = parts.map(({ line, colour: token, isPale }) => {
    const colour = isPale ? withAlpha(colourOf(token), 0.45) : colourOf(token);
    return {
      scale: axisSideOf(line),
      stroke: line.kind === 'bars' ? undefined : colour,
      width: line.kind === 'bars' ? 0 : 1.5,
      fill: line.kind === 'bars' ? colour : line.hasArea ? withAlpha(colour, 0.08) : undefined,
      dash: line.isDashed ? [4, 3] : undefined,
      points: { show: false },
      paths:
        line.kind === 'bars'
          ? line.isThin
            ? thinOrMass
            : barsOrMass
          : line.kind === 'steps'
            ? UPlot.paths.stepped?.({ align: 1 })
            : undefined,
    };
  });
  return new UPlot(
    {
      width: box.clientWidth,
      height: box.clientHeight,
      padding: [0, 0, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      axes: [{ show: false }, { show: false }],
      scales,
      series: [{}, ...series],
    },
    dataOf({ times, lines }),
    box,
  );
}

const mass = UPlot.paths.linear?.();
/** More bars than pixels are one mass, which is drawn by its outline. */
function barsOrMassOf(isThin: boolean): UPlot.Series.PathBuilder {
  const { share, most } = barWidth({ isThin });
  const bars = UPlot.paths.bars?.({ size: [share, most] });
  return (plot, series, first, last) => ((last - first) * 2 > plot.over.clientWidth ? mass! : bars!)(plot, series, first, last);
}
const [barsOrMass, thinOrMass] = [barsOrMassOf(false), barsOrMassOf(true)];

const dataOf = ({ times, lines }: Pick<Picture, 'times' | 'lines'>): UPlot.AlignedData => [
  times as number[],
  ...lines.flatMap(stripesOf).map(({ values }) => values as (number | null)[]),
];

/** What of a picture is more than its figures. */
const shapeOf = ({ lines, axes }: Picture): string =>
  [
    ...lines
      .flatMap(stripesOf)
      .map(({ line: { id, kind, isThin, isDashed, hasArea, axis }, colour, isPale }) =>
        [id, kind, colour, isThin, isDashed, hasArea, axis, isPale].join(),
      ),
    axes.end !== null,
    axes.start !== null,
  ].join(' ');

interface Stripe {
  readonly line: ChartLine;
  readonly colour: ChartColour;
  readonly values: readonly (number | null)[];
  readonly isPale: boolean;
}

/** Paler bars are a stripe of their own. */
const stripesOf = (line: ChartLine): Stripe[] =>
  partsOf(line).flatMap(({ colour, values }): Stripe[] => {
    const { pale } = line;
    if (!pale || pale.size === 0) return [{ line, colour, values, isPale: false }];
    const only = (isPale: boolean) => values.map((value, i) => (pale.has(i) === isPale ? value : null));
    return [false, true].map((isPale) => ({ line, colour, values: only(isPale), isPale }));
  });

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
