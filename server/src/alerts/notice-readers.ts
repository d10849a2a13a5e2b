// The users with a page open on which notices are shown. Every web process repeats its list; a user who is on none of them any more has
// left. Only the order in which users are told depends on it.
import type { UserId } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';

export const readersEveryMs = 2_000;
/** A name may be missed twice. */
const forgetMs = 3 * readersEveryMs;
/** So many fit into one message of any bus. */
const atOnce = 5_000;

export interface Readers {
  hear(userIds: readonly UserId[]): void;
  here(): UserId[];
}

export function createReaders(clock: Clock): Readers {
  const heardAt = new Map<UserId, number>();
  const forget = (): void => {
    const oldest = clock.now() - forgetMs;
    for (const [userId, at] of heardAt) if (at < oldest) heardAt.delete(userId);
  };
  return {
    hear(userIds) {
      forget();
      for (const userId of userIds) heardAt.set(userId, clock.now());
    },
    here() {
      forget();
      return [...heardAt.keys()];
    },
  };
}

export const readersBySlice = (userIds: readonly UserId[]): UserId[][] =>
  Array.from({ length: Math.ceil(userIds.length / atOnce) }, (_, at) => userIds.slice(at * atOnce, (at + 1) * atOnce));
