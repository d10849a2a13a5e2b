import { useEffect, useRef, type AnimationEvent, type RefObject } from 'react';
import type { LiveQuote } from '#live/quotes.ts';

const atMostEveryMs = 1_000;

/** A short tint behind a price that moved. Written to the element itself: a flash is not worth a render. */
export function useFlash(quote: LiveQuote | undefined): { ref: RefObject<HTMLSpanElement | null>; onAnimationEnd(event: AnimationEvent<HTMLElement>): void } {
  const ref = useRef<HTMLSpanElement>(null);
  const shown = useRef<string>(undefined);
  const flashedAt = useRef(-atMostEveryMs);

  useEffect(() => {
    if (!quote || quote.last === shown.current) return;
    const isFirst = shown.current === undefined;
    shown.current = quote.last;
    const now = performance.now();
    if (isFirst || quote.direction === 0 || now - flashedAt.current < atMostEveryMs) return;
    flashedAt.current = now;
    ref.current?.classList.add(quote.direction > 0 ? 'tick-u' : 'tick-d');
  }, [quote]);

  return { ref, onAnimationEnd: ({ currentTarget }) => currentTarget.classList.remove('tick-u', 'tick-d') };
}
