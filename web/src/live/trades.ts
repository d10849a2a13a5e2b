// The tape of one symbol: what takers did, newest first.
import { instTypeOf, liveTrades, tradeAt, type TradeRow } from '@tidemark/contract/market.ts';
import type { DataFrame } from '@tidemark/contract/socket.ts';
import type { LiveSocket } from './socket.ts';

export interface LiveTrades {
  /** A new list whenever anything in it changed; null until the first frame. */
  rows(): readonly TradeRow[] | null;
  watch(fn: () => void): () => void;
}

/** Subscribed for as long as somebody watches. */
export function createLiveTrades({ socket, symbolId, requestFrame = (fn) => requestAnimationFrame(fn) }: { socket: Pick<LiveSocket, 'subscribe'> | null; symbolId: string; requestFrame?: (fn: () => void) => void }): LiveTrades {
  const listeners = new Set<() => void>();
  let rows: readonly TradeRow[] | null = null;
  let isWakePlanned = false;
  let leave = () => {};

  const wakeSoon = () => {
    if (isWakePlanned) return;
    isWakePlanned = true;
    requestFrame(() => {
      isWakePlanned = false;
      for (const fn of [...listeners]) fn();
    });
  };

  const onFrame = ({ data }: DataFrame) => {
    const known = new Set(rows?.map((row) => row[tradeAt.id]));
    const fresh = (data as TradeRow[]).filter((row) => !known.has(row[tradeAt.id]));
    if (rows && fresh.length === 0) return;
    rows = [...(rows ?? []), ...fresh].sort((a, b) => b[tradeAt.time] - a[tradeAt.time]).slice(0, liveTrades);
    wakeSoon();
  };

  return {
    rows: () => rows,
    watch(fn) {
      const own = () => fn();
      if (listeners.size === 0) leave = socket?.subscribe({ topic: 'trades', instType: instTypeOf(symbolId), instId: symbolId }, onFrame) ?? (() => {});
      listeners.add(own);
      return () => {
        if (listeners.delete(own) && listeners.size === 0) leave();
      };
    },
  };
}
