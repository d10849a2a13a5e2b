import { systemClock, type Clock } from './clock.ts';

/** There is no place in the queue, or the wait for a turn was too long; the work was not begun. */
export class QueueFull extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'QueueFull';
  }
}

export interface SemaphoreSettings {
  /** Runs so many pieces of work at once and no more; the others wait in the order they came. */
  readonly atOnce: number;
  /** So many may wait; one more is refused at once. Left out: the callers bound it. */
  readonly maxWaiting?: number;
  /** Work that has waited so long is dropped: its caller has gone by then. Left out: it waits. */
  readonly maxWaitMs?: number;
  readonly clock?: Clock;
}

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

export function createSemaphore({ atOnce, maxWaiting = Infinity, maxWaitMs, clock = systemClock }: SemaphoreSettings): Semaphore {
  let free = atOnce;
  // A Set keeps the order of entry, and any of it can leave.
  const waiting = new Set<() => void>();
  const waitForTurn = (): Promise<void> => {
    if (waiting.size >= maxWaiting) throw new QueueFull(`${maxWaiting} wait already`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      waiting.delete(begin);
      cancel();
      resolve();
    };
    const giveUp = () => {
      waiting.delete(begin);
      reject(new QueueFull(`no turn within ${maxWaitMs} ms`));
    };
    const cancel = maxWaitMs === undefined ? () => {} : clock.after(maxWaitMs, giveUp);
    waiting.add(begin);
    return promise;
  };
  return async (work) => {
    if (free > 0) free--;
    else await waitForTurn();
    try {
      return await work();
    } finally {
      // The place goes straight to the next one: a caller that comes meanwhile cannot overtake.
      const [next] = waiting;
      if (next) next();
      else free++;
    }
  };
}
