// What every journey stands on: Playwright's test, with an address of its own for whoever walks through it.
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

let walked = 0;

export const isLong = process.env.LONG === '1';

/** The app of the journeys believes its proxy, so that no test meets what another one has used of an address's allowance. */
export const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from it which other fixtures are wanted: none
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    walked++;
    await use({ 'x-forwarded-for': `10.${workerIndex % 256}.${walked >> 8}.${walked % 256}` });
  },
  // A call that a page still asks for when its test is over is nobody's any more, and no failure of the test.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/**
 * What another journey proves on each change, seen once more: in another language or width, at another address, or of a part that fails
 * like its neighbours. `npm run test:long` walks it.
 */
export const longTest: typeof test = isLong ? test : ((() => {}) as unknown as typeof test);
