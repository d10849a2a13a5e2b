// Playwright over e2e/journeys, with an app of their own; its own list goes to the terminal, its report gives the counts and times.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startJourneyApp } from '../e2e/harness/journey-app.ts';
import { readJourneyReport, tellFiles } from './journey-report.ts';
import { packageFile, rootDir, runNode, seconds } from './run-command.ts';
import { seenPage } from './seen-page.ts';
import type { Tally } from './tally.ts';

export const runJourneys = async (files: readonly string[]): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-journeys-'));
  const report = join(folder, 'report.json');
  const begin = performance.now();
  const app = await startJourneyApp();
  console.log(`      the app of the journeys is up at ${app.url}  (${seconds(begin)})`);
  try {
    const args = [
      packageFile('@playwright/test/cli.js'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      ...files.map((file) => file.replaceAll('.', '\\.')),
    ];
    await runNode(args, { live: true, env: { APP_URL: app.url, JOURNEY_REPORT: report } });
    tellSeenPages();
    const journeys = readJourneyReport(JSON.parse(readFileSync(report, 'utf8')));
    for (const line of tellFiles(journeys)) console.log(line);
    return journeys.tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await app.stop();
  }
};

const tellSeenPages = (): void => {
  for (const file of globSync('e2e/test-results/*/error-context.md', { cwd: rootDir })) {
    const page = seenPage(readFileSync(join(rootDir, file), 'utf8'));
    if (page) console.log(`\n  The page of ${file.split(/[\\/]/).at(-2)}:\n${page}`);
  }
};
