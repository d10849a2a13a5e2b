// The thread that judges. It outlives its connection to the database: what is lost with one is recovered with the next.
import { parentPort, workerData } from 'node:worker_threads';
import { createRunner, type Runner, type RunnerDeps } from './judge-runner.ts';
import type { FromJudge, ToJudge } from './messages.ts';

const given = workerData as Omit<RunnerDeps, 'tell'>;
const port = parentPort!;
const tell = (message: FromJudge) => port.postMessage(message, []);
const retryMs = 500;

let isStopping = false;
let runner: Runner | null = null;
/** Names of symbols are told once; every life of the judge needs them all. */
const names: (readonly [number, string])[] = [];

port.on('message', (message: ToJudge) => {
  if (message.type === 'stop') isStopping = true;
  if (message.type === 'ticks') names.push(...message.names);
  runner?.hear(message);
});

while (!isStopping) {
  runner = createRunner({ ...given, tell });
  runner.hear({ type: 'ticks', data: new Float64Array(0), names, now: 0 });
  try {
    await runner.run();
  } catch (error) {
    tell({ type: 'trouble', text: error instanceof Error ? error.message : String(error) });
    runner = null;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
tell({ type: 'stopped' });
port.close();
