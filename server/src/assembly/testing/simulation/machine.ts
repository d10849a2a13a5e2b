// A process of the simulation: what happens to it comes through here, so that it can be killed and frozen between any two steps.
import type { Clock, Stopwatch } from '#platform/clock.ts';
import type { VirtualTime } from './virtual-time.ts';

/** From the start of a process to its end. */
export interface Life {
  readonly name: string;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  isAlive(): boolean;
  isFrozen(): boolean;
  /** Something arrives: at once, when it thaws, or never. */
  deliver(work: () => void): void;
  onEnd(work: () => void): void;
}

export interface Machine {
  readonly name: string;
  life(): Life | null;
  start(): void;
  crash(): void;
  freeze(): void;
  thaw(): void;
  /** Its clock is set to so much before or after the right time. */
  setClock(aheadMs: number): void;
}

export function createMachine(name: string, time: VirtualTime, boot: (life: Life) => void): Machine {
  let [aheadMs, lives] = [0, 0];
  let running: { readonly life: Life; end(): void; freeze(): void; thaw(): void } | null = null;

  const begin = () => {
    let [isAlive, isFrozen] = [true, false];
    let backlog: (() => void)[] = [];
    const endings: (() => void)[] = [];
    const deliver = (work: () => void): void => {
      if (!isAlive) return;
      if (isFrozen) backlog.push(work);
      else work();
    };
    const after = (ms: number, fn: () => void) => {
      let isCancelled = false;
      const cancel = time.after(ms, () => deliver(() => isCancelled || fn()));
      return () => {
        isCancelled = true;
        cancel();
      };
    };
    const every = (ms: number, fn: () => void) => {
      let cancel = () => {};
      let isOver = false;
      // A turn that was slept through is made up for once.
      const next = (): void => {
        cancel = after(ms, () => {
          if (isOver) return;
          next();
          fn();
        });
      };
      next();
      return () => {
        isOver = true;
        cancel();
      };
    };
    const startedAt = time.now();
    const life: Life = {
      name: `${name}.${++lives}`,
      clock: { now: () => Math.floor(time.now()) + aheadMs, after, every },
      stopwatch: { elapsed: () => time.now() - startedAt, after },
      isAlive: () => isAlive,
      isFrozen: () => isFrozen,
      deliver,
      onEnd: (work) => void endings.push(work),
    };
    return {
      life,
      end() {
        isAlive = false;
        backlog = [];
        for (const work of endings) work();
      },
      freeze: () => void (isFrozen = true),
      thaw() {
        isFrozen = false;
        // One at a time, as everything that arrives.
        for (const work of backlog.splice(0)) time.after(0, () => deliver(work));
      },
    };
  };

  return {
    name,
    life: () => running?.life ?? null,
    start() {
      if (running) return;
      running = begin();
      boot(running.life);
    },
    crash() {
      running?.end();
      running = null;
    },
    freeze: () => running?.freeze(),
    thaw: () => running?.thaw(),
    setClock: (ms) => void (aheadMs = ms),
  };
}
