// Work of a room that nobody waits for: what is done again and again, and what is done once after an answer or a message. One run of a
// repeated job at a time; a failure is logged and the next turn tries again; stop waits for what is under way.
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

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

export function createJobs({ clock, log, room }: { readonly clock: Clock; readonly log: Log; readonly room: string }): Jobs {
  const running = new Set<Promise<void>>();
  const undo = new Set<() => void>();

  const start = (what: string, work: () => Promise<unknown>): Promise<void> => {
    const run = work()
      .then(
        () => {},
        (error: unknown) => log.error({ err: error, room }, `${what} failed`),
      )
      .finally(() => running.delete(run));
    running.add(run);
    return run;
  };

  const settled = async () => void (await Promise.all(running));

  return {
    every(everyMs, what, work) {
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
        current = start(what, work).finally(() => (current = null));
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
