import { expect, test } from '../harness/journey.ts';
import { priceOf, rowOf, rowsOf } from '../harness/market-list.ts';

test.describe('spot list without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a visitor reads fifty prices from the first answer of the server', async ({ page }) => {
    const response = await page.goto('/markets/spot');
    expect(response?.status()).toBe(200);
    const html = (await response?.text()) ?? '';
    expect(html.indexOf('rel="stylesheet"'), 'the first paint does not wait behind the code').toBeLessThan(
      html.indexOf('rel="modulepreload"'),
    );
    await expect(page).toHaveTitle(/Tidemark/);
    expect(await rowsOf(page).count()).toBeGreaterThanOrEqual(50);
    await expect(priceOf(page, 'BTCUSDT')).toContainText(/\d/);
    await expect(
      page
        .locator('header')
        .getByText(/^simulated/i)
        .filter({ visible: true }),
    ).toHaveCount(1);
  });
});

test('the words are asked for together with the scripts, not by them', async ({ page }) => {
  const words = page.waitForRequest(/\/assets\/words\/site\.ar\./);
  await page.route(/\/assets\/vendor-/, async (route) => {
    await words;
    await route.continue();
  });
  await page.goto('/ar/markets/spot');
  const cell = priceOf(page, 'BTCUSDT');
  const first = await cell.textContent();
  await expect(cell, 'alive').not.toHaveText(first ?? '');
});

test('prices move', async ({ page }) => {
  await page.goto('/markets/spot');
  const cell = priceOf(page, 'BTCUSDT');
  const first = await cell.textContent();
  await expect(cell).not.toHaveText(first ?? '');
});

test('sorting and filtering stay in the address', async ({ page }) => {
  await page.goto('/markets/spot?sort=change&dir=asc');
  await expect(rowsOf(page).first()).toBeVisible();
  await page.getByRole('searchbox', { name: /filter/i }).fill('doge');
  await expect(page).toHaveURL(/q=doge/);
  await expect(rowOf(page, 'DOGEUSDT')).toBeVisible();
  await expect(rowOf(page, 'BTCUSDT')).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'DOGEUSDT')).toBeVisible();
  await page.getByRole('searchbox', { name: /filter/i }).fill('zzzz-nothing');
  await expect(page.getByText('No data found.')).toBeVisible();
});
