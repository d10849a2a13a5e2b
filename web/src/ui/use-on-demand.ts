import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Part of a page that is fetched when it is wanted; null until it has arrived. A fetch that failed is made again the next time it is
 * wanted; the waiting part hears of it by onFailure.
 */
export function useOnDemand<Part>(load: () => Promise<Part>, isWanted: boolean, onFailure?: () => void): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const isMissing = isWanted && part === null;
  const fail = useEffectEvent(() => onFailure?.());
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    // Not as a transition: on a page whose prices take all the time there is, the part that the user asked for would never come.
    load().then(
      (arrived) => !isOver && setPart(() => arrived),
      () => !isOver && fail(),
    );
    return () => {
      isOver = true;
    };
  }, [load, isMissing]);
  return part;
}
