// Judging happens in a thread of its own, off the event loop of pages and calls.
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { RunnerDeps } from './judge-runner.ts';
import type { ThreadData } from './judge-thread.ts';
import type { FromJudge, ToJudge } from './messages.ts';

export interface JudgeThread {
  post(message: ToJudge): void;
  terminate(): Promise<unknown>;
}

export interface JudgeThreadDeps {
  readonly given: Pick<RunnerDeps, 'limits'> & { readonly partSize: number | undefined };
  hear(message: FromJudge): void;
  failed(error: unknown): void;
  ended(): void;
}

export type StartJudgeThread = (deps: JudgeThreadDeps) => JudgeThread;

export const judgeThreads =
  (connection: pg.ClientConfig): StartJudgeThread =>
  ({ given, hear, failed, ended }) => {
    const workerData = { connection, ...given } as ThreadData;
    const worker = new Worker(new URL('./judge-thread.ts', import.meta.url), { workerData, name: 'alerts' });
    worker.on('message', hear);
    worker.on('error', failed);
    worker.on('exit', ended);
    return {
      post: (message) => worker.postMessage(message, message.type === 'ticks' ? [message.data.buffer as ArrayBuffer] : []),
      terminate: () => worker.terminate(),
    };
  };
