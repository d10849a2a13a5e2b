import { staleAfterMs } from '@tidemark/contract/market.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { useLive } from './use-quote.tsx';

/** How old a stale price is, in whole seconds; null while it is fresh. A fresh cell does not render as the time goes by. */
export function useStaleAge(symbolId: string): number | null {
  const { clock, quotes } = useLive();
  const watch = useCallback((fn: () => void) => clock.watch(1_000, fn), [clock]);
  const read = () => {
    const quote = quotes.get(symbolId);
    const ageMs = quote ? clock.read() - quote.ts : 0;
    return ageMs > staleAfterMs ? Math.floor(ageMs / 1_000) * 1_000 : null;
  };
  return useSyncExternalStore(watch, read, () => null);
}
