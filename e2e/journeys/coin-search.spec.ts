// The coin search of the header: what it shows before anything is typed, what it finds, and what it remembers.
import { type Page } from '@playwright/test';
import { expect, longTest, test } from '../harness/journey.ts';
import { connectionBadge } from '../harness/market-list.ts';

const openSearch = async (page: Page) => {
  await expect(connectionBadge(page)).toHaveClass(/live/);
  const opener = page.locator('.search-opener');
  if (await opener.isVisible()) await opener.click();
  else await page.getByRole('combobox', { name: 'Search coins' }).click();
  await expect(page.getByRole('combobox', { name: 'Search coins' })).toBeFocused();
};

test('before typing there is what people look at; after it coins by name, by pair and with a slip', async ({ page }) => {
  await page.goto('/markets/spot');
  await openSearch(page);
  for (const list of ['Hot searches', 'Gainers', 'New', 'Turnover'])
    await expect(page.getByRole('rowgroup', { name: list }).getByRole('row').first()).toBeVisible();
  const grid = page.getByRole('grid');
  await page.keyboard.type('etherium');
  await expect(grid.getByRole('row').first()).toContainText('ETH/USDT');
  await page.getByRole('combobox', { name: 'Search coins' }).fill('btc/usdc');
  await expect(grid.getByRole('row').first()).toContainText('BTC/USDC');
  await expect(grid.getByRole('row', { name: /Futures/ }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Search coins' }).fill('zzzzzzzz');
  await expect(page.locator('.search-panel').getByText('No data found.').first()).toBeVisible();
});

longTest('what was opened is remembered in this browser, and can be forgotten', async ({ page }) => {
  await page.goto('/markets/spot');
  await openSearch(page);
  await page.keyboard.type('dogecoin');
  await expect(page.getByRole('grid').getByRole('row').first()).toContainText('DOGE');
  const searched = page.waitForRequest((request) => request.url().endsWith('/searchCoin') && request.postDataJSON().keyword === 'DOGE');
  await page.getByRole('grid').getByRole('row').first().click();
  await expect(page).toHaveURL(/\/markets\/coin\/DOGEUSDT$/);
  await searched;
  await page.goto('/markets/spot');
  await openSearch(page);
  const recent = page.getByRole('rowgroup', { name: 'Recent searches' });
  await expect(recent.getByRole('row')).toHaveCount(1);
  await expect(recent).toContainText('DOGE/USDT');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(recent).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toHaveCount(0);
});
