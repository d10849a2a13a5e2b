// The stretch of time that charts side by side show. Kept outside of components: while the user drags, only the plots in sight
// draw, once a frame, and nothing else on the page is touched.
import type { ViewWindow } from './view-window.ts';

export interface SharedWindow {
  get(): ViewWindow | null;
  set(window: ViewWindow | null): void;
  watch(listener: () => void): () => void;
}

export function createSharedWindow(initial: ViewWindow | null, onSet: (window: ViewWindow | null) => void = () => {}): SharedWindow {
  const listeners = new Set<() => void>();
  let shown = initial;
  let isPlanned = false;
  const tell = () => {
    isPlanned = false;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => shown,
    set(window) {
      if (shown?.from === window?.from && shown?.to === window?.to) return;
      shown = window;
      onSet(window);
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(tell);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
