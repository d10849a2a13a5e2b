// Sockets for the symbols that somebody looks at or has an alert on. Each has a loop that takes the next ticker; when the
// connection breaks all of them try again after a growing pause, one subscription at a time, because exchanges count those.
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Exchange, Ticker } from './exchange.ts';
import { longestWaitMs } from './guard.ts';
import type { Listing } from './parse-market.ts';

export interface Sockets {
  /** From now on these and no others. */
  follow(listings: readonly Listing[]): void;
  isFollowed(symbolId: string): boolean;
  stop(): void;
}

export interface SocketsDeps {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  onTicker(ticker: Ticker, listing: Listing): void;
}

/** More symbols than this stay with the lists. */
export const maxFollowed = 400;
/** Bitget allows ten messages a second. */
const subscribeEveryMs = 125;
const firstPauseMs = 500;

export function createSockets({ exchange, clock, log, metrics, onTicker }: SocketsDeps): Sockets {
  const reconnects = metrics.counter('market_source_reconnects_total', 'Times a followed symbol had to subscribe again');
  const followed = metrics.gauge('market_source_followed', 'Symbols followed by socket');
  const loops = new Map<string, { stop(): void; unsubscribe(): Promise<unknown> }>();
  let nextTurnAt = 0;

  const pause = (ms: number, onCancel: (cancel: () => void) => void) => new Promise<void>((resolve) => {
    const cancel = clock.after(ms, resolve);
    onCancel(() => {
      cancel();
      resolve();
    });
  });

  const turnInMs = () => {
    const now = clock.now();
    const at = Math.max(now, nextTurnAt);
    nextTurnAt = at + subscribeEveryMs;
    return at - now;
  };

  const run = (listing: Listing) => {
    const symbol = listing.market!.symbol;
    let isStopped = false;
    let wake = () => {};
    const loop = async () => {
      for (let failures = 0, isSubscribed = false; !isStopped; ) {
        if (!isSubscribed) {
          const turn = turnInMs();
          if (turn > 0) await pause(turn, (cancel) => (wake = cancel));
          if (isStopped) return;
          isSubscribed = true;
        }
        try {
          const ticker = await exchange.watchTicker(symbol);
          if (isStopped) return;
          failures = 0;
          onTicker(ticker, listing);
        } catch (error) {
          if (isStopped) return;
          isSubscribed = false;
          reconnects.inc();
          log.debug({ err: error, symbol }, 'socket lost; subscribing again');
          await pause(Math.min(longestWaitMs, firstPauseMs * 2 ** failures++), (cancel) => (wake = cancel));
        }
      }
    };
    void loop();
    return {
      stop() {
        isStopped = true;
        wake();
      },
      unsubscribe: () => exchange.unWatchTicker(symbol),
    };
  };

  return {
    isFollowed: (symbolId) => loops.has(symbolId),
    follow(listings) {
      const wanted = new Map(listings.slice(0, maxFollowed).map((listing) => [listing.symbol.symbolId, listing]));
      if (listings.length > maxFollowed) log.warn({ asked: listings.length, followed: maxFollowed }, 'more symbols than sockets are good for; the rest comes with the lists');
      for (const [symbolId, loop] of loops) {
        if (wanted.has(symbolId)) continue;
        loop.stop();
        loops.delete(symbolId);
        void loop.unsubscribe().catch((error: unknown) => log.debug({ err: error, symbolId }, 'could not unsubscribe; its tickers are dropped'));
      }
      for (const [symbolId, listing] of wanted) if (!loops.has(symbolId)) loops.set(symbolId, run(listing));
      followed.set(loops.size);
    },
    stop() {
      for (const loop of loops.values()) loop.stop();
      loops.clear();
      followed.set(0);
    },
  };
}
