import { startTransition, useCallback, useEffect, useState } from 'react';

/** Part of a page that is fetched when the page has come to rest; null until it has arrived. */
export function useLazy<Part>(load: () => Promise<Part>): { readonly part: Part | null; fetchNow(): void } {
  const [part, setPart] = useState<Part | null>(null);
  // A failed fetch leaves the page as it is; the next one who reaches for it tries again.
  const fetchNow = useCallback(() => void load().then((arrived) => startTransition(() => setPart(() => arrived)), () => {}), [load]);
  useEffect(() => whenIdle(fetchNow), [fetchNow]);
  return { part, fetchNow };
}

function whenIdle(fn: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(fn, { timeout: 3_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(fn, 500);
  return () => clearTimeout(timer);
}
