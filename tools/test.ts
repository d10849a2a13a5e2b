// `npm test`: verify, then every test of the tree, then one line with the sum. `-- unit`, `-- journeys` or any path
// (a file or a folder) runs only that. Nothing is passed over in silence: what the system lacks is said and, in CI, failed.
import { type App, startApp } from '../e2e/harness/app.ts';
import { runJourneys } from './run-journeys.ts';
import { runNodeTests } from './run-node-tests.ts';
import { rootDir, seconds } from './run-command.ts';
import { runVerify } from './run-verify.ts';
import { selectSuites, type Selection, type SuiteName } from './select-suites.ts';
import { chromium, ensureParts, fonts, natsServer, postgres, type SystemPart } from './system-parts.ts';
import { addTallies, closingLine, isProof, type Tally } from './tally.ts';

const isCi = process.env.CI === 'true';
const say = (line: string): void => console.log(line);

const partsOf: Readonly<Record<SuiteName, readonly SystemPart[]>> = {
  verify: [],
  unit: [natsServer, postgres],
  calls: [],
  faults: [natsServer, postgres],
  journeys: [chromium, fonts],
};
const needsApp: ReadonlySet<SuiteName> = new Set(['calls', 'journeys']);

let shared: App | null = null;
const sharedApp = async (): Promise<App> => {
  if (shared) return shared;
  const begin = performance.now();
  shared = await startApp();
  // Test files run in processes of their own and find the app by this.
  process.env.APP_URL = shared.url;
  say(`      the app is up at ${shared.url}  (${seconds(begin)})`);
  return shared;
};

const runSuite = async ({ name, files }: Selection): Promise<Tally> => {
  if (name === 'verify') return runVerify();
  if (needsApp.has(name)) await sharedApp();
  if (name === 'journeys') return runJourneys(files, (await sharedApp()).url);
  // Faults start, kill and measure whole programs; side by side they would disturb each other.
  return runNodeTests({ rootDir, files, say, ...(name === 'faults' ? { concurrency: 1 } : {}) });
};

const missingParts = async (selections: readonly Selection[]): Promise<readonly SystemPart[]> => {
  const needed = new Set(selections.flatMap(({ name }) => partsOf[name]));
  const missing = await ensureParts([...needed], say);
  for (const { name, without, debianPackages } of missing) {
    say(`\n${'!'.repeat(100)}\n!!! ${name} is missing: ${without} will NOT be tested. Install it (Debian: apt install ${debianPackages.join(' ')})${isCi ? '; in CI this is a failure' : ''}.\n${'!'.repeat(100)}\n`);
  }
  return missing;
};

const main = async (): Promise<Tally> => {
  const selections = selectSuites(rootDir, process.argv.slice(2));
  const missing = await missingParts(selections);
  const tallies: Tally[] = [{ passed: 0, failed: isCi ? missing.length : 0, skipped: isCi ? 0 : missing.length }];
  for (const selection of selections) {
    const begin = performance.now();
    say(`\n${selection.name}`);
    if (selection.name === 'journeys' && missing.includes(chromium)) continue;
    let tally: Tally;
    try {
      tally = await runSuite(selection);
    } catch (error) {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error));
      tally = { passed: 0, failed: 1, skipped: 0 };
    }
    if (tally.passed + tally.failed === 0) {
      say(`FAIL  no test ran in ${selection.name}`);
      tally = { ...tally, failed: 1 };
    }
    say(`      ${selection.name}: ${closingLine(tally)}  (${seconds(begin)})`);
    tallies.push(tally);
  }
  return addTallies(tallies);
};

let tally: Tally = { passed: 0, failed: 1, skipped: 0 };
try {
  tally = await main();
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await (shared as App | null)?.stop().catch((error: unknown) => {
    say(String(error));
    tally = { ...tally, failed: tally.failed + 1 };
  });
}
say(`\n${closingLine(tally)}`);
process.exitCode = isProof(tally) ? 0 : 1;
