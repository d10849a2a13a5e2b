// When the next message may go to an exchange: they count subscriptions and their ends alike, over all channels of a connection.
import type { Clock } from '#platform/clock.ts';

/** Bitget allows ten messages a second. */
export const messageEveryMs = 125;

export interface Pace {
  /** Takes the next turn; how long until it comes. */
  turnInMs(): number;
}

export function createPace(clock: Clock): Pace {
  let nextTurnAt = 0;
  return {
    turnInMs() {
      const now = clock.now();
      const at = Math.max(now, nextTurnAt);
      nextTurnAt = at + messageEveryMs;
      return at - now;
    },
  };
}
