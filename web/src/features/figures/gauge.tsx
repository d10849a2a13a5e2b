// A half circle from fear to greed; the figure stands in its middle. Drawn once, on the server.
import type { Output } from '@tidemark/contract/wire.ts';
import type { Calls } from '@tidemark/contract/calls.ts';

type Bands = Output<Calls['fearGreed']>['bands'];

const centre = { x: 108, y: 106 };
const radius = 92;
/** Degrees between two bands. */
const gap = 1.3;

const pointAt = (value: number, at = radius): string => {
  const angle = Math.PI * (1 - value / 100);
  return `${(centre.x + at * Math.cos(angle)).toFixed(1)} ${(centre.y - at * Math.sin(angle)).toFixed(1)}`;
};

export function Gauge({ value, bands, label, word }: { value: number; bands: Bands; label: string; word: string }) {
  const turn = (value / 100) * 180 - 90;
  return (
    <svg className="gauge" viewBox="0 0 216 124" role="img" aria-label={label}>
      {bands.map(({ band, upTo }, i) => {
        const from = (i === 0 ? 0 : bands[i - 1]!.upTo) + (i === 0 ? 0 : gap / 2);
        const to = upTo - (i === bands.length - 1 ? 0 : gap / 2);
        return (
          <path
            key={band}
            d={`M${pointAt(from)}A${radius} ${radius} 0 0 1 ${pointAt(to)}`}
            stroke={`var(--fg-${i + 1})`}
            strokeWidth="10"
            fill="none"
          />
        );
      })}
      <path d="M-6 -9H6L0 0z" transform={`translate(${pointAt(value, radius + 3)}) rotate(${turn.toFixed(1)})`} className="gauge-mark" />
      <text x={centre.x} y="92" className="gauge-figure">
        {Math.round(value)}
      </text>
      <text x={centre.x} y="116" className="gauge-word">
        {word}
      </text>
    </svg>
  );
}
