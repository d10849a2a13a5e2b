// For charts of candles. Not for the first route: import it from what is loaded lazily.
import type { CandleInterval, CandleRow } from '@tidemark/contract/market.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createLiveCandles, type CandlesState, type LiveCandles, type LoadCandles } from './candles.ts';
import { useLive } from './use-quote.tsx';

export type Candles = CandlesState & Pick<LiveCandles, 'loadOlder' | 'retry'>;

/** load and initial must keep their identity between renders: another one is another chart. */
export function useCandles(symbolId: string, interval: CandleInterval, load: LoadCandles, initial?: readonly CandleRow[]): Candles {
  const { socket } = useLive();
  const candles = useMemo(
    () => createLiveCandles({ socket, symbolId, interval, load, initial }),
    [socket, symbolId, interval, load, initial],
  );
  useEffect(() => {
    candles.start();
    return candles.stop;
  }, [candles]);
  const state = useSyncExternalStore(candles.watch, candles.state, candles.state);
  return { ...state, loadOlder: candles.loadOlder, retry: candles.retry };
}
