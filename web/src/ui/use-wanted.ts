import { startTransition, useEffect, useState } from 'react';

/** Part of a page that is fetched when it is wanted; null until it has arrived. A fetch that failed is made again the next time it is wanted. */
export function useWanted<Part>(load: () => Promise<Part>, isWanted: boolean): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const isMissing = isWanted && part === null;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    load().then((arrived) => !isOver && startTransition(() => setPart(() => arrived)), () => {});
    return () => {
      isOver = true;
    };
  }, [load, isMissing]);
  return part;
}
