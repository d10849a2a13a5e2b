// The thread that judges.
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { connectJudge } from './judge-database.ts';
import { createJudgeLives } from './judge-lives.ts';
import type { RunnerDeps } from './judge-runner.ts';
import type { FromJudge, ToJudge } from './messages.ts';

export type ThreadData = Omit<RunnerDeps, 'tell' | 'connect' | 'stopwatch'> & { readonly connection: pg.ClientConfig };

const { connection, ...given } = workerData as ThreadData;
const port = parentPort!;
const lives = createJudgeLives({
  ...given,
  connect: connectJudge(connection),
  tell: (message: FromJudge) => port.postMessage(message, []),
});
port.on('message', (message: ToJudge) => lives.hear(message));
await lives.run();
port.close();
