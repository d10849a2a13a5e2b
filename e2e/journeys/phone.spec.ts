// What a phone has instead of the wide header: the sheet behind the menu button, the bottom bar, two-line rows.
import { expect, test } from '@playwright/test';
import { rowOf, rowsOf } from '../harness/market-list.ts';

test('language, currency and theme are chosen in a sheet', async ({ page }) => {
  await page.goto('/markets/spot');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Currency').selectOption('EUR');
  await sheet.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await sheet.getByLabel('Language').selectOption('zh-CN');
  await expect(page).toHaveURL(/\/zh-CN\/markets\/spot/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await expect(rowOf(page, 'BTCUSDT')).toContainText('€');
});

test('the page never scrolls sideways, and the bottom bar leads to the markets', async ({ page }) => {
  for (const path of ['/markets/spot', '/ar/markets/spot', '/zh-CN/markets/futures']) {
    await page.goto(path);
    await expect(rowsOf(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.goto('/markets/overview');
  await page.locator('nav').last().getByRole('link', { name: 'Markets' }).click();
  await expect(page).toHaveURL(/\/markets\/spot$/);
});
