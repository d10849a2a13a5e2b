// Hooks for whoever draws a chart or a tape. Not for the first route: import them from what is loaded late.
import type { CandleInterval, TradeRow } from '@tidemark/contract/market.ts';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createLiveCandles, type CandlesState, type LiveCandles, type LoadCandles } from './candles.ts';
import { createLiveTrades } from './trades.ts';
import { useLive } from './use-quote.tsx';

export type Candles = CandlesState & Pick<LiveCandles, 'loadOlder' | 'retry'>;

/** load must keep its identity between renders: another one is another chart. */
export function useCandles(symbolId: string, interval: CandleInterval, load: LoadCandles): Candles {
  const { socket } = useLive();
  const candles = useMemo(() => createLiveCandles({ socket, symbolId, interval, load }), [socket, symbolId, interval, load]);
  useEffect(() => {
    candles.start();
    return candles.stop;
  }, [candles]);
  const state = useSyncExternalStore(candles.watch, candles.state, candles.state);
  return { ...state, loadOlder: candles.loadOlder, retry: candles.retry };
}

/** The last trades, newest first; null until they are there. */
export function useTrades(symbolId: string): readonly TradeRow[] | null {
  const { socket } = useLive();
  const trades = useMemo(() => createLiveTrades({ socket, symbolId }), [socket, symbolId]);
  const none = useCallback(() => null, []);
  return useSyncExternalStore(trades.watch, trades.rows, none);
}
