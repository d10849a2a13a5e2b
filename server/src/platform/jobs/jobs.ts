// Work of a room that no caller waits for: what is done again and again, and what is done once after an answer or a message. One run of a
// repeated job at a time; a failure is logged and the next turn tries again; stop waits for what is under way.
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';

export interface Jobs {
  /**
   * A turn that falls due while it runs is made up for at its end. Answers how to run it out of turn; that resolves when a run that began
   * after the asking has ended, well or badly.
   */
  every(everyMs: number, what: string, work: () => Promise<unknown>): () => Promise<void>;
  once(what: string, work: () => Promise<unknown>): void;
  after(ms: number, what: string, work: () => Promise<unknown>): void;
  /** Called at the end, before what is under way is waited for. */
  onStop(undo: () => void): void;
  /** Resolves when what is under way has ended. */
  settled(): Promise<void>;
  /** graceMs: what is under way is waited for no longer than this. */
  stop(graceMs?: number): Promise<void>;
}

interface Repeated {
  readonly room: string;
  readonly what: string;
  readonly everyMs: number;
  readonly clock: Clock;
  /** When it last ended well; before the first time, when it was begun. */
  doneAt: number;
}
/** Of this process: rooms make their jobs themselves, and their age is one figure for all of them. */
const repeatedJobs = new Set<Repeated>();

export function tellJobAges(metrics: Metrics): void {
  const labels = ['room', 'job'] as const;
  const tell = (of: (job: Repeated) => number) => (gauge: ReturnType<typeof metrics.gauge<(typeof labels)[number]>>) => {
    gauge.reset();
    const oldest = new Map<string, { readonly room: string; readonly job: string; readonly value: number }>();
    for (const repeated of repeatedJobs) {
      const { room, what: job } = repeated;
      const value = Math.max(of(repeated), oldest.get(`${room} ${job}`)?.value ?? -Infinity);
      oldest.set(`${room} ${job}`, { room, job, value });
    }
    for (const { value, ...of } of oldest.values()) gauge.set(of, value);
  };
  metrics.gauge(
    'job_age_seconds',
    'How long ago a job that is done again and again last ended well',
    labels,
    tell(({ clock, doneAt }) => Math.max(0, clock.now() - doneAt) / 1000),
  );
  metrics.gauge(
    'job_every_seconds',
    'How often that job is done',
    labels,
    tell(({ everyMs }) => everyMs / 1000),
  );
}

export function createJobs({ clock, log, room }: { readonly clock: Clock; readonly log: Log; readonly room: string }): Jobs {
  const running = new Set<Promise<void>>();
  const undo = new Set<() => void>();

  const start = (what: string, work: () => Promise<unknown>, onDone = () => {}): Promise<void> => {
    const run = work()
      .then(
        () => onDone(),
        (error: unknown) => log.error({ err: error, room }, `${what} failed`),
      )
      .finally(() => running.delete(run));
    running.add(run);
    return run;
  };

  const settled = async () => void (await Promise.all(running));

  return {
    every(everyMs, what, work) {
      const repeated: Repeated = { room, what, everyMs, clock, doneAt: clock.now() };
      repeatedJobs.add(repeated);
      undo.add(() => repeatedJobs.delete(repeated));
      let isOver = false;
      let [current, next]: (Promise<void> | null)[] = [null, null];
      const run = (): Promise<void> => {
        if (isOver) return current ?? Promise.resolve();
        if (current) {
          return (next ??= current.then(() => {
            next = null;
            return run();
          }));
        }
        current = start(what, work, () => (repeated.doneAt = clock.now())).finally(() => (current = null));
        return current;
      };
      undo.add(clock.every(everyMs, () => void run()));
      undo.add(() => (isOver = true));
      return run;
    },
    once: (what, work) => void start(what, work),
    after(ms, what, work) {
      const cancel = clock.after(ms, () => {
        undo.delete(cancel);
        void start(what, work);
      });
      undo.add(cancel);
    },
    settled,
    onStop: (given) => void undo.add(given),
    async stop(graceMs) {
      for (const undoOne of undo) undoOne();
      undo.clear();
      const isDone = settled();
      if (graceMs === undefined) return isDone;
      const { promise: grace, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(graceMs, resolve);
      await Promise.race([isDone, grace]);
      cancel();
    },
  };
}
