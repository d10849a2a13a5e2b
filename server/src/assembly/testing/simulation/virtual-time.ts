// Time that passes only from one event to the next: due timers fire in their order, and between two events everything that waits for an
// answer that is there goes on.
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');
/** Runs all promises that are settled, at once: a turn of the real event loop costs ten times as much. */
const drain = new Script('() => %PerformMicrotaskCheckpoint()').runInThisContext() as () => void;

interface Event {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
}

export interface VirtualTime {
  now(): number;
  /** The returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Until nothing is due before this time, or isOver. To be called from a turn of the event loop, not from a promise. */
  runUntil(end: number, isOver?: () => boolean): void;
  steps(): number;
}

export function createVirtualTime(startMs: number): VirtualTime {
  const heap: Event[] = [];
  let [now, orders, steps] = [startMs, 0, 0];
  const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

  const push = (event: Event): void => {
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = event;
  };
  const pop = (): Event => {
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = last;
    return first;
  };

  return {
    now: () => now,
    after(ms, run) {
      const event: Event = { at: now + Math.max(0, ms), order: orders++, run };
      push(event);
      return () => void (event.run = null);
    },
    runUntil(end, isOver = () => false) {
      drain();
      while (heap.length > 0 && heap[0]!.at <= end && !isOver()) {
        const event = pop();
        if (!event.run) continue;
        now = event.at;
        steps++;
        event.run();
        drain();
      }
      if (!isOver()) now = Math.max(now, end);
    },
    steps: () => steps,
  };
}
