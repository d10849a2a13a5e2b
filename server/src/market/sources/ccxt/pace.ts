// When the next message may go to an exchange: they count subscriptions and their ends alike, over all channels of a connection. A turn is
// given when its time has come and not promised before, so that a process that stood still does not send what waited all at once.
import { hourMs } from '@tidemark/contract/time.ts';
import type { Clock } from '#platform/clock.ts';
import type { ExchangeName } from './exchange.ts';

export const messageEveryMs = 125;

export interface MessageLimits {
  readonly everyMs: number;
  /** Subscriptions and their ends in any hour; Infinity: the exchange names no number. */
  readonly perHour: number;
}

/** What exchanges allow on a connection (docs/sources.md), with room for the answers to their pings. */
export const messageLimits: Readonly<Record<ExchangeName, MessageLimits>> = {
  bitget: { everyMs: messageEveryMs, perHour: 240 },
  // Five a second on spot, ten on contracts.
  binance: { everyMs: 250, perHour: Infinity },
  okx: { everyMs: messageEveryMs, perHour: 480 },
  bybit: { everyMs: messageEveryMs, perHour: Infinity },
};

export interface Pace {
  /**
   * Runs send when it may go out, never before the caller has gone on; the returned function gives the turn back. rank: of those that
   * wait, the lowest goes first; it is asked when a turn comes.
   */
  turn(send: () => void, rank: () => number): () => void;
}

/** The clock may be set meanwhile. */
const longestNapMs = 1_000;

interface Waiting {
  readonly send: () => void;
  readonly rank: () => number;
}

export function createPace(clock: Clock, { everyMs, perHour }: MessageLimits): Pace {
  const waiting = new Set<Waiting>();
  // Half of an hour's messages may go at once, the other half evenly: what becomes important later need not wait for the next hour.
  const most = perHour / 2;
  const refillMs = hourMs / most;
  let [left, countedAt] = [most, clock.now()];
  let freeAt = -Infinity;
  let isTimed = false;

  const next = () => {
    if (isTimed || waiting.size === 0) return;
    const now = clock.now();
    left = perHour === Infinity ? Infinity : Math.min(most, left + Math.max(0, now - countedAt) / refillMs);
    countedAt = now;
    const waitMs = Math.max(freeAt - now, left < 1 ? Math.ceil((1 - left) * refillMs) : 0);
    if (waitMs > 0) {
      isTimed = true;
      clock.after(Math.min(waitMs, longestNapMs), () => {
        isTimed = false;
        next();
      });
      return;
    }
    let first: Waiting | null = null;
    let lowest = Infinity;
    for (const one of waiting) {
      const rank = one.rank();
      if (first === null || rank < lowest) [first, lowest] = [one, rank];
    }
    waiting.delete(first!);
    freeAt = now + everyMs;
    left -= 1;
    first!.send();
    next();
  };

  return {
    turn(send, rank) {
      const own = { send, rank };
      waiting.add(own);
      queueMicrotask(next);
      return () => void waiting.delete(own);
    },
  };
}
