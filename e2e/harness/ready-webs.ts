// What a balancer does: asks every web process whether it is ready, and sends whoever comes to one that says so.
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tidemark/testbed/until.ts';

const lookEveryMs = 100;

export interface ReadyWebs {
  add(url: string): void;
  remove(url: string): void;
  /** The next one that is ready, in turn; waits while none is. */
  next(): Promise<string>;
  stop(): void;
}

export function createReadyWebs(): ReadyWebs {
  const isReady = new Map<string, boolean>();
  let [isStopped, turn] = [false, 0];
  const look = async (url: string): Promise<void> => {
    for (; !isStopped && isReady.has(url); await delay(lookEveryMs)) {
      const status = await fetch(`${url}/readyz?pages`, { signal: AbortSignal.timeout(5_000) }).then(
        async (response) => (await response.text(), response.status),
        () => 0,
      );
      if (isReady.has(url)) isReady.set(url, status === 200);
    }
  };
  return {
    add(url) {
      isReady.set(url, true);
      void look(url);
    },
    remove: (url) => void isReady.delete(url),
    next: () =>
      until('a web process that is ready', () => {
        const ready = [...isReady].filter(([, is]) => is).map(([url]) => url);
        return ready[turn++ % ready.length];
      }),
    stop: () => void (isStopped = true),
  };
}
