// Buttons of charts only: their drawings stay out of the sprite that every page carries.
import type { ComponentProps } from 'react';

const drawings = {
  picture: 'M2.5 3.5h11v9h-11zM2.5 11l3.5-3.500 3 3 2-2 2.500 2.500M10.500 6h0',
  expand: 'M9.500 2.500h4v4M13.500 2.500l-4 4M6.500 13.500h-4v-4M2.500 13.500l4-4',
  zoomIn: 'M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9M10.500 10.500l3 3M7 5v4M5 7h4',
  zoomOut: 'M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9M10.500 10.500l3 3M5 7h4',
  whole: 'M2.500 3v10M13.500 3v10M5 8h6M6.500 6.500L5 8l1.500 1.500M9.500 6.500L11 8l-1.500 1.500',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 7.500V11M8 5h0',
} as const;
export type Drawing = keyof typeof drawings;

export const Drawn = ({ drawing }: { drawing: Drawing }) => (
  <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[drawing]} />
  </svg>
);

export function DrawnButton({ drawing, label, ...rest }: ComponentProps<'button'> & { drawing: Drawing; label: string }) {
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} {...rest}>
      <Drawn drawing={drawing} />
    </button>
  );
}
