// Plays histories of the alert way on virtual time (docs/decisions/050-simulation.md): npm run simulate -- SEED [COUNT] [FAULT,FAULT]
import { simulate } from '../server/src/assembly/testing/simulation/simulation.ts';
import { faultKinds } from '../server/src/assembly/testing/simulation/trouble.ts';

const [first = '1', count = '1', only] = process.argv.slice(2);
const kinds = only === undefined ? undefined : faultKinds.filter((kind) => only.split(',').includes(kind));
if (!Number.isSafeInteger(Number(first)) || !Number.isSafeInteger(Number(count)) || kinds?.length === 0) {
  console.error(`npm run simulate -- SEED [COUNT] [FAULT,FAULT], where a fault is one of: ${faultKinds.join(', ')}`);
  process.exit(1);
}
const begun = process.cpuUsage();
let [simulatedMs, steps, failed] = [0, 0, 0];
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const history = await simulate(seed, kinds ? { kinds } : {});
  simulatedMs += history.simulatedMs;
  steps += history.steps;
  if (history.wrong.length > 0) failed++;
  if (Number(count) > 1 && history.wrong.length === 0) continue;
  for (const { at, what } of history.faults) console.log(`${(at / 1_000).toFixed(3)} s: ${what}`);
  for (const line of history.wrong) console.log(line);
  console.log(`seed ${seed}: ${history.alerts} alerts, ${history.due} firings due, ${history.messages} messages, ${history.fingerprint}`);
}
const { user, system } = process.cpuUsage(begun);
const hours = (simulatedMs / 3_600_000).toFixed(2);
console.log(`${count} histories, ${hours} h, ${steps} steps, ${((user + system) / 1e6).toFixed(1)} CPU-seconds, ${failed} wrong`);
if (failed > 0) process.exitCode = 1;
