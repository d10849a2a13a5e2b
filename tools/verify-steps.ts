// What verify proves, in the order in which a mistake is cheapest to find. A step answers with its problems and, if it
// likes, with figures worth seeing on every run.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';
import { budgets, bundleTable, check as checkBundle, readBundle } from './check-bundle.ts';
import { check as checkDocs } from './check-docs.ts';
import { check as checkGlossary } from './check-glossary.ts';
import { check as checkImports } from './check-imports.ts';
import { check as checkLines } from './check-lines.ts';
import { check as checkLocales } from './check-locales.ts';
import { check as checkNames } from './check-names.ts';
import { check as checkRawText } from './check-raw-text.ts';
import { check as checkSizes } from './check-sizes.ts';
import { check as checkUnused } from './check-unused.ts';
import { check as checkWidths } from './check-widths.ts';
import { type Check, problemLine } from './problem.ts';
import { packageFile, rootDir, runNode } from './run-command.ts';
import { packageFolders } from './source-tree.ts';

export interface Outcome {
  readonly problems: readonly string[];
  /** Printed, but nothing fails. */
  readonly remarks?: readonly string[];
}

export interface Step {
  readonly name: string;
  /** Steps of one group do not wait for each other. */
  readonly group: 'prepare' | 'types' | 'rules' | 'build' | 'built';
  readonly run: () => Promise<Outcome>;
}

/** Two steps run at once. Checkers beside each other find out the same types again: on two cores one costs two thirds of the usual four. */
const coresOfStep = String(Math.max(1, Math.floor(availableParallelism() / 2)));

const fromCommand =
  (...args: readonly string[]) =>
  async (): Promise<Outcome> => {
    const { code, output } = await runNode(args, { env: { GOMAXPROCS: coresOfStep } });
    return { problems: code === 0 ? [] : [output.trim() || `exit code ${code} and no word why`] };
  };

const fromCheck = (check: Check, remarks?: () => Promise<readonly string[]>) => async (): Promise<Outcome> => {
  const found = await check(rootDir);
  return {
    problems: found.filter(({ isWarning }) => !isWarning).map(problemLine),
    remarks: [...found.filter(({ isWarning }) => isWarning).map(problemLine), ...((await remarks?.()) ?? [])],
  };
};

const build = async (): Promise<Outcome> => {
  await buildIfNeeded({ say: (line) => console.log(`      ${line}`) });
  return { problems: [] };
};

const tsc = packageFile('typescript/bin/tsc');

export const verifySteps: readonly Step[] = [
  { name: 'route types', group: 'prepare', run: fromCommand(packageFile('@react-router/dev/bin.cjs'), 'typegen', 'web') },
  ...packageFolders
    .filter((folder) => existsSync(join(rootDir, folder, 'tsconfig.json')))
    .map((folder): Step => ({
      name: `types of ${folder}`,
      group: 'types',
      run: fromCommand(
        tsc,
        '-p',
        folder,
        '--pretty',
        'false',
        '--checkers',
        coresOfStep,
        '--incremental',
        '--tsBuildInfoFile',
        join(rootDir, 'node_modules/.cache/types', `${folder}.json`),
      ),
    })),
  { name: 'lint', group: 'rules', run: fromCommand(packageFile('oxlint/bin/oxlint'), '--type-aware', '--format=unix') },
  { name: 'format', group: 'rules', run: fromCommand(packageFile('oxfmt/bin/oxfmt'), '--list-different', '.') },
  { name: 'import walls', group: 'rules', run: fromCheck(checkImports) },
  { name: 'unused names of exports and dependencies', group: 'rules', run: fromCheck(checkUnused) },
  { name: 'names', group: 'rules', run: fromCheck(checkNames) },
  { name: 'names in the docs', group: 'rules', run: fromCheck(checkDocs) },
  { name: 'file sizes', group: 'rules', run: fromCheck(checkSizes) },
  { name: 'line lengths', group: 'rules', run: fromCheck(checkLines) },
  { name: 'locales', group: 'rules', run: fromCheck(checkLocales) },
  { name: 'locales: one word for one concept', group: 'rules', run: fromCheck(checkGlossary) },
  { name: 'locales: labels fit their places', group: 'rules', run: fromCheck(checkWidths) },
  { name: 'no words in markup', group: 'rules', run: fromCheck(checkRawText) },
  { name: 'build', group: 'build', run: build },
  {
    name: 'bundle budget',
    group: 'built',
    run: fromCheck(checkBundle, async () => budgets.flatMap((budget) => bundleTable(readBundle(rootDir, budget) ?? [], budget))),
  },
];
