import { useEffect, useState } from 'react';

/** Part of a page that is fetched when it is wanted; null until it has arrived. A fetch that failed is made again the next time it is wanted. */
export function useWanted<Part>(load: () => Promise<Part>, isWanted: boolean): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const isMissing = isWanted && part === null;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    // Not as a transition: on a page whose prices take all the time there is, what somebody has asked for would never come.
    load().then((arrived) => !isOver && setPart(() => arrived), () => {});
    return () => {
      isOver = true;
    };
  }, [load, isMissing]);
  return part;
}
