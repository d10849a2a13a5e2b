// When the next message may go to an exchange: they count subscriptions and their ends alike, over all channels of a connection. A turn is
// given when its time has come and not promised before, so that a process that stood still does not send what waited all at once.
import type { Clock } from '#platform/clock.ts';

/** Bitget allows ten messages a second. */
export const messageEveryMs = 125;

export interface Pace {
  /**
   * Runs send when it may go out, never before the caller has gone on; the returned function gives the turn back. rank: who is first of
   * those who wait, the lowest; it is asked when a turn comes.
   */
  turn(send: () => void, rank: () => number): () => void;
}

interface Waiting {
  readonly send: () => void;
  readonly rank: () => number;
}

export function createPace(clock: Clock): Pace {
  const waiting = new Set<Waiting>();
  let freeAt = -Infinity;
  let isTimed = false;

  const next = () => {
    if (isTimed || waiting.size === 0) return;
    const waitMs = freeAt - clock.now();
    if (waitMs > 0) {
      isTimed = true;
      clock.after(Math.min(waitMs, messageEveryMs), () => {
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
    freeAt = clock.now() + messageEveryMs;
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
