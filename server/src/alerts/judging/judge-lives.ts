// One life of a judge after the other: it outlives its connection to the database, and what is lost with one is recovered with the next.
import { systemStopwatch, waitOn } from '#platform/clock.ts';
import { createHearing } from './hearing.ts';
import { createRunner, type Runner, type RunnerDeps } from './judge-runner.ts';
import type { ToJudge } from './messages.ts';

const retryMs = 500;

export interface JudgeLives {
  hear(message: ToJudge): void;
  /** Resolves when it has stopped by order. */
  run(): Promise<void>;
}

export function createJudgeLives(deps: Omit<RunnerDeps, 'nextAsk' | 'hearing'>): JudgeLives {
  const { tell, stopwatch = systemStopwatch } = deps;
  let isStopping = false;
  let runner: Runner | null = null;
  /** Names of symbols are told once; every life needs them all. */
  const names: (readonly [number, string])[] = [];
  let asks = 0;
  const hearing = createHearing(stopwatch);
  const stopping = Promise.withResolvers<void>();
  return {
    hear(message) {
      if (message.type === 'stop') {
        isStopping = true;
        stopping.resolve();
      }
      if (message.type === 'bus') hearing.set(message.isConnected);
      if (message.type === 'ticks') names.push(...message.names);
      runner?.hear(message);
    },
    async run() {
      for (;;) {
        // One that nobody can tell prices would only take a share that another one could judge.
        await Promise.race([hearing.isBack(), stopping.promise]);
        if (isStopping) break;
        runner = createRunner({ ...deps, hearing, nextAsk: () => ++asks });
        runner.hear({ type: 'ticks', data: new Float64Array(0), names, now: 0 });
        try {
          await runner.run();
        } catch (error) {
          tell({ type: 'trouble', text: error instanceof Error ? error.message : String(error) });
          runner = null;
          await waitOn(stopwatch, retryMs);
        }
      }
      tell({ type: 'stopped' });
    },
  };
}
