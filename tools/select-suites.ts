// Which suites, and which of their files, a run is about.
import { isTest, listFiles } from './source-tree.ts';

const suiteNames = ['verify', 'unit', 'calls', 'faults', 'journeys'] as const;
export type SuiteName = (typeof suiteNames)[number];

export interface Selection {
  readonly name: SuiteName;
  /** Relative to the root; verify has none. */
  readonly files: readonly string[];
}

const foldersOf: Readonly<Record<Exclude<SuiteName, 'verify'>, readonly string[]>> = {
  unit: ['contract', 'source', 'simulator', 'server', 'web', 'testbed', 'tools', 'e2e/harness'],
  calls: ['e2e/calls'],
  faults: ['e2e/faults'],
  journeys: ['e2e/journeys'],
};

const isSuiteName = (word: string): word is SuiteName => suiteNames.includes(word as SuiteName);

const tidy = (path: string): string => path.replace(/^\.\//, '').replace(/\/$/, '');

/** Words are names of suites or paths, files and folders alike; no words means everything. Throws on a word that means nothing. */
export const selectSuites = (rootDir: string, words: readonly string[]): readonly Selection[] => {
  const all = suiteNames.map((name): Selection => ({
    name,
    files: name === 'verify' ? [] : listFiles(rootDir, foldersOf[name], ['.ts', '.tsx']).filter(isTest),
  }));
  if (words.length === 0) return all;
  const paths = words.filter((word) => !isSuiteName(word)).map(tidy);
  const isMeant = (file: string): boolean => paths.some((path) => file === path || file.startsWith(`${path}/`));
  for (const path of paths) {
    if (!all.some(({ files }) => files.some((file) => file === path || file.startsWith(`${path}/`)))) {
      throw new Error(`'${path}' is neither a suite (${suiteNames.join(', ')}) nor a path with tests in it`);
    }
  }
  return all
    .map(({ name, files }): Selection => ({ name, files: words.includes(name) ? files : files.filter(isMeant) }))
    .filter(({ name, files }) => words.includes(name) || files.length > 0);
};
