// Playwright over e2e/journeys; its own list goes to the terminal, its report gives the counts.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile, rootDir, runNode } from './run-command.ts';
import { seenPage } from './seen-page.ts';
import type { Tally } from './tally.ts';

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number };
  readonly errors: readonly { readonly message?: string }[];
}

export const runJourneys = async (files: readonly string[], appUrl: string): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-journeys-'));
  const report = join(folder, 'report.json');
  try {
    const args = [packageFile('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', ...files.map((file) => file.replaceAll('.', '\\.'))];
    await runNode(args, { live: true, env: { APP_URL: appUrl, JOURNEY_REPORT: report } });
    tellSeenPages();
    const { stats, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const tellSeenPages = (): void => {
  for (const file of globSync('e2e/test-results/*/error-context.md', { cwd: rootDir })) {
    const page = seenPage(readFileSync(join(rootDir, file), 'utf8'));
    if (page) console.log(`\n  The page of ${file.split(/[\\/]/).at(-2)}:\n${page}`);
  }
};
