import { useEffect, useRef, type AnimationEvent, type RefObject } from 'react';
import type { Figures } from './column.ts';

const atMostEveryMs = 1_000;

/** A short tint behind a price that moved. Written to the element itself: a flash is not worth a render. */
export function useFlash({ last, direction = 0 }: Figures): {
  ref: RefObject<HTMLSpanElement | null>;
  onAnimationEnd(event: AnimationEvent<HTMLElement>): void;
} {
  const ref = useRef<HTMLSpanElement>(null);
  const shown = useRef<string>(undefined);
  const flashedAt = useRef(-atMostEveryMs);

  useEffect(() => {
    if (last === shown.current) return;
    const isFirst = shown.current === undefined;
    shown.current = last;
    const now = performance.now();
    if (isFirst || direction === 0 || now - flashedAt.current < atMostEveryMs) return;
    flashedAt.current = now;
    ref.current?.classList.add(direction > 0 ? 'tick-u' : 'tick-d');
  }, [last, direction]);

  return { ref, onAnimationEnd: ({ currentTarget }) => currentTarget.classList.remove('tick-u', 'tick-d') };
}
