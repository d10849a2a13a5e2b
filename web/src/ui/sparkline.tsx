import { memo } from 'react';

/** A line without axes; decorative, its numbers stand beside it. One unit per step and whole numbers keep the markup small. */
export const Sparkline = memo(function Sparkline({ values, direction }: { values: readonly number[]; direction: -1 | 0 | 1 }) {
  if (values.length < 2) return null;
  return (
    <svg className={`spark ${direction > 0 ? 'u' : direction < 0 ? 'd' : ''}`} viewBox={`0 -2 ${values.length - 1} 104`} preserveAspectRatio="none" aria-hidden="true">
      <path d={linePath(values)} />
    </svg>
  );
});

function linePath(values: readonly number[]): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return values.map((value, step) => `${step ? 'L' : 'M'}${step} ${span ? Math.round(100 - ((value - low) / span) * 100) : 50}`).join('');
}
