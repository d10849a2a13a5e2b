// Which point the user looks at: by pointer, by finger or by the arrow keys.
import { createContext, useContext, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { nearestIndex } from './scale.ts';
import type { PannedView } from './use-view-window.ts';
import { windowAround } from './view-window.ts';

export interface Crosshair {
  readonly index: number | null;
  readonly handlers: {
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerLeave(): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onBlur(): void;
  };
}

/** The moment that charts side by side look at together. Without it each chart has its own. */
export interface SharedMoment {
  readonly at: number | null;
  set(at: number | null): void;
}
export const SharedMomentContext = createContext<SharedMoment | null>(null);

const pageSteps = 10;

export function useCrosshair(
  times: readonly number[],
  { shown, whole, set, onKey }: Pick<PannedView, 'shown' | 'whole' | 'set' | 'onKey'>,
): Crosshair {
  const shared = useContext(SharedMomentContext);
  const [own, setOwn] = useState<number | null>(null);
  const at = shared ? shared.at : own;
  const last = times.length - 1;
  const index = at === null || last < 0 ? null : nearestIndex(times, at);
  const setChosen = (next: number | null) => (shared?.set ?? setOwn)(next === null ? null : (times[next] ?? null));

  const point = (event: PointerEvent<HTMLElement>) => {
    if (last < 0) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    setChosen(nearestIndex(times, shown.from + share * (shown.to - shown.from)));
  };

  return {
    index,
    handlers: {
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: () => setChosen(null),
      onBlur: () => setChosen(null),
      onKeyDown(event) {
        if (last < 0 || onKey(event, index === null ? null : times[index]!)) return;
        const at = index ?? nearestIndex(times, shown.to);
        // Charts run left to right in every language, so the arrows do not follow the direction of the text.
        const next =
          event.key === 'ArrowLeft' || event.key === 'ArrowDown'
            ? at - 1
            : event.key === 'ArrowRight' || event.key === 'ArrowUp'
              ? at + 1
              : event.key === 'PageDown'
                ? at - pageSteps
                : event.key === 'PageUp'
                  ? at + pageSteps
                  : event.key === 'Home'
                    ? 0
                    : event.key === 'End'
                      ? last
                      : null;
        if (event.key === 'Escape') setChosen(null);
        if (next === null) return;
        event.preventDefault();
        const chosen = Math.min(last, Math.max(0, next));
        setChosen(chosen);
        const window = windowAround(shown, whole, times[chosen]!);
        if (window && (window.from !== shown.from || window.to !== shown.to)) set(window);
      },
    },
  };
}
