import { useCallback, useEffect, useState } from 'react';
import { withWords } from '#i18n/words.ts';

export type LateParts = typeof import('./late/late-parts.ts');
const load = () => withWords(import('./late/late-parts.ts'));

export interface Late {
  /** null until it has arrived; then still buttons give way to real ones. */
  readonly parts: LateParts | null;
  /** What somebody reached for meanwhile: it opens as soon as it is there. */
  readonly wanted: string | null;
  want(name: string): void;
}

export function useLateParts(): Late {
  const [parts, setParts] = useState<LateParts | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  // A failed fetch leaves the buttons as they are; the next one who reaches for them tries again.
  const fetchParts = useCallback(() => void load().then(setParts, () => {}), []);
  useEffect(() => whenIdle(fetchParts), [fetchParts]);
  const want = useCallback((name: string) => {
    setWanted(name);
    fetchParts();
  }, [fetchParts]);
  return { parts, wanted, want };
}

function whenIdle(fn: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(fn, { timeout: 3_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(fn, 500);
  return () => clearTimeout(timer);
}
