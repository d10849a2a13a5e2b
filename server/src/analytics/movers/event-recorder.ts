// Stores events and announces them. What cannot be stored now is kept and tried again in its order, so that a database that is busy or away
// for a while loses none: an event is found once, and no later price would find it again.
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { moverEvents } from '#topics/index.ts';
import type { EventStore, NewEvent } from './event-store.ts';

export interface EventRecorder {
  record(event: NewEvent): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const retryMs = 2_000;
/** Some hours of an excited market. */
const mostWaiting = 10_000;

export function createEventRecorder({
  store,
  bus,
  clock,
  log,
}: {
  store: Pick<EventStore, 'save'>;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
}): EventRecorder {
  const waiting = new Map<string, NewEvent>();
  const jobs = createJobs({ clock, log, room: 'analytics' });

  const save = async (event: NewEvent): Promise<void> => {
    if (await store.save(event)) bus.publish(moverEvents, [{ ...event, after1h: null, after24h: null }]);
  };

  const saveAgain = async (): Promise<void> => {
    for (const [id, event] of waiting) {
      try {
        await save(event);
      } catch {
        return;
      }
      waiting.delete(id);
    }
  };

  return {
    async record(event) {
      try {
        await save(event);
      } catch (error) {
        if (waiting.size >= mostWaiting)
          return log.error({ err: error, id: event.id }, 'a mover event is lost: too many wait to be stored');
        waiting.set(event.id, event);
        log.warn({ err: error, id: event.id, waiting: waiting.size }, 'a mover event could not be stored and will be tried again');
      }
    },
    start: () => void jobs.every(retryMs, 'storing mover events again', saveAgain),
    async stop() {
      await jobs.stop();
      await saveAgain();
      if (waiting.size > 0) log.error({ events: waiting.size }, 'mover events were not stored before the end');
    },
  };
}
