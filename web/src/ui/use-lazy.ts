import { startTransition, useCallback, useEffect, useState } from 'react';

/** Part of a page that is fetched when the page has come to rest; null until it has arrived. */
export function useLazy<Part>(load: () => Promise<Part>): { readonly part: Part | null; loadNow(): void } {
  const [part, setPart] = useState<Part | null>(null);
  // A failed fetch leaves the page as it is; the next use tries again.
  const loadNow = useCallback(
    () =>
      void load().then(
        (arrived) => startTransition(() => setPart(() => arrived)),
        () => {},
      ),
    [load],
  );
  useEffect(() => whenIdle(loadNow), [loadNow]);
  return { part, loadNow };
}

function whenIdle(fn: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(fn, { timeout: 3_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(fn, 500);
  return () => clearTimeout(timer);
}
