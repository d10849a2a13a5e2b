// Sockets for the symbols that a page shows or an alert waits on. Each has a loop that takes the next ticker; when the
// connection breaks all of them try again after a growing pause. Exchanges count messages, so they go one at a time: what is
// wanted by then is looked at anew before each, and a symbol that came and went meanwhile has cost nothing.
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Exchange, Ticker } from './exchange.ts';
import { longestWaitMs } from './guard.ts';
import type { Pace } from './pace.ts';
import type { Listing } from './parse-market.ts';

export interface Sockets {
  /** From now on these and no others, the most important first. */
  follow(listings: readonly Listing[]): void;
  isFollowed(symbolId: string): boolean;
  stop(): void;
}

export interface SocketsDeps {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly pace: Pace;
  onTicker(ticker: Ticker, listing: Listing): void;
}

/** More symbols than this stay with the lists. */
export const maxFollowed = 400;
const firstPauseMs = 500;

export function createSockets({ exchange, clock, log, metrics, pace, onTicker }: SocketsDeps): Sockets {
  const reconnects = metrics.counter('market_source_reconnects_total', 'Times a followed symbol had to subscribe again');
  const followed = metrics.gauge('market_source_followed', 'Symbols followed by socket');
  const loops = new Map<string, { stop(): void; unsubscribe(): Promise<unknown> }>();
  let wanted: ReadonlyMap<string, Listing> = new Map();
  let ranks: ReadonlyMap<string, number> = new Map();
  let cancelStep: (() => void) | null = null;
  let isCrowded = false;

  const pause = (ms: number, onCancel: (cancel: () => void) => void) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      onCancel(() => {
        cancel();
        resolve();
      });
    });

  const run = (listing: Listing) => {
    const symbol = listing.market!.symbol;
    const { symbolId } = listing.symbol;
    let isStopped = false;
    let wake = () => {};
    const loop = async () => {
      // The first turn has been taken by the caller.
      for (let failures = 0, isSubscribed = true; !isStopped;) {
        if (!isSubscribed) {
          await new Promise<void>((resolve) => {
            const giveBack = pace.turn(resolve, () => ranks.get(symbolId) ?? Infinity);
            wake = () => (giveBack(), resolve());
          });
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

  const follow = (symbolId: string, listing: Listing) => loops.set(symbolId, run(listing));
  const letGo = (symbolId: string, loop: { stop(): void; unsubscribe(): Promise<unknown> }) => {
    loop.stop();
    loops.delete(symbolId);
    void loop
      .unsubscribe()
      .catch((error: unknown) => log.debug({ err: error, symbolId }, 'could not unsubscribe; its tickers are dropped'));
  };
  /** Of those that are wanted and not yet followed the most important; what is let go of makes room for it, or can wait. */
  const rankOfStep = (): number => {
    for (const [symbolId, rank] of ranks) if (!loops.has(symbolId)) return rank;
    return Infinity;
  };
  /** The message that is due most, or null when all is as it should be. */
  const nextStep = (): (() => void) | null => {
    if (loops.size < maxFollowed)
      for (const [symbolId, listing] of wanted) if (!loops.has(symbolId)) return () => follow(symbolId, listing);
    for (const [symbolId, loop] of loops) if (!wanted.has(symbolId)) return () => letGo(symbolId, loop);
    return null;
  };
  const goOn = (): void => {
    if (cancelStep || nextStep() === null) return;
    cancelStep = pace.turn(() => {
      cancelStep = null;
      nextStep()?.();
      followed.set(loops.size);
      goOn();
    }, rankOfStep);
  };

  return {
    isFollowed: (symbolId) => loops.has(symbolId),
    follow(listings) {
      wanted = new Map(listings.slice(0, maxFollowed).map((listing) => [listing.symbol.symbolId, listing]));
      ranks = new Map([...wanted.keys()].map((symbolId, rank) => [symbolId, rank]));
      const isTooMany = listings.length > maxFollowed;
      if (isTooMany && !isCrowded)
        log.warn(
          { asked: listings.length, followed: maxFollowed },
          'more symbols than sockets are good for; the least important come with the lists',
        );
      isCrowded = isTooMany;
      goOn();
    },
    stop() {
      cancelStep?.();
      cancelStep = null;
      wanted = ranks = new Map();
      for (const loop of loops.values()) loop.stop();
      loops.clear();
      followed.set(0);
    },
  };
}
