// The candles as the server draws them: there before any script, until the canvas has drawn the same at the same place.
import type { CandleRow } from '@tidemark/contract/market.ts';
import { memo } from 'react';
import { height, stillOf } from './still-shapes.ts';

export const StillCandles = memo(function StillCandles({ rows }: { rows: readonly CandleRow[] }) {
  const { width, ...sides } = stillOf(rows);
  return (
    <svg
      className="candles-still"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {(['up', 'down'] as const).map((side) => (
        <g key={side} className={side}>
          <path className="volume" d={sides[side].volume} />
          <path className="wick" d={sides[side].wicks} />
          <path d={sides[side].bodies} />
        </g>
      ))}
    </svg>
  );
});
