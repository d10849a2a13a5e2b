// Trades of a symbol by socket. After a cut the missed ones come by REST before anything newer is told; each is told once.
import type { Trade, TradeCut } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Exchange } from './exchange.ts';
import { longestWaitMs } from './guard.ts';
import type { History } from './history.ts';
import type { Pace } from './pace.ts';
import type { Listing } from './parse-market.ts';
import { parseTrades } from './parse-trade.ts';

export interface TradeStreamDeps {
  readonly exchange: Exchange;
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
  readonly pace: Pace;
  onRefused(fault: string): void;
  onCut(cut: TradeCut): void;
}

const firstPauseMs = 500;
const rememberedIds = 2_000;
/** Behind so many of the most important prices, and before those of the rest. */
const tradesRank = 100;
const missedAtMost = 500;

/** Until the returned function is called. */
export function streamTrades(
  listing: Listing,
  onTrades: (trades: readonly Trade[]) => void,
  { exchange, history, clock, log, pace, onRefused, onCut }: TradeStreamDeps,
): () => void {
  const { symbolId } = listing.symbol;
  const sentIds = new Set<string>();
  let newest = 0;
  let isStopped = false;
  let wake = () => {};

  const tell = (trades: readonly Trade[], isLive: boolean) => {
    const fresh = trades.filter((trade) => {
      if (sentIds.has(trade.id)) return false;
      if (trade.ts >= newest) return true;
      if (isLive) onRefused('outOfOrder');
      return false;
    });
    if (fresh.length === 0 || isStopped) return;
    newest = fresh.at(-1)!.ts;
    for (const { id } of fresh) sentIds.add(id);
    for (const id of sentIds) {
      if (sentIds.size <= rememberedIds) break;
      sentIds.delete(id);
    }
    onTrades(fresh);
  };

  /** What cannot be had is not waited for: the stream goes on. */
  const missed = async (): Promise<readonly Trade[]> => {
    try {
      return await history.trades(listing, { symbolId, from: newest, limit: missedAtMost });
    } catch (error) {
      log.debug({ err: error, symbolId }, 'missed trades could not be had');
      return [];
    }
  };

  /** Whole, if the last trade that was told is among those that are had now. */
  const makeUp = async () => {
    const found = newest > 0 ? await missed() : [];
    const isWhole = found.some(({ id }) => sentIds.has(id));
    if (!isWhole) onCut({ symbolId, state: 'missed' });
    tell(found, false);
    if (isWhole) onCut({ symbolId, state: 'whole' });
  };

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      wake = () => (cancel(), resolve());
    });

  const loop = async () => {
    for (let failures = 0, isSubscribed = false; !isStopped;) {
      if (!isSubscribed) {
        await new Promise<void>((resolve) => {
          const giveBack = pace.turn(resolve, () => tradesRank);
          wake = () => (giveBack(), resolve());
        });
        if (isStopped) return;
        isSubscribed = true;
      }
      try {
        const { trades, refused } = parseTrades(await exchange.watchTrades(listing.market!.symbol), symbolId);
        for (const fault of refused) onRefused(fault);
        if (failures > 0) await makeUp();
        failures = 0;
        tell(trades, true);
      } catch (error) {
        if (isStopped) return;
        log.debug({ err: error, symbolId }, 'trades were cut off; subscribing again');
        isSubscribed = false;
        if (failures === 0) onCut({ symbolId, state: 'cut' });
        await pause(Math.min(longestWaitMs, firstPauseMs * 2 ** failures++));
      }
    }
  };
  void loop();
  return () => {
    isStopped = true;
    wake();
  };
}
