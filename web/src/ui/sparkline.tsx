import { memo } from 'react';

/**
 * A line without axes; decorative, its numbers stand beside it. levels: heights from 0 to 100 parted by spaces. One unit per
 * step and whole numbers keep the markup small.
 */
export const Sparkline = memo(function Sparkline({ levels, direction }: { levels: string; direction: -1 | 0 | 1 }) {
  const heights = levels.split(' ');
  return (
    <svg
      className={`spark ${direction > 0 ? 'u' : direction < 0 ? 'd' : ''}`}
      viewBox={`0 -2 ${heights.length - 1} 104`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M${heights.map((height, step) => `${step} ${100 - Number(height)}`).join(' ')}`} />
    </svg>
  );
});
