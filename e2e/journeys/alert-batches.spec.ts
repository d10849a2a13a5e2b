// Many alerts at once: chosen by keyboard, turned on and off, deleted and brought back; saved as a file and made from one.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Page } from '@playwright/test';
import { postAlerts } from '../harness/alerts.ts';
import { expect, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

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
  await logInAsNewUser(context);
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

  // The server brings them back, and its answer is lost: nothing more is said than that.
  await page.route(
    '**/priceremindconfig/restore',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, body: '' });
    },
    { times: 1 },
  );
  await all.check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('It may or may not have gone through')).toBeVisible();
  // Now, not after it has gone by itself.
  expect(await page.getByText('Couldn’t restore the alert').count()).toBe(0);
  await expect(rows).toHaveCount(3);
});

test('alerts are saved as a file; a file is looked through first, says what is wrong with each line, and is made once', async ({
  page,
  context,
}) => {
  await logInAsNewUser(context);
  await page.goto('/price-alert');
  await setAlerts(page, [9_000_001, 9_000_002]);
  await page.reload();
  const rows = page.getByRole('row').filter({ hasText: 'BTC/USDT' });
  await expect(rows).toHaveCount(2);
  const openMenu = async (item: string) => {
    await page.getByRole('button', { name: 'Import / Export' }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  const saved = page.waitForEvent('download');
  await openMenu('Export CSV');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/alerts-\d{4}-\d\d-\d\d\.csv$/);
  const content = readFileSync(await file.path(), 'utf8');
  expect(content).toContain('spot,BTCUSDT,rises_to,9000002,,,last,every,station,yes');

  await page.setViewportSize({ width: 390, height: 844 });
  await openMenu('Import alerts');
  const dialog = page.getByRole('dialog', { name: 'Import alerts' });
  const lines = ['spot,BTCUSDT,rises_to,9000003', 'spot,NOPEUSDT,rises_to,1', 'spot,<b>x</b>,jumps_to,1'];
  await dialog.getByLabel('Choose file').setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${content}${lines.join('\n')}`),
  });
  await expect(dialog.getByText('Alerts to create: 1')).toBeVisible();
  await expect(dialog.getByText('Already there: 2')).toBeVisible();
  const wrong = dialog.getByRole('list', { name: 'Lines that can’t be imported: 2' }).getByRole('listitem');
  await expect(wrong).toHaveText([
    'Line 5: This trading pair does not exist. NOPEUSDT',
    'Line 6: Unknown value in column condition: jumps_to <b>x</b>',
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect(rows).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(dialog.getByText('Alerts created: 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText('Already there: 3')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(3);
});

test('an alert is copied to other pairs, each shown as it will stand; what is refused is told pair by pair', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/price-alert');
  await setAlerts(page, [9_000_001]);
  await page.reload();
  const rows = page.getByRole('row');
  await page.getByRole('button', { name: 'Copy BTC/USDT: Rises to 9,000,001.00' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Copy to other pairs' });
  const found = dialog.getByRole('list', { name: 'Pairs' });
  const search = dialog.getByRole('searchbox', { name: 'Find pairs' });
  await search.fill('ETH/USDT');
  // As far from the price of ether as the original is from that of bitcoin, which is another price.
  await expect(found.getByRole('checkbox', { name: /^ETH\/USDT\s+Rises to [\d,.]+ ?Now/ })).toBeVisible();
  await found.getByRole('checkbox', { name: /^ETH\/USDT\b/ }).press('Space');
  await dialog.getByText('Futures', { exact: true }).click();
  await search.fill('BTCUSDT');
  await found
    .getByRole('checkbox', { name: /BTC.*Rises to 9,000,001\.00$/ })
    .first()
    .press('Space');
  await expect(dialog.getByRole('list', { name: '2 selected' }).getByRole('checkbox')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
  await expect(page.getByText('Alerts created: 2')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rows.filter({ hasText: 'ETH/USDT' })).toContainText('Rises to');

  // The same condition with another frequency is refused by the words of the catalogue, and the other pair is made.
  for (const [line, symbolId, frequency] of [
    [1, 'ETHUSDT', 3],
    [2, 'ETHUSDT_UMCBL', 1],
  ]) {
    const form = { businessLine: line, symbolId, frequency, alertType: 1, channels: [4], configurePrice: '2000001' };
    expect((await postAlerts(page, 'inster', { clientKey: randomUUID(), ...form })).code).toBe('00000');
  }
  await page.goto('/price-alert?tab=futures');
  await page.getByRole('button', { name: /^Copy ETH.*2,000,001/ }).press('Enter');
  await dialog.getByText('Spot', { exact: true }).click();
  for (const coin of ['ETH', 'SOL']) {
    await search.fill(`${coin}USDT`);
    await found.getByRole('checkbox', { name: new RegExp(`^${coin}/USDT\\b`) }).press('Space');
  }
  await dialog.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
  const told = dialog.getByRole('status').getByRole('listitem');
  await expect(told).toHaveText([/^ETH\/USDT.*Similar configuration already exists\./, /^SOL\/USDT.*Alert created$/]);
});
