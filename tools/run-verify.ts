// Runs the steps of verify, two at a time inside a group, one line per step with its time; what is wrong is told in
// full below its line.
import { seconds } from './run-command.ts';
import { addTallies, type Tally } from './tally.ts';
import { type Outcome, type Step, verifySteps } from './verify-steps.ts';

const atOnce = 2;

const attempt = async (step: Step): Promise<Outcome> => {
  try {
    return await step.run();
  } catch (error) {
    return { problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
};

const indent = (text: string): string => text.replace(/^(?=.)/gm, '      ');

const runStep = async (step: Step): Promise<Tally> => {
  const begin = performance.now();
  const { problems, remarks = [] } = await attempt(step);
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${step.name}  (${seconds(begin)})`);
  for (const text of [...remarks, ...problems]) console.log(indent(text));
  if (problems.length === 0) return { passed: 1, failed: 0, skipped: 0 };
  return { passed: 0, failed: 1, skipped: 0, failures: [[`verify: ${step.name}`, ...problems].join('\n')] };
};

const runGroup = async (steps: readonly Step[]): Promise<Tally[]> => {
  const waiting = [...steps];
  const tallies: Tally[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) tallies.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tallies;
};

/** Only the steps whose name contains one of the words, or all without words. */
export const runVerify = async (words: readonly string[] = []): Promise<Tally> => {
  const chosen = verifySteps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const tallies: Tally[] = [];
  for (const group of new Set(chosen.map((step) => step.group))) {
    tallies.push(...(await runGroup(chosen.filter((step) => step.group === group))));
  }
  return addTallies(tallies);
};
