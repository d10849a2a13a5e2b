// What this process and all it had started have computed. A run on a few cores takes as long as its processes compute, however they lie
// beside each other, and unlike its duration this does not grow with what else the machine does.
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, at any timer frequency of its own. */
const kernelTickMs = 10;

/** Of processes that were started, those count that have ended. Without Linux only this process counts. */
export const computedMs = (): number => {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  if (process.platform !== 'linux') return own;
  // The name of the program stands in brackets and may hold spaces; behind it come the state and then numbers, of which the user and
  // system times of ended children are the thirteenth and fourteenth.
  const figures = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
  return own + (Number(figures[13]) + Number(figures[14])) * kernelTickMs;
};
