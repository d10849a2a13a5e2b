import type { Page } from '@playwright/test';

/** Requests to such an address are answered only when the answer has been called. */
export const heldBack = async (page: Page, address: string): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};
