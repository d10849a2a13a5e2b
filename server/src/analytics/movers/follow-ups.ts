// What became of an event an hour and a day later. The price of that moment is read from candles, so the answer is the same
// whether it is looked at in time or after the program stood still.
import { moverFollowUpsMs, type MoverFollowUp } from '@tidemark/contract/movers.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { EventStore, StoredEvent } from './event-store.ts';

export interface FollowUps {
  start(): void;
  /** Looks at everything that is due; for tests and for the timer. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export interface FollowUpsDeps {
  readonly store: EventStore;
  readonly market: Pick<Market, 'candles'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly isKeeper: () => boolean;
  readonly announce: (events: readonly StoredEvent[]) => void;
}

const everyMs = 10_000;
const atOnce = 100;
/** A pair that was not traded for longer has no price at that moment. */
const lookBackMinutes = 30;
/** A source that cannot tell yet is asked again for this long, then the outcome stays unknown. */
const patienceMs = 3_600_000;

const steps = [
  { followed: 0, outcome: 'after1h' },
  { followed: 1, outcome: 'after24h' },
] as const satisfies readonly { followed: 0 | 1; outcome: MoverFollowUp }[];

export function createFollowUps({ store, market, clock, log, isKeeper, announce }: FollowUpsDeps): FollowUps {
  const jobs = createJobs({ clock, log, room: 'analytics' });

  /** The close of the last minute that was over by then. */
  const priceAt = async (symbolId: string, moment: number): Promise<number | null> => {
    const [candles = []] =
      (await market.candles([
        { symbolId, interval: '1m', from: moment - (lookBackMinutes + 1) * minuteMs, to: moment, limit: lookBackMinutes + 1 },
      ])) ?? [];
    return candles.findLast(({ ts }) => ts + minuteMs <= moment)?.close ?? null;
  };

  const work = async () => {
    if (!isKeeper()) return;
    for (const { followed, outcome } of steps) {
      const now = clock.now();
      const due = await store.due(followed, now - moverFollowUpsMs[outcome], atOnce);
      const changed: StoredEvent[] = [];
      for (const event of due) {
        const moment = event.at + moverFollowUpsMs[outcome];
        const price = await priceAt(event.symbolId, moment).catch((error: unknown) => {
          log.warn({ err: error, symbolId: event.symbolId }, 'the outcome of a mover event could not be read; it is tried again');
          return null;
        });
        if (price === null && now - moment < patienceMs) continue;
        const followedEvent = await store.follow(event.id, outcome, price === null ? null : price / event.price - 1);
        if (followedEvent) changed.push(followedEvent);
      }
      if (changed.length > 0) announce(changed);
    }
  };
  let run: () => Promise<void> = work;

  return {
    run: () => run(),
    start: () => void (run = jobs.every(everyMs, 'keeping what became of mover events', work)),
    stop: jobs.stop,
  };
}
