// The market list as a person finds it: a row by its coin, the price in the row.
import type { Locator, Page } from '@playwright/test';

export const rowOf = (page: Page, symbolId: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`a[href$="/markets/coin/${symbolId}"]`) });
export const rowsOf = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
export const priceOf = (page: Page, symbolId: string): Locator => rowOf(page, symbolId).locator('.c-price .px');
/** The badge in the header; its class is one of live, slow, connecting, lost. */
export const connectionBadge = (page: Page): Locator => page.locator('header .connection');
