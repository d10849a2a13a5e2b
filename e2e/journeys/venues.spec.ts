// Several exchanges beside each other, as the simulator plays them: lines that add up, a table, and nothing taken for a real exchange.
import { expect, test } from '../harness/journey.ts';

test('a contract on four exchanges: piled lines, another metric, the same figures as a table', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?tab=futures&symbol=BTCUSDT_UMCBL&range=1d&period=1h');
  const charts = page.getByRole('region', { name: 'By exchange', exact: true });
  await expect(charts.locator('.chart-keys li')).toHaveText(['Sim 3', 'Sim 2', 'Sim 1', 'Tidemark']);
  await charts.getByText('Table', { exact: true }).click();
  await expect(charts.locator('.chart-twin thead th')).toHaveText(['Time', 'Total', 'Tidemark', 'Sim 1', 'Sim 2', 'Sim 3']);
  await expect(charts.locator('.chart-twin tbody tr').first().locator('td')).toHaveText([/\$/, /\$/, /\$/, /\$/, /\$/]);
  await charts.getByText('Funding rate', { exact: true }).click();
  await expect(charts.locator('.chart-twin thead th')).toHaveText(['Time', 'Tidemark', 'Sim 1', 'Sim 2', 'Sim 3']);
  const now = page.getByRole('region', { name: 'By exchange, 24h' });
  await expect(now.getByRole('rowheader')).toHaveText(['Tidemark', 'Sim 1', 'Sim 2', 'Sim 3', 'Total']);
  const cells = now.getByRole('row').filter({ hasText: 'Sim 1' }).getByRole('cell');
  await expect(cells).toHaveText([/\$/, /\$/, /%/, /^\d/, /^\d/, /\$/]);
});

test('all contracts on four exchanges, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/markets/trading-data/wholeNetwork');
  const now = page.getByRole('region', { name: 'By exchange, 24h' });
  await expect(now.getByRole('row').filter({ hasText: 'Total' }).getByRole('cell')).toHaveText([/\$/, /\$/, '--']);
  const charts = page.getByRole('region', { name: 'By exchange', exact: true });
  await expect(charts.locator('.chart-keys li')).toHaveText(['Sim 3', 'Sim 2', 'Sim 1', 'Tidemark']);
  await charts.getByRole('radio', { name: 'Open interest' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(charts.getByRole('radio', { name: '24h volume' })).toBeChecked();
  await charts.getByText('Table', { exact: true }).click();
  await expect(charts.locator('.chart-twin thead th')).toHaveText(['Time', 'Total', 'Tidemark', 'Sim 1', 'Sim 2', 'Sim 3']);
  await expect(charts.locator('.chart-twin tbody tr').first().locator('td')).toHaveText([/\$/, /\$/, /\$/, /\$/, /\$/]);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(isWide).toBe(false);
});
