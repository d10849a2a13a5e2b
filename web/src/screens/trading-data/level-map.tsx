// A map of colours by price and time, with the price as a line over it: the more dollars, the brighter. Each cell is one pixel of a small
// picture that the browser stretches.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { AxisLabels, Grid, TimeLabels } from '#ui/chart/axis-marks.tsx';
import { axisOf } from '#ui/chart/scale.ts';
import { Num } from '#ui/number.tsx';
import { brightnessOf, type LevelPicture } from './level-picture.ts';

interface LevelMapProps {
  readonly picture: LevelPicture;
  readonly labelledBy: string;
  formatPrice(price: number): string;
  formatUsd(usd: number): string;
  formatTime(ms: number, form: 'tick' | 'full'): string;
}

export function LevelMap({ picture, labelledBy, formatPrice, formatUsd, formatTime }: LevelMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<{ readonly column: number; readonly row: number } | null>(null);
  const { times, prices, columns, rows, from, to, lowest, highest } = picture;
  useEffect(() => {
    const box = canvas.current;
    if (!box) return;
    const draw = () => paint(box, picture);
    draw();
    const theme = new MutationObserver(draw);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-vision'] });
    scheme.addEventListener('change', draw);
    return () => {
      theme.disconnect();
      scheme.removeEventListener('change', draw);
    };
  }, [picture]);
  const axis = axisOf([], { range: { from: lowest, to: highest }, format: formatPrice });
  const line = prices.map((price, i) => `${i + 0.5},${rows - ((price - lowest) / (highest - lowest)) * rows}`);
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * times.length);
    const row = rows - 1 - Math.floor(((clientY - top) / height) * rows);
    setPointed(columns[column]?.[row] === undefined ? null : { column, row });
  };
  const at = pointed && columns[pointed.column] ? pointed : { column: times.length - 1, row: picture.brightest };
  const usd = columns[at.column]?.[at.row];
  const priceOf = (row: number) => formatPrice(lowest + ((highest - lowest) * row) / rows);
  return (
    <figure className="chart" aria-labelledby={labelledBy}>
      <p className="chart-note">
        {usd !== undefined && (
          <>
            <Num text={formatTime(times[at.column]!, 'full')} className="when" /> ·{' '}
            <Num text={`${priceOf(at.row)} – ${priceOf(at.row + 1)}`} /> · <Num text={formatUsd(usd)} />
          </>
        )}
      </p>
      <div className="chart-plot level-map">
        <div className="chart-area" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
          <Grid axis={axis} />
          <canvas ref={canvas} width={times.length} height={rows} aria-hidden="true" />
          <svg viewBox={`0 0 ${times.length} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
            <polyline points={line.join(' ')} />
          </svg>
        </div>
        {axis && <AxisLabels side="end" axis={axis} format={formatPrice} />}
        <TimeLabels shown={{ from, to }} room={0} formatTime={formatTime} />
      </div>
    </figure>
  );
}

function paint(canvas: HTMLCanvasElement, picture: LevelPicture): void {
  const { columns, rows } = picture;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = getComputedStyle(canvas).color;
  for (const [x, column] of columns.entries())
    for (const [row, usd] of (column ?? []).entries()) {
      context.globalAlpha = brightnessOf(usd, picture);
      context.fillRect(x, rows - 1 - row, 1, 1);
    }
}
