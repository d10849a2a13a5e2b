// `npm test`: verify and every test of the tree, then one line with the sum. `-- unit`, `-- journeys` or any path
// (a file or a folder) runs only that. Nothing is passed over in silence: what the system lacks is said and, in CI, failed.
// `npm run test:long` is the same with LONG=1: the tests that have a longer version run it.
import { type App, startApp } from '../e2e/harness/app.ts';
import { startTestPostgres, type TestPostgres } from '../server/src/platform/db/testing/test-postgres.ts';
import { buildIfNeeded } from './build.ts';
import { computedMs } from './computed-time.ts';
import { groupTests } from './group-tests.ts';
import { runJourneys } from './run-journeys.ts';
import { runNodeTests } from './run-node-tests.ts';
import { rootDir, seconds } from './run-command.ts';
import { runInLanes } from './run-in-lanes.ts';
import { runVerify } from './run-verify.ts';
import { selectSuites, type Selection, type SuiteName } from './select-suites.ts';
import { chromium, ensureParts, fonts, natsServer, nginx, postgres, promtool, type SystemPart } from './system-parts.ts';
import { addTallies, closingLine, failureLines, isProof, slowestLines, type Tally } from './tally.ts';

const isCi = process.env.CI === 'true';
const silenceMs = process.env.LONG === '1' ? 1_800_000 : 300_000;
const say = (line: string): void => console.log(line);

const partsOf: Readonly<Record<SuiteName, readonly SystemPart[]>> = {
  verify: [],
  unit: [natsServer, postgres, promtool],
  calls: [nginx],
  faults: [natsServer, postgres],
  journeys: [chromium, fonts, nginx],
};

let shared: App | null = null;
const startSharedApp = async (): Promise<void> => {
  const begin = performance.now();
  // Behind a proxy that is believed, so that each test can ask from an address of its own.
  shared = await startApp({ isWholeMarket: true, env: { TRUST_PROXY: '1' } });
  // Test files run in processes of their own and find the app by this.
  process.env.APP_URL = shared.url;
  say(`      the app is up at ${shared.url}  (${seconds(begin)})`);
};

const endOf = async (part: App | TestPostgres | null): Promise<Tally> => {
  try {
    await part?.stop();
    return { passed: 0, failed: 0, skipped: 0 };
  } catch (error) {
    say(String(error));
    return { passed: 0, failed: 1, skipped: 0, failures: [`the end of the run: ${String(error)}`] };
  }
};

/** It is not asked afterwards, and a whole market would go on ticking beside the journeys. */
const stopSharedApp = (): Promise<Tally> => {
  const app = shared;
  shared = null;
  return endOf(app);
};

let testPostgres: TestPostgres | null = null;
const startSharedPostgres = async (): Promise<void> => {
  testPostgres = await startTestPostgres();
  process.env.TEST_POSTGRES_URL = testPostgres.templateUrl;
};

const runFiles = async ({ name, files }: Selection): Promise<Tally> => {
  if (name === 'verify') return runVerify();
  if (name === 'journeys') return runJourneys(files);
  if (name === 'calls') await startSharedApp();
  if (name === 'unit') await startSharedPostgres();
  // Faults start, kill and freeze whole programs, and then mostly wait: more than two of them would be late for each other.
  return runNodeTests({ rootDir, groups: groupTests(rootDir, files), say, silenceMs, ...(name === 'faults' ? { concurrency: 2 } : {}) });
};

interface SuiteResult {
  readonly name: SuiteName;
  readonly tally: Tally;
  readonly took: string;
}

const runSuite = async (selection: Selection): Promise<SuiteResult> => {
  const { name } = selection;
  const begin = performance.now();
  const computedBefore = computedMs();
  say(`\n${name}`);
  let tally: Tally;
  try {
    tally = await runFiles(selection);
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    tally = { passed: 0, failed: 1, skipped: 0, failures: [`${name} fell over: ${String(error)}`] };
  }
  if (name === 'calls') tally = addTallies([tally, await stopSharedApp()]);
  if (tally.passed + tally.failed === 0) {
    say(`FAIL  no test ran in ${name}`);
    tally = { ...tally, failed: 1, failures: [`no test ran in ${name}`] };
  }
  // Only the journeys have the cores for themselves; of the other suites each process tells what it computed.
  if (name === 'journeys') tally = { ...tally, computed: [{ name: 'e2e/journeys', ms: computedMs() - computedBefore }] };
  const took = seconds(begin);
  say(`      ${name}: ${closingLine(tally)}  (${took})`);
  return { name, tally, took };
};

const missingParts = async (selections: readonly Selection[]): Promise<readonly SystemPart[]> => {
  const needed = new Set(selections.flatMap(({ name }) => partsOf[name]));
  const missing = await ensureParts([...needed], say);
  for (const { name, without, debianPackages } of missing) {
    const rule = '!'.repeat(100);
    const inCi = isCi ? '; in CI this is a failure' : '';
    say(
      `\n${rule}\n!!! ${name} is missing: ${without} will NOT be tested. Install it (Debian: apt install ` +
        `${debianPackages.join(' ')})${inCi}.\n${rule}\n`,
    );
  }
  return missing;
};

const runAll = (selections: readonly Selection[]): Promise<readonly SuiteResult[]> => {
  // Every program that a suite starts needs the pages; types and rules are checked while they are built.
  const built = selections.some(({ name }) => name !== 'unit') ? buildIfNeeded({ say }) : Promise.resolve();
  return runInLanes(selections, runSuite, built);
};

// Told to stop, it ends what it has started on its way out.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const computedBy = ({ computed = [] }: Tally): string =>
  computed.length === 0 ? '' : ` (${Math.round(computed.reduce((sum, { ms }) => sum + ms, 0) / 1000)} s computing)`;

const main = async (): Promise<Tally> => {
  const begin = performance.now();
  const selections = selectSuites(rootDir, process.argv.slice(2));
  const missing = await missingParts(selections);
  const results = await runAll(selections.filter(({ name }) => name !== 'journeys' || !missing.includes(chromium)));
  const ofParts: Tally = { passed: 0, failed: isCi ? missing.length : 0, skipped: isCi ? 0 : missing.length };
  const sum = addTallies([ofParts, ...results.map(({ tally }) => tally)]);
  say(`\nThe slowest tests:\n${slowestLines(sum.timings ?? [], 10).join('\n')}`);
  if (sum.computed?.length) say(`\nWhat computes most:\n${slowestLines(sum.computed, 10).join('\n')}`);
  const suites = results.map(({ name, took, tally }) => `${name} ${took}${computedBy(tally)}`);
  say(`\nSuites: ${suites.join(', ')}; in all ${seconds(begin)}, ${Math.round(computedMs() / 1000)} s of them computing`);
  return sum;
};

let tally: Tally = { passed: 0, failed: 1, skipped: 0 };
try {
  tally = await main();
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  for (const part of [shared, testPostgres] as readonly (App | TestPostgres | null)[]) tally = addTallies([tally, await endOf(part)]);
}
for (const line of failureLines(tally.failures ?? [])) say(line);
say(`\n${closingLine(tally)}`);
process.exitCode = isProof(tally) ? 0 : 1;
