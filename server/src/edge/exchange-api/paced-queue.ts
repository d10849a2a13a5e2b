// Work that may wait a moment: so much of it at every beat, in the order it came, however much there is. What does not fit is left out.
import type { Clock } from '#platform/clock.ts';

export interface PacedQueue {
  /** The returned function takes it back. */
  add(work: () => void): () => void;
  stop(): void;
}

export function createPacedQueue(
  clock: Clock,
  { everyMs, atOnce, mostWaiting }: { readonly everyMs: number; readonly atOnce: number; readonly mostWaiting: number },
): PacedQueue {
  const waiting = new Set<{ readonly work: () => void }>();
  const cancel = clock.every(everyMs, () => {
    for (const next of [...waiting].slice(0, atOnce)) {
      waiting.delete(next);
      next.work();
    }
  });
  return {
    add(work) {
      const own = { work };
      if (waiting.size < mostWaiting) waiting.add(own);
      return () => void waiting.delete(own);
    },
    stop() {
      cancel();
      waiting.clear();
    },
  };
}
