// Many alerts at once: chosen by keyboard, turned on and off, deleted and brought back.
import { randomUUID } from 'node:crypto';
import { type Page } from '@playwright/test';
import { postAlerts } from '../harness/alerts.ts';
import { expect, test } from '../harness/journey.ts';
import { enterAsSomebody } from '../harness/person.ts';

/** Far from any price, so that nothing fires meanwhile. */
const setAlerts = async (page: Page, prices: readonly number[]) => {
  for (const price of prices) {
    const { code } = await postAlerts(page, 'inster', {
      clientKey: randomUUID(),
      businessLine: 1,
      symbolId: 'BTCUSDT',
      alertType: 1,
      frequency: 1,
      channels: [4],
      configurePrice: String(price),
    });
    expect(code).toBe('00000');
  }
};

test('alerts are chosen by keyboard, turned off and on, deleted and brought back together', async ({ page, context }) => {
  await enterAsSomebody(context);
  await page.goto('/price-alert');
  await setAlerts(page, [9_000_001, 9_000_002, 9_000_003]);
  await page.reload();
  const rows = page.getByRole('row').filter({ hasText: 'BTC/USDT' });
  await expect(rows).toHaveCount(3);
  const all = page.getByRole('checkbox', { name: 'Select all' });
  await all.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('3 selected')).toBeVisible();
  await rows.first().getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await page.getByRole('button', { name: 'Turn off' }).press('Enter');
  await expect(page.getByText('Alerts turned off: 2')).toBeVisible();
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(2);
  await expect(page.getByText('selected')).toHaveCount(0);

  await all.check();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Alerts turned on: 3')).toBeVisible();
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(3);

  await all.check();
  // Of the bar above the list: every row has its own, too.
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Alerts restored: 3')).toBeVisible();
  await expect(rows).toHaveCount(3);
});
