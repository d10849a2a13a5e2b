// Which suites run beside which. On two cores a run takes half of the time that all its processes compute, as long as neither core waits:
// beside what fills the cores runs what mostly waits. Browsers fill them by themselves, and beside them others would wait too long.
import type { Selection, SuiteName } from './select-suites.ts';

/** Side by side; the suites of a lane run one after another. */
const lanes: readonly (readonly SuiteName[])[] = [
  ['verify', 'unit'],
  ['faults', 'calls'],
];
const afterwards: readonly SuiteName[] = ['journeys'];
/** Their programs serve pages. */
const needsPages: ReadonlySet<SuiteName> = new Set(['faults', 'calls', 'journeys']);

/** Answers in the order of the selections, in any order of their ends. `built` is kept when the pages are there. */
export const runInLanes = async <R>(
  selections: readonly Selection[],
  run: (selection: Selection) => Promise<R>,
  built: Promise<void>,
): Promise<readonly R[]> => {
  const results = new Map<SuiteName, R>();
  const walk = async (suites: readonly SuiteName[]): Promise<void> => {
    for (const selection of suites.flatMap((suite) => selections.filter(({ name }) => name === suite))) {
      if (needsPages.has(selection.name)) await built;
      results.set(selection.name, await run(selection));
    }
  };
  await Promise.all(lanes.map(walk));
  await walk(afterwards);
  return selections.map(({ name }) => results.get(name)!);
};
