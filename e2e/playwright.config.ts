// Journeys in the installed Chromium against the app that `npm test` started (APP_URL).
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, requireChromium } from '../tools/chromium.ts';
import { sharedAppUrl } from './harness/app.ts';

const report = process.env.JOURNEY_REPORT;
const isLong = process.env.LONG === '1';

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.spec.ts',
  outputDir: './test-results',
  // A test that passes on the second try is a test that fails.
  retries: 0,
  // A journey mostly waits: for the beat of the prices, for a program that starts, for what must not happen.
  workers: 3 * availableParallelism(),
  fullyParallel: true,
  // Limits for a machine that is three times as slow and busy besides; what is green does not wait for them.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    baseURL: sharedAppUrl(),
    browserName: 'chromium',
    // Nothing is drawn by a graphics card here, and a process for it costs a tenth of every page.
    launchOptions: { executablePath: requireChromium(), args: [...chromiumFlags, '--in-process-gpu'] },
    // Cells that fade are painted sixty times a second, which without a graphics card costs more than all the rest of a page.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a picture of the whole page with each step and makes every journey half as long again: `-- --trace on` where one is
    // wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testIgnore: '**/phone.spec.ts', use: { viewport: { width: 1440, height: 900 } } },
    // What is laid out or reached differently on a phone; the rest is walked through once, on the wide layout.
    {
      name: 'phone',
      testMatch: ['**/phone.spec.ts', ...(isLong ? ['**/shell.spec.ts', '**/spot-list.spec.ts', '**/error-reports.spec.ts'] : [])],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
