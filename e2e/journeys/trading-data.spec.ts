// Trading data: every chart with its table, definition and download; the address keeps the view.
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectNoSeriousAxe } from '../harness/axe.ts';

const charts = {
  futures: ['Open interest', 'Long / short accounts', 'Large accounts, by number', 'Large accounts, by position', 'Taker volume', 'Basis', 'Funding rate'],
  spot: ['Fund flow', 'Net inflow, 24 h', 'Whale net flow, 5 d', 'Margin long / short', 'Loan growth', 'Isolated borrow ratio'],
};

test('the charts of both tabs are there before any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [tab, names] of Object.entries(charts)) {
    await page.goto(`/markets/trading-data/trading?tab=${tab}`);
    for (const name of names) {
      await expect(page.getByRole('figure', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('figure', { name, exact: true }).locator('svg path').first()).toBeAttached();
    }
  }
  await context.close();
});

test('one crosshair for all charts, moved by the keyboard and heard; a table and a file with the same figures', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?range=1d&period=1h');
  const chart = page.getByRole('figure', { name: 'Open interest', exact: true });
  const cursor = chart.getByRole('slider');
  await cursor.focus();
  await expect(async () => {
    await cursor.press('Home');
    await expect(cursor).toHaveAttribute('aria-valuetext', /UTC, Open interest, USD \$/, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('figure', { name: 'Taker volume', exact: true }).getByRole('slider')).toHaveAttribute('aria-valuetext', /Taker buy/);

  await chart.getByText('Table', { exact: true }).click();
  const rows = chart.getByRole('row');
  await expect(rows).toHaveCount(25);
  const [file] = await Promise.all([page.waitForEvent('download'), chart.getByRole('button', { name: 'Download as CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('BTCUSDT_UMCBL-openInterest-1h.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.length).toBe(25);
  expect(lines[0]).toContain('Open interest, USD');
  await chart.getByText('Chart', { exact: true }).click();
  const [picture] = await Promise.all([page.waitForEvent('download'), chart.getByRole('button', { name: 'Download as PNG' }).click()]);
  expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG');
  await expectNoSeriousAxe(page);
});

test('pair, range and overlay are kept by the address; an unknown pair is a 404', async ({ page }) => {
  await page.goto('/markets/trading-data/trading');
  await page.getByRole('button', { name: /Choose a pair/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a pair' });
  await dialog.getByRole('searchbox').fill('zzzz');
  await expect(dialog.getByText('No data found.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('eth');
  await dialog.getByRole('link', { name: /^ETHUSDT/ }).first().click();
  await expect(page).toHaveURL(/symbol=ETHUSDT_UMCBL/);
  await page.getByRole('combobox', { name: 'Overlay' }).selectOption('takerVolume');
  await page.getByRole('navigation', { name: 'Range' }).getByRole('link', { name: '7 d' }).click();
  await expect(page).toHaveURL(/range=7d/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Overlay' })).toHaveValue('takerVolume');
  await expect(page.getByRole('figure', { name: 'Open interest', exact: true }).getByText('Taker volume, overlay')).toBeVisible();
  await page.getByText('How this is computed').first().click();
  await expect(page.getByText('OI = open contracts × contract size × price')).toBeVisible();
  expect((await page.goto('/markets/trading-data/trading?symbol=NOSUCH_UMCBL'))?.status()).toBe(404);
});

for (const [locale, title, network] of [['zh-CN', '交易数据', '各合约资金费率'], ['ar', 'بيانات التداول', 'التمويل حسب العقد']] as const) {
  test(`${locale}: the whole network with the funding of every contract`, async ({ page }) => {
    await page.goto(`/${locale}/markets/trading-data/wholeNetwork`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const table = page.getByRole('region', { name: network });
    await expect(table.getByRole('row')).toHaveCount(21);
    await expectNoSeriousAxe(page);
  });
}
