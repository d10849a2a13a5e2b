import type { Clock } from '#platform/clock.ts';

export interface AskedKeys {
  /** Once in so long for each key. */
  mayAsk(key: string): boolean;
  /** Keys that are remembered: those that may not be asked again yet. */
  readonly size: number;
}

export function createAskedKeys({ clock, againMs }: { readonly clock: Pick<Clock, 'now'>; readonly againMs: number }): AskedKeys {
  /** Oldest first. */
  const askedAt = new Map<string, number>();
  return {
    mayAsk(key) {
      const now = clock.now();
      for (const [known, at] of askedAt) {
        if (now - at < againMs) break;
        askedAt.delete(known);
      }
      if (askedAt.has(key)) return false;
      askedAt.set(key, now);
      return true;
    },
    get size() {
      return askedAt.size;
    },
  };
}
